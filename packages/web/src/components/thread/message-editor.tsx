import type { MessageItem } from '@retinue/protocol';
import { useState } from 'react';
import { IdempotencyKeys } from '../../store/sending/idempotency-keys.ts';
import { useActions } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { threadCopy } from './copy.ts';
import { useViewContext } from './view-context.ts';

/** Edits a message and sends it again, which removes everything after it. */
export function MessageEditor({ item, onLeave }: { item: MessageItem; onLeave: (isTurningBack: boolean) => void }) {
  const { chatId } = useViewContext();
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
        aria-label={threadCopy.yourMessage}
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
        <span className="me-auto ps-1.5 text-tiny text-faint">{threadCopy.editWarning}</span>
        <Button variant="quiet" onClick={() => onLeave(true)}>
          {threadCopy.cancel}
        </Button>
        <Button variant="primary" type="submit" disabled={isSending}>
          {isSending ? threadCopy.sending : threadCopy.resend}
        </Button>
      </div>
    </form>
  );
}
