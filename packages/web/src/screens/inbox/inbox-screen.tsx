import type { Chat, Question } from '@retinue/protocol';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AlertsSwitch } from '../../components/alerts/alerts-switch.tsx';
import { QuestionCard } from '../../components/questions/question-card.tsx';
import { toneOf, Unread } from '../../components/shell/chat-row.tsx';
import { useNow } from '../../store/stream/use-now.ts';
import { formatAgo, formatRowCost, spentOf } from '../../store/usage/figures.ts';
import { useChats, useHasMoreQuestions, useQuestions } from '../../store/use-store.ts';
import { PageFrame } from '../../ui/layout/page.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { Status } from '../../ui/status.tsx';
import { inboxCopy } from './copy.ts';

/** All chats of the workspace, open questions first. */
export function InboxScreen() {
  const chats = useChats();
  const questions = useQuestions();
  const hasMore = useHasMoreQuestions();
  const running = chats.filter((chat) => toneOf(chat) === 'running');
  const done = chats.filter((chat) => !['running', 'waiting'].includes(toneOf(chat))).slice(0, 30);
  return (
    <PageFrame className="max-w-3xl gap-8 pb-16">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title font-semibold tracking-tight">{inboxCopy.title}</h1>
        <AlertsSwitch />
      </header>
      <Group title={inboxCopy.waiting} count={questions.length} empty={inboxCopy.nothingWaiting}>
        {questions.map((question) => (
          <Boundary key={question.questionId} as="item" what="question" content={() => question} resetKey={question}>
            <li>
              <QuestionCard question={question}>
                <ChatLink question={question} chat={chats.find(({ chatId }) => chatId === question.chatId)} />
              </QuestionCard>
            </li>
          </Boundary>
        ))}
        {hasMore && <li className="text-small text-soft">{inboxCopy.moreQuestions(questions.length)}</li>}
      </Group>
      <ChatGroup title={inboxCopy.running} chats={running} empty={inboxCopy.nothingRunning} />
      <ChatGroup title={inboxCopy.done} chats={done} empty={inboxCopy.nothingDone} />
    </PageFrame>
  );
}

function ChatGroup({ chats, ...group }: Pick<GroupProps, 'title' | 'empty'> & { chats: readonly Chat[] }) {
  return (
    <Group {...group} count={chats.length}>
      {chats.map((chat) => (
        <Boundary key={chat.chatId} as="item" what="chat" content={() => chat} resetKey={chat}>
          <ChatLine chat={chat} />
        </Boundary>
      ))}
    </Group>
  );
}

interface GroupProps {
  title: string;
  count: number;
  empty: string;
  children: ReactNode;
}

function Group({ title, count, empty, children }: GroupProps) {
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

function ChatLink({ question, chat }: { question: Question; chat: Chat | undefined }) {
  return (
    <Link
      to="/chat/$chatId"
      params={{ chatId: question.chatId }}
      search={{}}
      dir="auto"
      className="block w-fit max-w-full truncate text-tiny text-soft underline-offset-2 hover:underline"
    >
      {chat?.title ?? inboxCopy.openChat}
    </Link>
  );
}

function ChatLine({ chat }: { chat: Chat }) {
  const now = useNow(true);
  const cost = formatRowCost(spentOf(chat.usage, chat.unpricedTokens));
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
        <span className="hidden shrink-0 text-tiny tabular-nums text-faint sm:inline" title={cost.title}>
          {inboxCopy.tasks(chat.tasks, chat.openTasks)} · {cost.text}
        </span>
        <span className="w-12 shrink-0 text-end text-tiny tabular-nums text-faint">
          {formatAgo(chat.updatedAt, now)}
        </span>
      </Link>
    </li>
  );
}
