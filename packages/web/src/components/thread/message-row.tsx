import type { MessageItem, ThreadState } from '@retinue/protocol';
import { findTask } from '@retinue/protocol';
import { CheckCheck, Clock, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ThreadMessageRow as Row } from '../../store/threads/thread-rows.ts';
import { useMay } from '../../store/use-library.ts';
import { useIsStopped } from '../../store/use-store.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { ContextMessage } from './context-message.tsx';
import { threadCopy } from './copy.ts';
import { MessageEditor } from './message-editor.tsx';
import { NoticeRow } from './notice-row.tsx';
import { useViewContext } from './view-context.ts';

interface MessageProps {
  row: Row;
  thread: ThreadState;
}

export function MessageRow({ row: { item, isQueued, steers }, thread }: MessageProps) {
  const [isEditing, setEditing] = useState(false);
  const [hasTurnedBack, setTurnedBack] = useState(false);
  const mayWrite = useMay('write');
  const isRoot = thread.parent === null;
  if (item.isNotice)
    return <NoticeRow item={item} task={item.taskId && (findTask(thread, item.taskId)?.task ?? null)} />;
  if (item.from === 'context') return <ContextMessage item={item} />;
  if (item.from === 'task') return <LateResult item={item} />;
  if (item.from === 'parent') return <Instruction item={item} />;
  const leave = (isTurningBack: boolean) => {
    setTurnedBack(isTurningBack);
    setEditing(false);
  };
  if (isEditing) return <MessageEditor item={item} onLeave={leave} />;
  return (
    <article aria-label={threadCopy.you} className="group -mb-2 flex flex-col items-end">
      <div
        dir="auto"
        className="max-w-[min(85%,70ch)] whitespace-pre-wrap rounded-large rounded-ee-small bg-sunken px-3.5 py-2 [overflow-wrap:anywhere]"
      >
        {item.text}
      </div>
      <div className="flex min-h-6 items-center gap-0.5">
        <Receipt isQueued={isQueued} steers={steers} />
        <span className="flex opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <CopyButton text={item.text} label={threadCopy.copyMessage} />
          {isRoot && mayWrite && (
            <IconButton
              label={threadCopy.editMessage}
              className="size-7!"
              autoFocus={hasTurnedBack}
              onClick={() => setEditing(true)}
            >
              <Pencil size={13} />
            </IconButton>
          )}
        </span>
      </div>
    </article>
  );
}

function Receipt({ isQueued, steers }: Pick<Row, 'isQueued' | 'steers'>) {
  const { chatId } = useViewContext();
  const isStopped = useIsStopped(chatId);
  const look = 'flex items-center gap-1 text-tiny text-faint';
  if (steers && steers.readAt !== null) {
    return (
      <span className={look}>
        <CheckCheck size={13} aria-hidden="true" /> {threadCopy.readAtStep(steers.readAt)}
      </span>
    );
  }
  if (!isQueued) return null;
  return (
    <span className={look}>
      <Clock size={12} aria-hidden="true" />
      {isStopped ? threadCopy.queuedUntilResume : threadCopy.queuedForNextStep}
    </span>
  );
}

/** The task's instruction. Hidden inside a row whose title already says it. */
function Instruction({ item }: { item: MessageItem }) {
  const { kind, title } = useViewContext();
  if (kind === 'nested') {
    if (item.text.trim().replace(/\.$/, '') === title) return null;
    return (
      <p dir="auto" className="line-clamp-4 text-small text-soft [overflow-wrap:anywhere]">
        {item.text}
      </p>
    );
  }
  return (
    <article aria-label={threadCopy.instruction} className="rounded-plain border border-line bg-sunken px-3.5 py-2.5">
      <p className="mb-0.5 text-tiny font-semibold text-faint">{threadCopy.instruction}</p>
      <Markdown text={item.text} />
    </article>
  );
}

/** The result of a retried task, which arrives after its call has ended. */
function LateResult({ item }: { item: MessageItem }) {
  return (
    <article aria-label={threadCopy.lateResult} className="rounded-plain border border-line px-3.5 py-2.5">
      <p className="mb-0.5 text-tiny font-semibold text-faint">{threadCopy.lateResult}</p>
      <Markdown text={item.text} className="text-small" />
    </article>
  );
}
