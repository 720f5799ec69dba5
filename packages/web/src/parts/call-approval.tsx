import type { CallState, QuestionState, ThreadId } from '@retinue/protocol';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { actorName } from '../store/session/actor-name.ts';
import { pathTo } from '../store/threads/branch.ts';
import { useMay } from '../store/use-library.ts';
import { useTree } from '../store/use-store.ts';
import { lazyPart } from '../ui/loading/lazy-part.ts';
import { Waiting } from '../ui/status/note.tsx';
import { usePlace } from './place.ts';

const ApprovalCard = lazyPart(async () => (await import('./approval-card.tsx')).ApprovalCard);

/** Where a call needs a person's leave: the card while it waits, and then a line that says who decided what. */
export function CallApproval({
  call,
  question,
  threadId,
}: {
  call: CallState;
  question: QuestionState;
  threadId: ThreadId;
}) {
  const { chatId } = usePlace();
  if (question.status !== 'open') return <Decided question={question} />;
  return <OpenApproval chatId={chatId} threadId={threadId} call={call} question={question} />;
}

function OpenApproval({
  chatId,
  threadId,
  call,
  question,
}: {
  chatId: ThreadId;
  threadId: ThreadId;
  call: CallState;
  question: QuestionState;
}) {
  const tree = useTree(chatId);
  const path = useMemo(
    () =>
      tree
        ? pathTo(tree, threadId).map((step) => ({
            threadId: step.threadId,
            agentName: step.agent.name,
            title: step.title,
          }))
        : [],
    [tree, threadId],
  );
  return (
    <Suspense fallback={<Waiting label="Opening …" />}>
      <ApprovalCard
        chatId={chatId}
        questionId={question.questionId}
        call={{ toolName: call.name, args: call.args }}
        lapsesAt={question.lapsesAt}
        path={path}
      />
    </Suspense>
  );
}

function Decided({ question: { verdict, answer, answerer } }: { question: QuestionState }) {
  const isOwner = useMay('run');
  const isApproved = verdict === 'approved';
  const Icon = isApproved ? ShieldCheck : ShieldX;
  const who = actorName(answerer, isOwner);
  const reason = answer && answer !== verdict ? `: ${answer}` : '';
  return (
    <p className="flex items-start gap-1.5 px-1 text-tiny text-soft">
      <Icon size={13} aria-hidden="true" className={`mt-0.5 shrink-0 ${isApproved ? 'text-good' : 'text-faint'}`} />
      <span dir="auto" className="[overflow-wrap:anywhere]">
        {verdict === null ? 'Nobody decided on it' : `${isApproved ? 'Approved' : 'Refused'} by ${who}${reason}`}
      </span>
    </p>
  );
}
