import { useState } from 'react';
import { IdempotencyKeys } from '../../store/sending/idempotency-keys.ts';
import { useMay } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { questionsCopy } from './copy.ts';

interface AnswerProps {
  options: readonly string[];
  onAnswer: (answer: string, idempotencyKey: string) => Promise<boolean>;
}

export function AnswerForm({ options, onAnswer }: AnswerProps) {
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const [keys] = useState(() => new IdempotencyKeys());
  const mayWrite = useMay('write');
  const send = async (answer: string) => {
    if (answer.trim() === '' || isSending) return;
    setSending(true);
    if (!(await onAnswer(answer, keys.keyFor(answer)))) setSending(false);
  };
  if (!mayWrite) return <p className="mt-1 ps-6 text-small text-soft">{questionsCopy.viewerAnswer}</p>;
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
          aria-label={questionsCopy.yourAnswer}
          placeholder={options.length > 0 ? questionsCopy.ownAnswer : questionsCopy.yourAnswer}
          value={text}
          disabled={isSending}
          onChange={(event) => setText(event.target.value)}
          className="min-h-8 min-w-0 flex-1 rounded-small border border-line-strong bg-raised px-2.5 text-small placeholder:text-faint"
        />
        <Button variant="primary" type="submit" disabled={isSending || text.trim() === ''}>
          {isSending ? questionsCopy.sending : questionsCopy.answer}
        </Button>
      </div>
    </form>
  );
}
