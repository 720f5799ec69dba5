import { PenLine, Send } from 'lucide-react';

/** A call on its way: its arguments are still being written. */
export function DraftCall({ name, text }: { name: string; text: string }) {
  if (name === 'suggestFollowUps') return null;
  if (name !== 'newTask') {
    return (
      <p className="flex items-center gap-2 text-small text-faint motion-safe:animate-breathe">
        <PenLine size={13} aria-hidden="true" />
        {name === 'taskResult' ? 'Writing the result …' : `Preparing ${name} …`}
      </p>
    );
  }
  const task = taskIn(text);
  return (
    <div className="flex items-center gap-2 rounded-plain border border-dashed border-line-strong px-3 py-2 text-small text-soft">
      <Send size={14} className="shrink-0 text-faint motion-safe:animate-breathe" aria-hidden="true" />
      <span className="shrink-0">Preparing to delegate …</span>
      {task && (
        <span dir="auto" className="truncate text-faint">
          {task}
        </span>
      )}
    </div>
  );
}

/** As much of the instruction as can be read from arguments that are not whole yet. */
function taskIn(text: string): string {
  const begun = /"task"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(text)?.[1] ?? '';
  return begun.replaceAll('\\n', ' ').replaceAll(/\\(.)/g, '$1');
}
