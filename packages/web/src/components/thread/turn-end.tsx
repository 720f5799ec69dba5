import { type ThreadState, totalTokens } from '@retinue/protocol';
import { RotateCcw } from 'lucide-react';
import { useRegenerate } from '../../store/sending/use-regenerate.ts';
import type { ThreadRow } from '../../store/threads/thread-rows.ts';
import { formatUsage } from '../../store/usage/figures.ts';
import { useMay } from '../../store/use-library.ts';
import { useIsGone } from '../../store/use-store.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { threadCopy } from './copy.ts';
import { useViewContext } from './view-context.ts';

/** Actions on an answer, its usage and the suggested questions. */
export function TurnEnd({ row, thread }: { row: Extract<ThreadRow, { kind: 'end' }>; thread: ThreadState }) {
  const isRoot = thread.parent === null;
  // A failed thread has its retry button in `ThreadOutcome`.
  const hasFailed = thread.outcome !== null && thread.outcome.status !== 'completed';
  const { chatId, kind, ask } = useViewContext();
  const regenerate = useRegenerate(chatId, thread);
  const isGone = useIsGone(chatId);
  const mayWrite = useMay('write') && !isGone;
  if (kind === 'nested') return null;
  return (
    <footer className="-mt-2 flex flex-col gap-3">
      <div className="-ms-1.5 flex items-center gap-0.5">
        {row.answer && <CopyButton text={row.answer} label={threadCopy.copyAnswer} />}
        {isRoot && row.isLast && mayWrite && !hasFailed && (
          <IconButton label={threadCopy.regenerate} className="size-7!" onClick={regenerate}>
            <RotateCcw size={13} />
          </IconButton>
        )}
        {totalTokens(row.usage) > 0 && (
          <span className="ps-1 text-tiny tabular-nums text-faint">
            {threadCopy.turnUsage(formatUsage(row.usage), row.hasTasks)}
          </span>
        )}
      </div>
      {isRoot && row.isLast && mayWrite && row.followUps.length > 0 && (
        <ul aria-label={threadCopy.followUps} className="flex flex-wrap gap-2">
          {row.followUps.map((question) => (
            <li key={question}>
              <button
                type="button"
                dir="auto"
                onClick={() => ask(question)}
                className="rounded-large border border-line-strong px-3 py-1.5 text-start text-small text-soft transition-colors hover:border-accent hover:bg-accent-wash hover:text-ink"
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}
