import { findTask, type MessageItem, type TaskState, type ThreadState } from '@retinue/protocol';
import { Bell, CheckCheck, Clock, PackageOpen, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useSingleRequest } from '../../store/sending/use-single-request.ts';
import type { ThreadMessageRow as Row } from '../../store/threads/thread-rows.ts';
import { useActions, useIsStopped, useMay } from '../../store/use-store.ts';
import { Button, CopyButton, IconButton } from '../../ui/buttons/button.tsx';
import { Status } from '../../ui/status.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { threadCopy as copy } from './copy.ts';
import { KeptDetails } from './kept-details.tsx';
import { useViewContext } from './view-context.ts';

export function MessageRow({ row: { item, isQueued, steers }, thread }: { row: Row; thread: ThreadState }) {
  const [isEditing, setEditing] = useState(false);
  const [hasTurnedBack, setTurnedBack] = useState(false);
  const mayWrite = useMay('write');
  const isRoot = thread.parent === null;
  if (item.isNotice)
    return <NoticeRow item={item} task={item.taskId && (findTask(thread, item.taskId)?.task ?? null)} />;
  if (item.from === 'context') return <ContextMessage item={item} />;
  if (item.from === 'task') return <TitledMessage title={copy.lateResult} item={item} className="text-small" />;
  if (item.from === 'parent') return <Instruction item={item} />;
  const leave = (isTurningBack: boolean) => {
    setTurnedBack(isTurningBack);
    setEditing(false);
  };
  if (isEditing) return <MessageEditor item={item} onLeave={leave} />;
  return (
    <article aria-label={copy.you} className="group -mb-2 flex flex-col items-end">
      <div
        dir="auto"
        className="max-w-bubble whitespace-pre-wrap rounded-large rounded-ee-small bg-sunken px-3.5 py-2 [overflow-wrap:anywhere]"
      >
        {item.text}
      </div>
      <div className="flex min-h-6 items-center gap-0.5">
        <span className="flex opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <CopyButton text={item.text} label={copy.copyMessage} />
          {isRoot && mayWrite && (
            <IconButton
              label={copy.editMessage}
              className="size-7!"
              autoFocus={hasTurnedBack}
              onClick={() => setEditing(true)}
            >
              <Pencil size={13} />
            </IconButton>
          )}
        </span>
        <Receipt isQueued={isQueued} steers={steers} />
      </div>
    </article>
  );
}

function Receipt({ isQueued, steers }: Pick<Row, 'isQueued' | 'steers'>) {
  const { chatId } = useViewContext();
  const isStopped = useIsStopped(chatId);
  const readAt = steers?.readAt ?? null;
  if (readAt === null && !isQueued) return null;
  const Icon = readAt === null ? Clock : CheckCheck;
  const queued = isStopped ? copy.queuedUntilResume : copy.queuedForNextStep;
  return (
    <span className="flex items-center gap-1 text-tiny text-faint">
      <Icon size={13} /> {readAt === null ? queued : copy.readAtStep(readAt)}
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
  return <TitledMessage title={copy.instruction} item={item} frameClass="bg-sunken" />;
}

interface TitledProps {
  title: string;
  item: MessageItem;
  className?: string;
  frameClass?: string;
}

/** An instruction, or the result of a retried task, which arrives after its call has ended. */
function TitledMessage({ title, item, className = '', frameClass = '' }: TitledProps) {
  return (
    <article aria-label={title} className={`rounded-plain border border-line px-3.5 py-2.5 ${frameClass}`}>
      <p className="mb-0.5 text-tiny font-semibold text-faint">{title}</p>
      <Markdown text={item.text} className={className} />
    </article>
  );
}

/** Parts of the parent's thread that a task gets besides its instruction. */
function ContextMessage({ item }: { item: MessageItem }) {
  return (
    <KeptDetails
      keptAs={`given ${item.messageId}`}
      className="rounded-plain border border-dashed border-line-strong px-3 py-1.5 text-small text-soft"
    >
      <summary className="rounded-small text-tiny font-semibold text-faint">
        <PackageOpen size={13} className="me-1.5 inline-block align-text-bottom" />
        {copy.context}
      </summary>
      <Markdown text={item.text} className="mt-1.5 text-small" />
    </KeptDetails>
  );
}

/** The end of a background task: a link to the task, and its result when opened. */
function NoticeRow({ item, task }: { item: MessageItem; task: TaskState | null }) {
  const { showTask } = useViewContext();
  const [head = '', ...rest] = item.text.split('\n');
  return (
    <article aria-label={copy.notice} className="rounded-plain border border-line bg-raised px-3 py-1.5 shadow-lift">
      <div className="flex min-w-0 items-center gap-2 text-small">
        <Bell size={14} className="shrink-0 text-accent" />
        {task ? (
          <button
            type="button"
            dir="auto"
            onClick={() => showTask(task.taskId)}
            className="min-w-0 flex-1 truncate rounded-small text-start underline-offset-2 hover:underline"
          >
            {task.title}
          </button>
        ) : (
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {head}
          </span>
        )}
        {task?.outcome && <Status tone={task.outcome.status} />}
      </div>
      <KeptDetails keptAs={`notice ${item.messageId}`} className="ps-5.5 text-small text-soft">
        <summary className="w-fit rounded-small text-tiny text-faint">{copy.noticeResult}</summary>
        <Markdown text={rest.join('\n') || head} className="mt-1 text-small" />
      </KeptDetails>
    </article>
  );
}

/** Edits a message and sends it again, which removes everything after it. */
export function MessageEditor({ item, onLeave }: { item: MessageItem; onLeave: (isTurningBack: boolean) => void }) {
  const { chatId } = useViewContext();
  const actions = useActions();
  const [text, setText] = useState(item.text);
  const { isBusy, send } = useSingleRequest([text], (idempotencyKey) => {
    const { messageId } = item;
    return actions.run('editMessage', { params: { chatId, messageId }, body: { text } }, { idempotencyKey });
  });
  const save = async () => {
    if (text.trim() === '' || !(await send())) return;
    onLeave(false);
    document.getElementById('composer')?.focus();
  };
  return (
    <form
      data-is-dirty={text !== item.text || undefined}
      className="ms-auto flex w-full max-w-prose flex-col gap-2 rounded-large border border-line-strong bg-raised p-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        aria-label={copy.yourMessage}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it.
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave(true);
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void save();
          }
        }}
        className="field-sizing-content max-h-80 w-full resize-none bg-transparent px-1.5 py-1 outline-none"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="me-auto ps-1.5 text-tiny text-faint">{copy.editWarning}</span>
        <Button variant="quiet" onClick={() => onLeave(true)}>
          {copy.cancel}
        </Button>
        <Button variant="primary" type="submit" disabled={isBusy}>
          {isBusy ? copy.sending : copy.resend}
        </Button>
      </div>
    </form>
  );
}
