import { reasonText, retryMessage, retryWait, type ThreadId, type ThreadState, totalTokens } from '@retinue/protocol';
import { CircleAlert, CircleSlash, RotateCcw, RotateCw } from 'lucide-react';
import { useSingleRequest } from '../../store/sending/use-single-request.ts';
import { useNow } from '../../store/stream/use-now.ts';
import type { ThreadRow } from '../../store/threads/thread-rows.ts';
import { formatCost, spentOf } from '../../store/usage/figures.ts';
import { useActions, useIsGone, useMay, useThread } from '../../store/use-store.ts';
import { Button, CopyButton, IconButton } from '../../ui/buttons/button.tsx';
import { SettingsLink } from '../forms/settings-link.tsx';
import { May } from '../may.tsx';
import { threadCopy as copy } from './copy.ts';
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
        {row.answer && <CopyButton text={row.answer} label={copy.copyAnswer} />}
        {isRoot && row.isLast && mayWrite && !hasFailed && (
          <IconButton label={copy.regenerate} className="size-7!" onClick={regenerate}>
            <RotateCcw size={13} />
          </IconButton>
        )}
        {totalTokens(row.usage) > 0 && (
          <span className="ps-1 text-tiny tabular-nums text-faint">
            {copy.turnUsage(formatCost(spentOf(row.usage, row.unpricedTokens)), row.hasTasks)}
          </span>
        )}
      </div>
      {isRoot && row.isLast && mayWrite && row.followUps.length > 0 && (
        <ul aria-label={copy.followUps} className="flex flex-wrap gap-2">
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

/** Repeats the answer to the last message of a chat, once for each state of the chat that the page shows. */
function useRegenerate(chatId: ThreadId, { seq }: ThreadState): () => void {
  const actions = useActions();
  const { send } = useSingleRequest([chatId, seq], (idempotencyKey) =>
    actions.run('regenerate', { params: { chatId } }, { idempotencyKey }),
  );
  return () => void send();
}

/** How a thread ended, unless it completed. A chat offers to try again. */
export function ThreadOutcome({ thread }: { thread: ThreadState }) {
  const { chatId, kind } = useViewContext();
  const regenerate = useRegenerate(chatId, thread);
  const mayWrite = useMay('write');
  const { outcome } = thread;
  if (!outcome || outcome.status === 'completed') return null;
  const isFailed = outcome.status === 'failed';
  const isRoot = thread.parent === null;
  if ((kind === 'nested' && !isFailed) || hasReported(thread)) return null;
  const tone = toneOf(outcome);
  const { label, head } = copy.outcomes[tone];
  const { frame, icon, Icon } = tones[tone];
  const provider = isFailed ? failedProvider(thread) : null;
  return (
    <article
      aria-label={label}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-plain border px-3 py-2 text-small ${frame}`}
    >
      <span className="flex min-w-0 flex-1 basis-60 items-start gap-2">
        <Icon size={15} className={`mt-0.5 shrink-0 ${icon}`} />
        <span className="[overflow-wrap:anywhere]">
          {head !== '' && <span className="font-semibold">{head} </span>}
          {outcome.reason && reasonText(outcome.reason)}
        </span>
      </span>
      {provider !== null && (
        <SettingsLink
          text={copy.providerSettings}
          section="providers"
          edit={provider.startsWith('prv_') ? provider : ''}
        />
      )}
      {isRoot && mayWrite && (
        <Button icon={<RotateCcw size={13} />} onClick={regenerate}>
          {copy.retry}
        </Button>
      )}
    </article>
  );
}

/** The provider whose error ended the thread; null for any other failure. */
function failedProvider({ items, agent }: ThreadState): string | null {
  const last = items.findLast((item) => item.type === 'step');
  return last?.cut?.final && last.cut.reason === 'provider-error' ? agent.model.provider : null;
}

/** A reached budget is not shown as a failure if there is an answer. */
function toneOf({ status, result, limit }: NonNullable<ThreadState['outcome']>): keyof typeof tones {
  if (status !== 'failed') return 'canceled';
  return limit === 'budget' && result !== '' ? 'partial' : 'failed';
}

const tones = {
  failed: { frame: 'border-bad/40 bg-bad-wash text-ink', icon: 'text-bad', Icon: CircleAlert },
  partial: { frame: 'border-ask/40 bg-ask-wash text-ink', icon: 'text-ask', Icon: CircleAlert },
  canceled: { frame: 'border-line text-soft', icon: 'text-faint', Icon: CircleSlash },
};

/** A thread that reported through `taskResult` explains its own failure. */
function hasReported({ items }: ThreadState): boolean {
  const last = items.findLast((item) => item.type === 'step');
  return last?.calls.some(({ name, status }) => name === 'taskResult' && status === 'done') ?? false;
}

/** A thread that waits to retry its provider: the reason, a countdown and a stop button. */
export function RetryLine({ threadId }: { threadId: ThreadId }) {
  const { chatId } = useViewContext();
  const actions = useActions();
  const thread = useThread(chatId, threadId);
  const message = useRetryMessage(threadId);
  if (!thread || message === null) return null;
  const taskId = thread.parent?.taskId;
  const stop = () =>
    void (taskId
      ? actions.run('cancelTask', { params: { chatId, taskId } })
      : actions.run('cancelChat', { params: { chatId } }));
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft">
      <span dir="auto" className="flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">
        <RotateCw size={14} className="shrink-0 text-faint" />
        <span className="tabular-nums">{message}</span>
      </span>
      <May right="write">
        <Button onClick={stop}>{copy.stop}</Button>
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
