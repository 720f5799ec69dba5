import { Check, ChevronRight, RotateCcw, ShieldQuestion, X } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import type { Refused } from '../../store/outcome.ts';
import type { QuestionDecision, ShownCall } from '../../store/questions/decide.ts';
import { useNow } from '../../store/stream/use-now.ts';
import { formatLapse } from '../../store/usage/figures.ts';
import { useActions, useMay } from '../../store/use-store.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ExactText } from '../../ui/text/exact-text.tsx';
import type { OpenQuestion } from '../questions/question-card.tsx';
import { approvalsCopy } from './copy.ts';

interface RequestProps {
  question: OpenQuestion;
  call: ShownCall;
  children?: ReactNode;
}

/** A call that needs a person's approval, with its exact arguments. */
export function ApprovalRequest({ question, call, children }: RequestProps) {
  const mayWrite = useMay('write');
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex items-start gap-2">
        <ShieldQuestion size={17} className="mt-0.5 shrink-0 text-ask" />
        <div className="min-w-0 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">
            {approvalsCopy.allow} <code className="font-mono text-small">{call.toolName}</code>?
          </p>
          <RequestPath path={question.path} />
          {children}
        </div>
      </div>
      <ExactText label={approvalsCopy.arguments} text={JSON.stringify(call.args, null, 2)} />
      {mayWrite ? (
        <Verdict question={question} call={call} />
      ) : (
        <p className="text-small text-soft">{approvalsCopy.viewerApproval}</p>
      )}
    </div>
  );
}

function RequestPath({ path }: Pick<OpenQuestion, 'path'>) {
  return (
    <div className="text-tiny text-soft">
      <p className="flex flex-wrap items-center gap-x-0.5">
        <span className="sr-only">{approvalsCopy.askedBy}</span>
        {path.map(({ agentName, threadId }, index) => (
          <Fragment key={threadId}>
            {index > 0 && <ChevronRight size={12} className="text-faint rtl:-scale-x-100" />}
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

function Verdict({ question, call }: RequestProps) {
  const { problem, isSending, hasLapsed, lapse, decide, askAgain } = useVerdict(question, call);
  const [isRefusing, setRefusing] = useState(false);
  const [hasTurnedBack, setTurnedBack] = useState(false);
  return (
    <>
      {problem && (
        <p role="alert" className="text-small font-medium text-bad">
          {problem.message}
        </p>
      )}
      {lapse && <p className="text-small text-soft">{lapse}</p>}
      {isRefusing ? (
        <RefusalForm
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
            icon={hasLapsed ? <RotateCcw size={14} /> : <Check size={14} />}
            disabled={isSending}
            onClick={() => void (hasLapsed ? askAgain() : decide({ verdict: 'approved', reason: '' }))}
          >
            {hasLapsed ? approvalsCopy.askAgain : approvalsCopy.approve}
          </Button>
          <Button
            icon={<X size={14} />}
            autoFocus={hasTurnedBack}
            disabled={isSending}
            onClick={() => setRefusing(true)}
          >
            {approvalsCopy.startRefusal}
          </Button>
        </div>
      )}
    </>
  );
}

function useVerdict({ chatId, questionId, lapsesAt }: OpenQuestion, call: ShownCall) {
  const actions = useActions();
  const now = useNow(lapsesAt !== null);
  const [isSending, setSending] = useState(false);
  const [isAskedAgain, setAskedAgain] = useState(false);
  const [problem, setProblem] = useState<Refused | null>(null);
  const decide = async (decision: QuestionDecision) => {
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
  // The server decides, even if this clock is wrong: it does not change an approval that has not lapsed.
  const isReported = problem?.code === 'approval-lapsed';
  const hasLapsed = isReported || (lapsesAt !== null && now >= lapsesAt && !isAskedAgain);
  const isShown = lapsesAt !== null && !isReported && (hasLapsed || now < lapsesAt);
  return { problem, isSending, hasLapsed, lapse: isShown ? formatLapse(lapsesAt, now) : null, decide, askAgain };
}

interface RefusalProps {
  isSending: boolean;
  onRefuse: (reason: string) => void;
  onBack: () => void;
}

function RefusalForm({ isSending, onRefuse, onBack }: RefusalProps) {
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
        aria-label={approvalsCopy.reason}
        placeholder={approvalsCopy.reasonHint}
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
        {approvalsCopy.refuse}
      </Button>
      <Button variant="quiet" disabled={isSending} onClick={onBack}>
        {approvalsCopy.back}
      </Button>
    </form>
  );
}
