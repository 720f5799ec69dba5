import { retryMessage, retryWait, type ThreadId } from '@retinue/protocol';
import { RotateCw } from 'lucide-react';
import { useNow } from '../../store/stream/use-now.ts';
import { useActions, useThread } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { May } from '../may.tsx';
import { threadCopy } from './copy.ts';
import { useViewContext } from './view-context.ts';

/** A thread that waits to retry its provider: the reason, a countdown and a stop button. */
export function RetryLine({ threadId }: { threadId: ThreadId }) {
  const { chatId } = useViewContext();
  const actions = useActions();
  const thread = useThread(chatId, threadId);
  const message = useRetryMessage(threadId);
  if (!thread || message === null) return null;
  const taskId = thread.parent?.taskId;
  const stop = () => void (taskId ? actions.cancelTask(chatId, taskId) : actions.stop(chatId));
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">
      <span dir="auto" className="flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">
        <RotateCw size={14} aria-hidden="true" className="shrink-0 text-faint" />
        <span className="tabular-nums">{message}</span>
      </span>
      <May right="write">
        <Button onClick={stop}>{threadCopy.stop}</Button>
      </May>
    </div>
  );
}

/** Counts down once a second. Null while the thread does not wait. */
export function useRetryMessage(threadId: ThreadId): string | null {
  const { chatId } = useViewContext();
  const thread = useThread(chatId, threadId);
  const now = useNow(thread?.retryAt != null);
  const wait = thread && retryWait(thread, now);
  return wait ? retryMessage(wait) : null;
}
