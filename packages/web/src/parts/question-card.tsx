import type { CallState, QuestionState, ThreadId } from '@retinue/protocol';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { IdempotencyKeys } from '../store/sending/idempotency-keys.ts';
import { useMay } from '../store/use-library.ts';
import { useActions, useThread } from '../store/use-store.ts';
import { Button } from '../ui/buttons/button.tsx';
import { usePlace } from './place.ts';

interface QuestionProps {
  question: QuestionState;
  callStatus: CallState['status'];
  /** Whose question it is. */
  threadId: ThreadId;
}

/** A question to the person, answered where it stands. */
export function QuestionCard({ question, callStatus, threadId }: QuestionProps) {
  const { chatId } = usePlace();
  const actions = useActions();
  const isOpen = question.status === 'open' && question.audience === 'person';
  return (
    <article
      aria-label={isOpen ? 'Needs your answer' : 'A question'}
      data-needs-you={isOpen || undefined}
      className={`rounded-plain border px-3 py-2.5 ${isOpen ? 'border-ask/50 bg-ask-wash' : 'border-line'}`}
    >
      <p className="flex items-start gap-2">
        <CircleHelp size={16} aria-hidden="true" className={`mt-1 shrink-0 ${isOpen ? 'text-ask' : 'text-faint'}`} />
        <span dir="auto" className="whitespace-pre-wrap font-medium [overflow-wrap:anywhere]">
          {question.text}
        </span>
      </p>
      {isOpen ? (
        <AnswerForm
          options={question.options}
          onAnswer={(answer, key) => actions.answer(chatId, question.questionId, answer, key)}
        />
      ) : (
        <Answer question={question} callStatus={callStatus} threadId={threadId} />
      )}
    </article>
  );
}

function Answer({ question, callStatus, threadId }: QuestionProps) {
  if (question.status === 'open') {
    return <p className="mt-1 ps-6 text-small text-soft motion-safe:animate-breathe">Asking its parent …</p>;
  }
  const { answer, answeredBy } = question;
  return (
    <p className="mt-1 ps-6 text-small text-soft">
      {answeredBy === 'parent' && <ByParent threadId={threadId} />}
      <bdi>{answer ?? `Not answered${callStatus === 'cancelled' ? ': it was stopped' : ''}.`}</bdi>
    </p>
  );
}

function ByParent({ threadId }: Pick<QuestionProps, 'threadId'>) {
  const { chatId } = usePlace();
  const above = useThread(chatId, threadId)?.parent?.threadId ?? threadId;
  const name = useThread(chatId, above)?.agent.name;
  return (
    <span className="text-faint">
      Its parent, <bdi>{name}</bdi>, answered:{' '}
    </span>
  );
}

interface AnswerProps {
  options: readonly string[];
  onAnswer: (answer: string, idempotencyKey: string) => Promise<boolean>;
}

export function AnswerForm({ options, onAnswer }: AnswerProps) {
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const [attempts] = useState(() => new IdempotencyKeys());
  const mayWrite = useMay('write');
  const send = async (answer: string) => {
    if (answer.trim() === '' || isSending) return;
    setSending(true);
    if (!(await onAnswer(answer, attempts.keyFor(answer)))) setSending(false);
  };
  if (!mayWrite) return <p className="mt-1 ps-6 text-small text-soft">Waits for somebody who may answer.</p>;
  return (
    <form
      data-is-dirty={text !== '' || undefined}
      className="mt-2.5 flex flex-col gap-2 ps-6"
      onSubmit={(event) => {
        event.preventDefault();
        void send(text);
      }}
    >
      {options.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {options.map((option) => (
            <Button
              key={option}
              dir="auto"
              disabled={isSending}
              className="text-start"
              onClick={() => void send(option)}
            >
              {option}
            </Button>
          ))}
        </div>
      )}
      <div className="flex gap-1.5">
        <input
          dir="auto"
          aria-label="Your answer"
          placeholder={options.length > 0 ? 'Or answer in your own words' : 'Your answer'}
          value={text}
          disabled={isSending}
          onChange={(event) => setText(event.target.value)}
          className="min-h-8 min-w-0 flex-1 rounded-small border border-line-strong bg-raised px-2.5 text-small placeholder:text-faint"
        />
        <Button variant="primary" type="submit" disabled={isSending || text.trim() === ''}>
          {isSending ? 'Sending …' : 'Answer'}
        </Button>
      </div>
    </form>
  );
}
