import { PenLine, Send } from 'lucide-react';
import { callsCopy as copy } from './copy.ts';

/** A call whose arguments the model is still writing. */
export function DraftCall({ name, text }: { name: string; text: string }) {
  if (name === 'suggestFollowUps') return null;
  if (name !== 'newTask') {
    return (
      <p className="flex items-center gap-2 text-small text-faint motion-safe:animate-breathe">
        <PenLine size={13} />
        {name === 'taskResult' ? copy.writingResult : copy.preparing(name)}
      </p>
    );
  }
  const task = taskIn(text);
  return (
    <div className="flex items-center gap-2 rounded-plain border border-dashed border-line-strong px-3 py-2 text-small text-soft">
      <Send size={14} className="shrink-0 text-faint motion-safe:animate-breathe" />
      <span className="shrink-0">{copy.preparingTask}</span>
      {task && (
        <span dir="auto" className="truncate text-faint">
          {task}
        </span>
      )}
    </div>
  );
}

/** Reads the instruction, as far as it is written, from incomplete JSON. */
function taskIn(text: string): string {
  const begun = /"task"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(text)?.[1] ?? '';
  return begun.replaceAll('\\n', ' ').replaceAll(/\\(.)/g, '$1');
}
