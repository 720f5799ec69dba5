import type { ThreadId } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import { memo, useMemo } from 'react';
import type { LoadedThread } from '../store/chat-tree.ts';
import { type Row, rowsOf } from '../store/turns.ts';
import { useActions, useStore, useThread } from '../store/use-store.ts';
import { Waiting } from '../ui/note.tsx';
import { MessageRow } from './message-row.tsx';
import { Outcome } from './outcome.tsx';
import { usePlace } from './place.ts';
import { StepRow } from './step-row.tsx';
import { TurnEnd } from './turn-end.tsx';

/** A thread from top to bottom: the same in the chat, in the side pane and inside a row. */
export function ThreadView({ threadId }: { threadId: ThreadId }) {
  const { chatId, kind } = usePlace();
  const store = useStore();
  const thread = useThread(chatId, threadId);
  if (!thread) return <Waiting words="Opening …" />;
  if (!store.tree(chatId)?.isLoaded(threadId)) return <Waiting words="Reading what was said …" />;
  return (
    <div className={kind === 'nested' ? 'flex flex-col gap-2' : 'flex flex-col gap-5'}>
      {kind === 'nested' && (thread.itemsBefore ?? 0) > 0 && <Older threadId={threadId} />}
      <Rows thread={thread} />
      <Outcome thread={thread} />
    </div>
  );
}

/** Inside a row nothing scrolls by itself, so what came before is asked for. */
function Older({ threadId }: { threadId: ThreadId }) {
  const { chatId } = usePlace();
  const actions = useActions();
  return (
    <button
      type="button"
      onClick={() => void actions.older(chatId, threadId)}
      className="w-full rounded-small py-0.5 text-start text-tiny text-faint hover:bg-hover"
    >
      Show what was said before
    </button>
  );
}

function Rows({ thread }: { thread: LoadedThread }) {
  const rows = useMemo(() => rowsOf(thread), [thread]);
  const isAtWork = isUnfinished(thread.status);
  return rows.map((row, index) => (
    <RowView key={row.key} row={row} thread={thread} isSettled={!isAtWork || index < rows.length - 3} />
  ));
}

interface RowProps {
  row: Row;
  thread: LoadedThread;
  isSettled: boolean;
}

/** A row is drawn again when its own item has changed, not with every event of its thread. */
const RowView = memo(
  function RowView({ row, thread, isSettled }: RowProps) {
    const { kind } = usePlace();
    return (
      <div className={isSettled && kind !== 'nested' ? 'far-away' : ''}>
        <RowContent row={row} thread={thread} />
      </div>
    );
  },
  (before, after) =>
    before.isSettled === after.isSettled &&
    before.thread.threadId === after.thread.threadId &&
    before.thread.agent === after.thread.agent &&
    isSameRow(before.row, after.row),
);

function isSameRow(before: Row, after: Row): boolean {
  if (before.kind === 'message' && after.kind === 'message') {
    return before.item === after.item && before.isQueued === after.isQueued;
  }
  if (before.kind === 'step' && after.kind === 'step')
    return before.item === after.item && before.isFirst === after.isFirst;
  if (before.kind !== 'end' || after.kind !== 'end') return false;
  return before.answer === after.answer && before.isLast === after.isLast && before.usage === after.usage;
}

function RowContent({ row, thread }: { row: Row; thread: LoadedThread }) {
  if (row.kind === 'message')
    return <MessageRow item={row.item} isQueued={row.isQueued} isRoot={thread.parent === null} />;
  if (row.kind === 'step') {
    return <StepRow item={row.item} threadId={thread.threadId} agent={thread.agent} isFirst={row.isFirst} />;
  }
  return <TurnEnd row={row} isRoot={thread.parent === null} />;
}
