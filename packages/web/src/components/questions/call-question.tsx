import type { CallState, QuestionState, ThreadId } from '@retinue/protocol';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useMemo } from 'react';
import { actorName } from '../../store/session/actor-name.ts';
import { pathTo } from '../../store/threads/branch.ts';
import { useMay, useThread, useTree } from '../../store/use-store.ts';
import { useViewContext } from '../thread/view-context.ts';
import { questionsCopy } from './copy.ts';
import { QuestionCard, QuestionText } from './question-card.tsx';

interface QuestionProps {
  call: CallState;
  question: QuestionState;
  threadId: ThreadId;
}

/** The question or approval of a call: a card while it is open for a person, then its outcome. */
export function CallQuestion(props: QuestionProps) {
  const { kind, status, audience } = props.question;
  if (status === 'open' && (kind === 'approval' || audience === 'person')) return <OpenCallQuestion {...props} />;
  return kind === 'approval' ? <Decided question={props.question} /> : <Answered {...props} />;
}

function OpenCallQuestion({ call, question, threadId }: QuestionProps) {
  const { chatId } = useViewContext();
  const tree = useTree(chatId);
  const path = useMemo(() => {
    const steps = tree ? pathTo(tree, threadId) : [];
    return steps.map((step) => ({ threadId: step.threadId, agentName: step.agent.name, title: step.title }));
  }, [tree, threadId]);
  const approval = question.kind === 'approval' ? { toolName: call.name, args: call.args } : null;
  return <QuestionCard question={{ ...question, chatId, approval, path }} />;
}

function Answered({ call, question, threadId }: QuestionProps) {
  const notAnswered = call.status === 'cancelled' ? questionsCopy.notAnsweredCanceled : questionsCopy.notAnswered;
  return (
    <article aria-label={questionsCopy.question} className="rounded-plain border border-line px-3.5 py-2.5">
      <QuestionText text={question.text} iconColor="text-faint" />
      {question.status === 'open' ? (
        <p className="mt-1 ps-6 text-small text-soft motion-safe:animate-breathe">{questionsCopy.askingParent}</p>
      ) : (
        <p className="mt-1 ps-6 text-small text-soft">
          {question.answeredBy === 'parent' && <ParentName threadId={threadId} />}
          <bdi>{question.answer ?? notAnswered}</bdi>
        </p>
      )}
    </article>
  );
}

function ParentName({ threadId }: { threadId: ThreadId }) {
  const { chatId } = useViewContext();
  const parentId = useThread(chatId, threadId)?.parent?.threadId ?? threadId;
  const name = useThread(chatId, parentId)?.agent.name;
  return (
    <span className="text-faint">
      {questionsCopy.answeredBy} <bdi>{name}</bdi>:{' '}
    </span>
  );
}

function Decided({ question: { verdict, answer, answerer } }: { question: QuestionState }) {
  const isOwner = useMay('run');
  const isApproved = verdict === 'approved';
  const Icon = isApproved ? ShieldCheck : ShieldX;
  const reason = answer !== null && answer !== verdict ? answer : '';
  return (
    <p className="flex items-start gap-1.5 px-1 text-tiny text-soft">
      <Icon size={13} className={`mt-0.5 shrink-0 ${isApproved ? 'text-good' : 'text-faint'}`} />
      <span dir="auto" className="[overflow-wrap:anywhere]">
        {verdict === null
          ? questionsCopy.noDecision
          : questionsCopy.decision(isApproved, actorName(answerer, isOwner), reason)}
      </span>
    </p>
  );
}
