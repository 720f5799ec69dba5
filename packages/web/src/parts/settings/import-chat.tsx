import { useNavigate } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Refused } from '../../store/forms.ts';
import { useLibrary } from '../../store/use-library.ts';
import { useStore } from '../../store/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemWords } from '../../ui/field.tsx';

/** A chat that is here already can come in once more, as a copy. */
export function ImportChat() {
  const library = useLibrary();
  const store = useStore();
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<(Refused & { file: File }) | null>(null);
  const bringIn = async (file: File, isCopy: boolean) => {
    setBusy(true);
    setProblem(null);
    const chat = await readJson(file);
    if (chat === undefined) {
      setBusy(false);
      return setProblem({
        code: 'not-json',
        words: `${file.name} is no JSON file, so it is no export of a chat.`,
        file,
      });
    }
    const outcome = await library.importChat(chat as never, isCopy);
    setBusy(false);
    if ('refusal' in outcome) return setProblem({ ...outcome.refusal, file });
    store.notices.add('The chat is imported.');
    await navigate({ to: '/chat/$chatId', params: { chatId: outcome.value.chatId }, search: {} });
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        aria-label="File of a chat"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void bringIn(file, false);
        }}
      />
      <Button icon={<Upload size={14} />} disabled={isBusy} onClick={() => picker.current?.click()}>
        {isBusy ? 'Importing …' : 'Choose a file'}
      </Button>
      {problem && (
        <div role="alert" className="flex flex-col items-start gap-2">
          <ProblemWords>{problem.code === 'tree-exists' ? 'This chat is here already.' : problem.words}</ProblemWords>
          {problem.code === 'tree-exists' && (
            <Button onClick={() => void bringIn(problem.file, true)}>Import it as a copy</Button>
          )}
        </div>
      )}
    </div>
  );
}

async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    return undefined;
  }
}
