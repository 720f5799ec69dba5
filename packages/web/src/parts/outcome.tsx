import type { ThreadState } from '@retinue/protocol';
import { CircleAlert, CircleSlash, RotateCcw } from 'lucide-react';
import { useMay } from '../store/use-library.ts';
import { useActions } from '../store/use-store.ts';
import { Button } from '../ui/button.tsx';
import { usePlace } from './place.ts';

/** How a thread ended, if it did not end well; a chat can try again. */
export function Outcome({ thread }: { thread: ThreadState }) {
  const { chatId, kind } = usePlace();
  const actions = useActions();
  const mayWrite = useMay('write');
  const { outcome } = thread;
  if (!outcome || outcome.status === 'completed') return null;
  const isFailed = outcome.status === 'failed';
  const isRoot = thread.parent === null;
  if ((kind === 'nested' && !isFailed) || hasReported(thread)) return null;
  return (
    <article
      aria-label={isFailed ? 'Failed' : 'Stopped'}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-plain border px-3 py-2 text-small ${isFailed ? 'border-bad/40 bg-bad-wash text-ink' : 'border-line text-soft'}`}
    >
      <span className="flex min-w-0 flex-1 basis-60 items-start gap-2">
        {isFailed ? (
          <CircleAlert size={15} className="mt-0.5 shrink-0 text-bad" aria-hidden="true" />
        ) : (
          <CircleSlash size={15} className="mt-0.5 shrink-0 text-faint" aria-hidden="true" />
        )}
        <span className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{isFailed ? 'It failed. ' : 'Stopped. '}</span>
          {outcome.reason}
        </span>
      </span>
      {isRoot && mayWrite && (
        <Button icon={<RotateCcw size={13} />} onClick={() => void actions.regenerate(chatId)}>
          Try again
        </Button>
      )}
    </article>
  );
}

/** Then its own words say what went wrong. */
function hasReported({ items }: ThreadState): boolean {
  const last = items.findLast((item) => item.type === 'step');
  return last?.calls.some(({ name, status }) => name === 'taskResult' && status === 'done') ?? false;
}
