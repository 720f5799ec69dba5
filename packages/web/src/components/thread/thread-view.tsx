import { isUnfinished, type TaskState, type ThreadId, totalTokens } from '@retinue/protocol';
import { memo, useMemo } from 'react';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { type ThreadRow, threadRows } from '../../store/threads/thread-rows.ts';
import { useActions, useScoped, useStore } from '../../store/use-store.ts';
import { WindowedRow } from '../../ui/layout/windowed-row.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { Waiting } from '../../ui/status.tsx';
import { threadCopy as copy } from './copy.ts';
import { MessageRow } from './message-row.tsx';
import { StepRow } from './step-row.tsx';
import { RetryLine, ThreadOutcome, TurnEnd } from './turn-end.tsx';
import { useViewContext } from './view-context.ts';

/** Draws a whole thread, the same way in the chat, in the side pane and inside a task's row. */
export function ThreadView({ threadId, task = null }: { threadId: ThreadId; task?: TaskState | null }) {
  const { chatId, kind } = useViewContext();
  const store = useStore();
  const thread = useScoped(chatId, threadId, task);
  if (!thread) return <Waiting label={copy.opening} />;
  if (!store.trees.tree(chatId)?.isLoaded(threadId)) return <Waiting label={copy.loadingMessages} />;
  return (
    <div className={kind === 'nested' ? 'flex flex-col gap-2' : 'flex flex-col gap-5'}>
      {kind === 'nested' && (thread.itemsBefore ?? 0) > 0 && <Older threadId={threadId} />}
      <Rows thread={thread} />
      <ThreadOutcome thread={thread} />
    </div>
  );
}

/** A row does not scroll by itself, so earlier messages load on request. */
function Older({ threadId }: { threadId: ThreadId }) {
  const { chatId } = useViewContext();
  const actions = useActions();
  return (
    <button
      type="button"
      onClick={() => void actions.older(chatId, threadId)}
      className="w-full rounded-small py-0.5 text-start text-tiny text-faint hover:bg-hover"
    >
      {copy.showEarlier}
    </button>
  );
}

function Rows({ thread }: { thread: LoadedThread }) {
  const rows = useMemo(() => threadRows(thread), [thread]);
  const isAtWork = isUnfinished(thread.status);
  return rows.map((row, index) => (
    <RowView
      key={row.key}
      row={row}
      thread={thread}
      isSettled={!isAtWork || index < rows.length - 3}
      isTight={isOnlyCalls(row) && isOnlyCalls(rows[index - 1])}
    />
  ));
}

interface RowProps {
  row: ThreadRow;
  thread: LoadedThread;
  isSettled: boolean;
  /** Tool calls that follow each other stand close together. */
  isTight: boolean;
}

/** Draws a row again only when its own item changes, not with every event of its thread. */
const RowView = memo(
  function RowView({ row, thread, isSettled, isTight }: RowProps) {
    const { kind } = useViewContext();
    return (
      <WindowedRow isKept={!isSettled || isOpenStep(row)} className={isTight && kind !== 'nested' ? '-mt-3.5' : ''}>
        <Boundary what="message" content={() => contentOf(row)} resetKey={'item' in row ? row.item : row}>
          <RowContent row={row} thread={thread} />
        </Boundary>
      </WindowedRow>
    );
  },
  (before, after) =>
    before.isSettled === after.isSettled &&
    before.isTight === after.isTight &&
    before.thread.threadId === after.thread.threadId &&
    before.thread.agent === after.thread.agent &&
    isSameRow(before.row, after.row),
);

function isOnlyCalls(row: ThreadRow | undefined): boolean {
  if (row?.kind !== 'step' || row.item.status === 'open') return false;
  const { parts, calls } = row.item;
  return (
    parts.every(({ type }) => type === 'call') && calls.every(({ tasks, question }) => tasks.length === 0 && !question)
  );
}

/** Steps with open tasks or questions stay in the document, so that shortcuts and marks find them. */
function isOpenStep(row: ThreadRow): boolean {
  if (row.kind !== 'step') return false;
  return row.item.calls.some(
    ({ tasks, question }) => question?.status === 'open' || tasks.some(({ outcome }) => outcome === null),
  );
}

function isSameRow(before: ThreadRow, after: ThreadRow): boolean {
  if (before.kind === 'message' && after.kind === 'message') {
    const isReadAlike = before.steers?.readAt === after.steers?.readAt;
    return before.item === after.item && before.isQueued === after.isQueued && isReadAlike;
  }
  if (before.kind === 'step' && after.kind === 'step')
    return before.item === after.item && before.isFirst === after.isFirst;
  if (before.kind === 'retry') return after.kind === 'retry';
  if (before.kind !== 'end' || after.kind !== 'end') return false;
  return (
    before.answer === after.answer &&
    before.isLast === after.isLast &&
    totalTokens(before.usage) === totalTokens(after.usage)
  );
}

/** Text of a message or of a whole step, for the error boundary. */
function contentOf(row: ThreadRow): unknown {
  if (row.kind === 'end') return row.answer;
  if (!('item' in row)) return '';
  return row.item.type === 'message' ? row.item.text : row.item;
}

function RowContent({ row, thread }: { row: ThreadRow; thread: LoadedThread }) {
  if (row.kind === 'message') return <MessageRow row={row} thread={thread} />;
  if (row.kind === 'step') {
    return <StepRow item={row.item} threadId={thread.threadId} agent={thread.agent} isFirst={row.isFirst} />;
  }
  if (row.kind === 'retry') return <RetryLine threadId={thread.threadId} />;
  return <TurnEnd row={row} thread={thread} />;
}
