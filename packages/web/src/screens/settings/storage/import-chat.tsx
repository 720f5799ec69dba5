import { useNavigate } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Refused } from '../../../store/outcome.ts';
import { useLibrary } from '../../../store/use-library.ts';
import { useStore } from '../../../store/use-store.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FieldProblem } from '../../../ui/forms/field.tsx';
import { storageCopy } from './copy.ts';

const copy = storageCopy.import;

/** Imports a chat from a file. It always gets new ids, so importing it again makes another copy. */
export function ImportChat() {
  const library = useLibrary();
  const store = useStore();
  const navigate = useNavigate();
  const picker = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refused | null>(null);
  const importFile = async (file: File) => {
    setBusy(true);
    setProblem(null);
    const outcome = await library.importChat(file);
    setBusy(false);
    if ('refusal' in outcome) return setProblem(outcome.refusal);
    store.toasts.add(outcome.value.stopped > 0 ? copy.doneStopped : copy.done);
    await navigate({ to: '/chat/$chatId', params: { chatId: outcome.value.chatId }, search: {} });
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        aria-label={copy.file}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void importFile(file);
        }}
      />
      <Button icon={<Upload size={14} />} disabled={isBusy} onClick={() => picker.current?.click()}>
        {isBusy ? copy.busy : copy.action}
      </Button>
      {problem && (
        <div role="alert">
          <FieldProblem>{problem.words}</FieldProblem>
        </div>
      )}
    </div>
  );
}
