import type { Budget, ThreadId } from '@retinue/protocol';
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Sending } from '../../store/actions.ts';
import { type BudgetDraft, budgetFrom } from '../../store/budgets.ts';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { useSending, useUnsent } from '../../store/sending/use-sending.ts';
import { openQuestionOf } from '../../store/threads/thread-rows.ts';
import { useActions, useIsGone } from '../../store/use-store.ts';
import { CopyButton } from '../../ui/buttons/button.tsx';
import { BudgetField } from './budget-field.tsx';
import { composerCopy as copy } from './copy.ts';

interface ComposerProps {
  placeholder: string;
  /** Key under which an unsent text is stored. */
  keptAs: string;
  /** The agent or question that gets the text, unless `keptAs` says it. */
  target?: string | null;
  onSend: (text: string, sending: Sending) => Promise<boolean>;
  /** The reason why nothing can be sent any more. The text can still be copied. */
  closed?: string | null;
  hasBudget?: boolean;
  onStop?: (() => void) | undefined;
  /** The agent, at the lower left. */
  children?: ReactNode;
  id?: string;
  isFocused?: boolean;
}

/** Enter sends, Shift+Enter breaks the line. Unsent text is stored in this browser. */
export function Composer(props: ComposerProps) {
  const { placeholder, keptAs, target = null, onSend, onStop, children, isFocused } = props;
  const { hasBudget = false, closed = null, id = 'composer' } = props;
  const [text, setText] = useUnsent(keptAs);
  const [bound, setBound] = useState<BudgetDraft | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isFocused && matchMedia('(pointer: fine)').matches) area.current?.focus();
  }, [isFocused]);
  const send = useSending({ keptAs, target, onSend }, () => {
    const budget = bound && hasBudget ? budgetFrom(bound) : null;
    const isReady = text.trim() !== '' && closed === null && !(budget && 'problem' in budget);
    return isReady ? { budget: budget as Budget | null, onSent: () => setBound(null) } : null;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      // The text is kept over a reload, the budget is not.
      data-is-dirty={(bound !== null && bound.amount !== '') || undefined}
      className="rounded-large border border-line-strong bg-raised shadow-lift transition-colors focus-within:border-accent"
    >
      <textarea
        ref={area}
        id={id}
        aria-label={copy.message}
        dir="auto"
        rows={1}
        value={text}
        readOnly={closed !== null}
        placeholder={closed ?? placeholder}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-64 min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 outline-none placeholder:text-faint"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        {children}
        {hasBudget && closed === null && <BudgetField draft={bound} onChange={setBound} />}
        {closed !== null && text !== '' && <CopyButton text={text} label={copy.copyText} />}
        <SendButtons canSend={text.trim() !== '' && closed === null} onStop={closed === null ? onStop : undefined} />
      </div>
    </form>
  );
}

function SendButtons({ canSend, onStop }: { canSend: boolean; onStop: (() => void) | undefined }) {
  return (
    <span className="ms-auto flex items-center gap-1.5">
      {onStop && (
        <button
          type="button"
          onClick={onStop}
          className="inline-flex h-8 items-center gap-1.5 rounded-full border border-line-strong px-3 text-small font-medium hover:bg-hover"
        >
          <Square size={11} fill="currentColor" /> {copy.stop}
        </button>
      )}
      <button
        type="submit"
        aria-label={copy.send}
        title={copy.sendHint}
        disabled={!canSend}
        className="inline-flex size-8 items-center justify-center rounded-full bg-accent text-accent-ink transition-opacity disabled:bg-hover disabled:text-faint"
      >
        <ArrowUp size={17} strokeWidth={2.4} />
      </button>
    </span>
  );
}

interface Reply {
  chatId: ThreadId;
  thread: LoadedThread | null;
  placeholder: string;
  send: (text: string, sending: Sending) => Promise<boolean>;
}

/** Props of a composer whose text answers the thread's open question, if it has one. */
export function useReply({ chatId, thread, placeholder, send }: Reply) {
  const actions = useActions();
  const isGone = useIsGone(chatId);
  const question = thread && openQuestionOf(thread);
  return {
    target: question?.questionId ?? null,
    placeholder: question ? copy.answerAbove : placeholder,
    closed: isGone ? copy.chatDeleted : null,
    onSend: (text: string, sending: Sending) =>
      question ? actions.answer(chatId, question.questionId, text, sending.idempotencyKey) : send(text, sending),
  };
}
