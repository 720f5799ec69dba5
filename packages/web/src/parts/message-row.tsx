import type { MessageItem, ThreadState } from '@retinue/protocol';
import { findTask } from '@retinue/protocol';
import { CheckCheck, Clock, Pencil } from 'lucide-react';
import { useState } from 'react';
import { IdempotencyKeys } from '../store/sending/idempotency-keys.ts';
import type { ThreadMessageRow as Row } from '../store/threads/thread-rows.ts';
import { useMay } from '../store/use-library.ts';
import { useActions, useIsStopped } from '../store/use-store.ts';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { CopyButton } from '../ui/buttons/copy-button.tsx';
import { Markdown } from '../ui/text/markdown.tsx';
import { HandedOver, Notice } from './message-news.tsx';
import { usePlace } from './place.ts';

interface MessageProps {
  row: Row;
  thread: ThreadState;
}

export function MessageRow({ row: { item, isQueued, steers }, thread }: MessageProps) {
  const [isEditing, setEditing] = useState(false);
  const [hasTurnedBack, setTurnedBack] = useState(false);
  const mayWrite = useMay('write');
  const isRoot = thread.parent === null;
  if (item.isNotice) return <Notice item={item} task={item.taskId && (findTask(thread, item.taskId)?.task ?? null)} />;
  if (item.from === 'context') return <HandedOver item={item} />;
  if (item.from === 'task') return <TaskNews item={item} />;
  if (item.from === 'parent') return <Instruction item={item} />;
  const leave = (isTurningBack: boolean) => {
    setTurnedBack(isTurningBack);
    setEditing(false);
  };
  if (isEditing) return <Editor item={item} onLeave={leave} />;
  return (
    <article aria-label="You" className="group -mb-2 flex flex-col items-end">
      <div
        dir="auto"
        className="max-w-[min(85%,70ch)] whitespace-pre-wrap rounded-large rounded-ee-small bg-sunken px-3.5 py-2 [overflow-wrap:anywhere]"
      >
        {item.text}
      </div>
      <div className="flex min-h-6 items-center gap-0.5">
        <Receipt isQueued={isQueued} steers={steers} />
        <span className="flex opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <CopyButton text={item.text} label="Copy message" />
          {isRoot && mayWrite && (
            <IconButton
              label="Edit and resend"
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

/** Whether it was read, and where. */
function Receipt({ isQueued, steers }: Pick<Row, 'isQueued' | 'steers'>) {
  const { chatId } = usePlace();
  const isStopped = useIsStopped(chatId);
  const look = 'flex items-center gap-1 text-tiny text-faint';
  if (steers && steers.readAt !== null) {
    return (
      <span className={look}>
        <CheckCheck size={13} aria-hidden="true" /> Read at step {steers.readAt}
      </span>
    );
  }
  if (!isQueued) return null;
  return (
    <span className={look}>
      <Clock size={12} aria-hidden="true" />
      {isStopped
        ? 'Queued until work resumes'
        : steers
          ? 'It reads this at its next step'
          : 'Queued: taken up at the next step'}
    </span>
  );
}

function Editor({ item, onLeave }: { item: MessageItem; onLeave: (isTurningBack: boolean) => void }) {
  const { chatId } = usePlace();
  const actions = useActions();
  const [text, setText] = useState(item.text);
  const [isSending, setSending] = useState(false);
  const [attempts] = useState(() => new IdempotencyKeys());
  const save = async () => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    const isSent = await actions.edit(chatId, item.messageId, text, attempts.keyFor(text));
    setSending(false);
    if (!isSent) return;
    onLeave(false);
    document.getElementById('composer')?.focus();
  };
  return (
    <form
      data-is-dirty={text !== item.text || undefined}
      className="ms-auto flex w-full max-w-[70ch] flex-col gap-2 rounded-large border border-line-strong bg-raised p-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        aria-label="Your message"
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
        <span className="me-auto ps-1.5 text-tiny text-faint">What came after it is taken back.</span>
        <Button variant="quiet" onClick={() => onLeave(true)}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" disabled={isSending}>
          {isSending ? 'Sending …' : 'Send again'}
        </Button>
      </div>
    </form>
  );
}

/** What a child was asked to do. */
function Instruction({ item }: { item: MessageItem }) {
  const { kind, title } = usePlace();
  if (kind === 'nested') {
    if (item.text.trim().replace(/\.$/, '') === title) return null;
    return (
      <p dir="auto" className="line-clamp-4 text-small text-soft [overflow-wrap:anywhere]">
        {item.text}
      </p>
    );
  }
  return (
    <article aria-label="Instruction" className="rounded-plain border border-line bg-sunken px-3.5 py-2.5">
      <p className="mb-0.5 text-tiny font-semibold text-faint">Instruction</p>
      <Markdown text={item.text} />
    </article>
  );
}

/** A result that came after its call had ended, as a retried task's does. */
function TaskNews({ item }: { item: MessageItem }) {
  return (
    <article aria-label="A result that came later" className="rounded-plain border border-line px-3.5 py-2.5">
      <p className="mb-0.5 text-tiny font-semibold text-faint">A result that came later</p>
      <Markdown text={item.text} className="text-small" />
    </article>
  );
}
