import type { QuestionId, ThreadId } from '@retinue/protocol';
import { Check, ChevronRight, RotateCcw, ShieldQuestion, X } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import type { Refused } from '../store/forms.ts';
import type { ShownCall } from '../store/questions/args-hash.ts';
import type { Decision } from '../store/questions/decide.ts';
import { useNow } from '../store/stream/use-now.ts';
import { formatLapse } from '../store/usage/figures.ts';
import { useMay } from '../store/use-library.ts';
import { useActions } from '../store/use-store.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ExactText } from '../ui/text/exact-text.tsx';

interface ApprovalProps {
  chatId: ThreadId;
  questionId: QuestionId;
  call: ShownCall;
  /** From when on it can't be approved unless it is asked for again. */
  lapsesAt: number | null;
  /** From the chat down to who asks. */
  path: readonly { threadId: ThreadId; agentName: string; title: string }[];
  /** The way to the chat, where the card stands elsewhere. */
  children?: ReactNode;
}

/** A call that waits for a person's leave, with exactly what it would do. The same in the chat, beside it and in the inbox. */
export function ApprovalCard({ chatId, questionId, call, lapsesAt, path, children }: ApprovalProps) {
  return (
    <article
      aria-label="Needs your approval"
      data-needs-you
      className="flex flex-col gap-2.5 rounded-plain border border-ask/50 bg-ask-wash px-3.5 py-3"
    >
      <div className="flex items-start gap-2">
        <ShieldQuestion size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-ask" />
        <div className="min-w-0 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">
            May it use <code className="font-mono text-[0.92em]">{call.toolName}</code>?
          </p>
          <Asker path={path} />
          {children}
        </div>
      </div>
      <ExactText label="with exactly this" text={JSON.stringify(call.args, null, 2)} />
      <Verdicts chatId={chatId} questionId={questionId} call={call} lapsesAt={lapsesAt} />
    </article>
  );
}

function Asker({ path }: Pick<ApprovalProps, 'path'>) {
  return (
    <div className="text-tiny text-soft">
      <p className="flex flex-wrap items-center gap-x-0.5">
        <span className="sr-only">Asked by </span>
        {path.map(({ agentName, threadId }, index) => (
          <Fragment key={threadId}>
            {index > 0 && <ChevronRight size={12} aria-hidden="true" className="text-faint rtl:-scale-x-100" />}
            <span dir="auto">{agentName}</span>
          </Fragment>
        ))}
      </p>
      <p dir="auto" className="[overflow-wrap:anywhere]">
        {path.at(-1)?.title}
      </p>
    </div>
  );
}

type VerdictsProps = Pick<ApprovalProps, 'chatId' | 'questionId' | 'call' | 'lapsesAt'>;

function Verdicts({ chatId, questionId, call, lapsesAt }: VerdictsProps) {
  const actions = useActions();
  const now = useNow(lapsesAt !== null);
  const mayWrite = useMay('write');
  const [isRefusing, setRefusing] = useState(false);
  const [hasTurnedBack, setTurnedBack] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isAskedAgain, setAskedAgain] = useState(false);
  const [problem, setProblem] = useState<Refused | null>(null);
  const decide = async (decision: Decision) => {
    setSending(true);
    const refused = await actions.decide(chatId, questionId, call, decision);
    setProblem(refused);
    if (refused !== null) setSending(false);
  };
  const askAgain = async () => {
    setSending(true);
    setProblem(await actions.askAgain(chatId, questionId));
    setAskedAgain(true);
    setSending(false);
  };
  // The server decides, also where this clock is behind or ahead: it leaves one that has not lapsed as it is.
  const isToldSo = problem?.code === 'approval-lapsed';
  const hasLapsed = isToldSo || (lapsesAt !== null && now >= lapsesAt && !isAskedAgain);
  if (!mayWrite) return <p className="text-small text-soft">Waits for somebody who may decide.</p>;
  return (
    <>
      {problem && (
        <p role="alert" className="text-small font-medium text-bad">
          {problem.words}
        </p>
      )}
      {lapsesAt !== null && !isToldSo && (hasLapsed || now < lapsesAt) && (
        <p className="text-small text-soft">{formatLapse(lapsesAt, now)}</p>
      )}
      {isRefusing ? (
        <Refusing
          isSending={isSending}
          onRefuse={(reason) => void decide({ verdict: 'refused', reason })}
          onBack={() => {
            setTurnedBack(true);
            setRefusing(false);
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            data-answers
            icon={hasLapsed ? <RotateCcw size={14} aria-hidden="true" /> : <Check size={14} aria-hidden="true" />}
            disabled={isSending}
            onClick={() => void (hasLapsed ? askAgain() : decide({ verdict: 'approved', reason: '' }))}
          >
            {hasLapsed ? 'Ask again' : 'Approve'}
          </Button>
          <Button
            icon={<X size={14} aria-hidden="true" />}
            autoFocus={hasTurnedBack}
            disabled={isSending}
            onClick={() => setRefusing(true)}
          >
            Refuse …
          </Button>
        </div>
      )}
    </>
  );
}

interface RefusingProps {
  isSending: boolean;
  onRefuse: (reason: string) => void;
  onBack: () => void;
}

function Refusing({ isSending, onRefuse, onBack }: RefusingProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      data-is-dirty={reason !== '' || undefined}
      className="flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) onRefuse(reason.trim());
      }}
    >
      <input
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to refuse it.
        autoFocus
        aria-label="Why not"
        placeholder="Why not? The agent is told (optional)"
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onBack();
        }}
        className="min-h-8 min-w-0 flex-1 basis-56 rounded-small border border-line-strong bg-raised px-2.5 text-small placeholder:text-faint"
      />
      <Button variant="danger" type="submit" disabled={isSending}>
        Refuse
      </Button>
      <Button variant="quiet" disabled={isSending} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
