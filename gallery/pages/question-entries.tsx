import type { ReactNode } from 'react';
import { ApprovalRequest } from '../../packages/web/src/components/approvals/approval-request.tsx';
import { AgentPicker } from '../../packages/web/src/components/composer/agent-picker.tsx';
import { BudgetField } from '../../packages/web/src/components/composer/budget-field.tsx';
import { Composer, useReply } from '../../packages/web/src/components/composer/composer.tsx';
import { AnswerForm } from '../../packages/web/src/components/questions/answer-form.tsx';
import { CallQuestion } from '../../packages/web/src/components/questions/call-question.tsx';
import {
  type OpenQuestion,
  QuestionCard,
  QuestionText,
} from '../../packages/web/src/components/questions/question-card.tsx';
import type { BudgetDraft } from '../../packages/web/src/store/budgets.ts';
import type { LoadedThread } from '../../packages/web/src/store/chats/chat-tree.ts';
import { keepUnsent } from '../../packages/web/src/store/sending/unsent.ts';
import { InChat, InStore, inStore } from '../in-store.tsx';
import type { SampleChats } from '../sample-chats.ts';
import type { Variant } from '../sample-server.ts';
import { type Entries, ignore, type Samples, Stateful } from '../samples.tsx';

const never = async () => false;

export function questionEntries({ sentence, name, long }: Samples, { asking, answered }: SampleChats): Entries {
  const [first, second] = [asking.chatId, answered.chatId];
  const path = [
    { threadId: first, agentName: name, title: sentence },
    { threadId: second, agentName: `${name} 2`, title: long },
  ];
  const call = { toolName: 'sendMail', args: { to: 'ada@example.com', text: sentence } };
  const shared = { chatId: first, path, text: sentence, options: [], lapsesAt: null, approval: null };
  const [open] = asking.questionIds;
  if (!open) return {};
  const question: OpenQuestion = { ...shared, questionId: open };
  const approval = { ...question, approval: call };
  const card = (fields: Partial<OpenQuestion> = {}, as?: Variant) =>
    inStore(<QuestionCard question={{ ...question, ...fields }} />, as);
  const request = (lapsesAt: number | null, as?: Variant) =>
    inStore(<ApprovalRequest question={{ ...approval, lapsesAt }} call={call} />, as);
  return {
    QuestionCard: {
      question: card(),
      'with options': card({ options: ['2023', long] }),
      approval: card({ approval: call }),
      viewer: card({}, 'viewer'),
    },
    ApprovalRequest: {
      open: request(null),
      'can lapse': request(Date.now() + 3_600_000),
      lapsed: request(Date.now() - 1000),
      viewer: request(null, 'viewer'),
    },
    QuestionText: {
      open: <QuestionText text={sentence} iconColor="text-ask" />,
      closed: <QuestionText text={long.repeat(3)} iconColor="text-faint" />,
    },
    AnswerForm: {
      text: inStore(<AnswerForm options={[]} onAnswer={never} />),
      'with options': inStore(<AnswerForm options={['2023', long]} onAnswer={never} />),
    },
    CallQuestion: {
      'open, answered, with the parent, approved and refused': (
        <InChat chat={asking}>{(root) => <Asked thread={root} />}</InChat>
      ),
    },
  };
}

function Asked({ thread: { items, threadId } }: { thread: LoadedThread }): ReactNode {
  const calls = items.flatMap((item) => (item.type === 'step' ? item.calls : []));
  return calls.map(
    (call) => call.question && <CallQuestion key={call.callId} {...{ call, threadId, question: call.question }} />,
  );
}

export function composerEntries({ sentence, long }: Samples, { agents, asking, writing }: SampleChats): Entries {
  const box = { placeholder: sentence, onSend: never };
  for (const key of ['typing', 'closed with a text']) keepUnsent(key, long);
  const states: Record<string, Partial<Parameters<typeof Composer>[0]>> = {
    empty: { hasBudget: true },
    typing: {},
    running: { onStop: ignore },
    closed: { closed: sentence },
    'closed with a text': { closed: sentence },
  };
  return {
    Composer: {
      ...Object.fromEntries(
        Object.entries(states).map(([state, fields]) => [
          state,
          <InStore key={state}>
            <Composer id={`composer ${state}`} keptAs={state} {...box} {...fields} />
          </InStore>,
        ]),
      ),
      answering: <InChat chat={asking}>{(root) => <Reply thread={root} placeholder={sentence} />}</InChat>,
      'for the next step': <InChat chat={writing}>{(root) => <Reply thread={root} placeholder={sentence} />}</InChat>,
    },
    AgentPicker: {
      chosen: inStore(<AgentPicker chosen={agents.lead.agentId} onChoose={ignore} />),
    },
    BudgetField: {
      none: budget(null),
      amount: budget({ amount: '20,000', unit: 'tokens' }),
      wrong: budget({ amount: 'x', unit: 'dollars' }),
    },
  };
}

function Reply({ thread, placeholder }: { thread: LoadedThread; placeholder: string }): ReactNode {
  const reply = useReply({ chatId: thread.threadId, thread, placeholder, send: never });
  return <Composer id={`reply ${thread.threadId}`} keptAs={`reply ${thread.threadId}`} {...reply} onStop={ignore} />;
}

function budget(draft: BudgetDraft | null): ReactNode {
  return (
    <Stateful<BudgetDraft | null> initial={draft}>
      {(value, set) => (
        <span className="inline-flex">
          <BudgetField draft={value} onChange={set} />
        </span>
      )}
    </Stateful>
  );
}
