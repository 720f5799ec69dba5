import type { Chat, Question } from '@retinue/protocol';
import { costOf, totalTokens } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApprovalCard } from '../../components/questions/approval-card.tsx';
import { AnswerForm } from '../../components/questions/question-card.tsx';
import { AlertsSwitch } from '../../components/shell/alerts-switch.tsx';
import { toneOf, Unread } from '../../components/shell/chat-row.tsx';
import { useNow } from '../../store/stream/use-now.ts';
import { formatAgo, formatCost, formatCount } from '../../store/usage/figures.ts';
import { useActions, useChats, useHasMoreQuestions, useQuestions } from '../../store/use-store.ts';
import { PageFrame } from '../../ui/layout/page.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { Status } from '../../ui/status/status.tsx';

/** Everything that goes on in the workspace: what needs a person first. */
export function InboxScreen() {
  const chats = useChats();
  const questions = useQuestions();
  const hasMore = useHasMoreQuestions();
  const running = chats.filter((chat) => toneOf(chat) === 'running');
  const done = chats.filter((chat) => !['running', 'waiting'].includes(toneOf(chat))).slice(0, 30);
  return (
    <PageFrame>
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 pt-14 pb-16 sm:px-6">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-title font-semibold tracking-tight">Inbox</h1>
          <AlertsSwitch />
        </header>
        <Group
          title="Needs you"
          count={questions.length}
          empty="Nothing needs you. Questions from any agent, however deep, come here."
        >
          {questions.map((question) => (
            <Boundary key={question.questionId} as="item" what="question" content={() => question} resetKey={question}>
              <QuestionRow question={question} chat={chats.find(({ chatId }) => chatId === question.chatId)} />
            </Boundary>
          ))}
          {hasMore && (
            <li className="text-small text-soft">
              Showing the first {questions.length} questions. More appear as you answer.
            </li>
          )}
        </Group>
        <Group title="Running" count={running.length} empty="Nobody is at work.">
          {running.map((chat) => (
            <Boundary key={chat.chatId} as="item" what="chat" content={() => chat} resetKey={chat}>
              <ChatLine chat={chat} />
            </Boundary>
          ))}
        </Group>
        <Group title="Done" count={done.length} empty="Nothing is done yet.">
          {done.map((chat) => (
            <Boundary key={chat.chatId} as="item" what="chat" content={() => chat} resetKey={chat}>
              <ChatLine chat={chat} />
            </Boundary>
          ))}
        </Group>
      </div>
    </PageFrame>
  );
}

function Group({
  title,
  count,
  empty,
  children,
}: {
  title: string;
  count: number;
  empty: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="flex items-baseline gap-2 text-small font-semibold text-soft">
        {title}
        <span className="text-tiny font-normal tabular-nums text-faint">{count}</span>
      </h2>
      {count === 0 ? (
        <p className="text-small text-faint">{empty}</p>
      ) : (
        <ul className="flex flex-col gap-1.5">{children}</ul>
      )}
    </section>
  );
}

function QuestionRow({ question, chat }: { question: Question; chat: Chat | undefined }) {
  const actions = useActions();
  const { approval, chatId, questionId, lapsesAt, path } = question;
  if (approval) {
    return (
      <li>
        <ApprovalCard chatId={chatId} questionId={questionId} call={approval} lapsesAt={lapsesAt} path={path}>
          <ChatLink question={question} chat={chat} />
        </ApprovalCard>
      </li>
    );
  }
  return (
    <li data-needs-you className="rounded-plain border border-ask/50 bg-ask-wash px-3.5 py-3">
      <p className="flex items-start gap-2">
        <CircleHelp size={16} className="mt-1 shrink-0 text-ask" aria-hidden="true" />
        <span dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap font-medium">
          {question.text}
        </span>
      </p>
      <div className="ps-6">
        <ChatLink question={question} chat={chat} />
      </div>
      <AnswerForm
        options={question.options}
        onAnswer={(answer, key) => actions.answer(question.chatId, question.questionId, answer, key)}
      />
    </li>
  );
}

function ChatLink({ question, chat }: { question: Question; chat: Chat | undefined }) {
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: question.chatId }}
      search={{}}
      dir="auto"
      className="block w-fit max-w-full truncate text-tiny text-soft underline-offset-2 hover:underline"
    >
      {chat?.title ?? 'Open the chat'}
    </Link>
  );
}

function ChatLine({ chat }: { chat: Chat }) {
  const now = useNow(true);
  return (
    <li>
      <Link
        to="/chat/$chatId"
        params={{ chatId: chat.chatId }}
        search={{}}
        className="flex items-center gap-3 rounded-plain border border-line bg-raised px-3.5 py-2 shadow-lift hover:bg-hover"
      >
        <Status tone={toneOf(chat)} />
        <span dir="auto" className="min-w-0 flex-1 truncate text-small">
          {chat.title}
        </span>
        <Unread count={chat.unread} />
        <span className="hidden shrink-0 text-tiny tabular-nums text-faint sm:inline">
          {chat.openTasks > 0
            ? `${chat.tasks - chat.openTasks} of ${formatCount(chat.tasks, 'task')} done`
            : formatCount(chat.tasks, 'task')}{' '}
          · {formatCost(totalTokens(chat.usage), costOf(chat.usage))}
        </span>
        <span className="w-12 shrink-0 text-end text-tiny tabular-nums text-faint">
          {formatAgo(chat.updatedAt, now)}
        </span>
      </Link>
    </li>
  );
}
