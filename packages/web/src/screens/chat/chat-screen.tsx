import type { TaskState, ThreadId } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { Composer } from '../../components/composer/composer.tsx';
import { composerCopy } from '../../components/composer/copy.ts';
import { ChatStopBar } from '../../components/shell/stop-bar.tsx';
import { Scroller } from '../../components/thread/scroller.tsx';
import { ThreadView } from '../../components/thread/thread-view.tsx';
import { type PaneTab, type ViewContext, ViewContextProvider } from '../../components/thread/view-context.ts';
import type { Sending } from '../../store/actions.ts';
import { useMarkRead } from '../../store/chats/use-mark-read.ts';
import { IdempotencyKeys } from '../../store/sending/idempotency-keys.ts';
import { unsent } from '../../store/sending/unsent.ts';
import { openQuestionOf } from '../../store/threads/thread-rows.ts';
import { useMay } from '../../store/use-library.ts';
import {
  useActions,
  useIsGone,
  useIsStopped,
  useStore,
  useThread,
  useTreeProblem,
  useWatch,
} from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { Note, Waiting } from '../../ui/status/note.tsx';
import type { PaneSearch } from '../routes.tsx';
import { ChatHead } from './chat-head.tsx';
import { chatCopy } from './copy.ts';
import { PaneFrame } from './pane-frame.tsx';

const DamagedChat = lazyPart(async () => (await import('../damaged-chat/damaged-chat.tsx')).DamagedChat);

export function ChatScreen({ chatId, search }: { chatId: ThreadId; search: PaneSearch }) {
  useWatch(chatId);
  useMarkRead(chatId);
  const view = useChatView(chatId, search);
  return (
    <ViewContextProvider value={view}>
      <PaneFrame chatId={chatId} search={search}>
        <ChatColumn chatId={chatId} />
      </PaneFrame>
    </ViewContextProvider>
  );
}

function useChatView(chatId: ThreadId, { task, call }: PaneSearch): ViewContext {
  const navigate = useNavigate();
  const showTask = useCallback(
    (taskId: string, tab?: PaneTab) =>
      void navigate({
        to: '/chat/$chatId',
        params: { chatId },
        search: { task: taskId, ...(tab && tab !== 'messages' ? { tab } : {}) },
      }),
    [navigate, chatId],
  );
  const closePane = useCallback(
    () => void navigate({ to: '/chat/$chatId', params: { chatId }, search: {} }),
    [navigate, chatId],
  );
  const ask = useAsk(chatId);
  return useMemo(
    () => ({
      chatId,
      kind: 'chat',
      title: null,
      shownTask: task ?? null,
      shownCall: call ?? null,
      showTask,
      closePane,
      ask,
      drawThread,
    }),
    [chatId, task, call, showTask, closePane, ask],
  );
}

/** Sends a suggested question once, however often it is pressed. */
function useAsk(chatId: ThreadId): (text: string) => void {
  const actions = useActions();
  const [attempts] = useState(() => new IdempotencyKeys());
  const isBusy = useRef(false);
  return useCallback(
    (text) => {
      if (isBusy.current) return;
      isBusy.current = true;
      const sending = { budget: null, idempotencyKey: attempts.keyFor(text) };
      void actions.send(chatId, text, sending).then((isSent) => {
        isBusy.current = false;
        if (isSent) attempts.end();
      });
    },
    [actions, chatId, attempts],
  );
}

const drawThread = (task: TaskState) => <ThreadView threadId={task.childThreadId} task={task} />;

function ChatColumn({ chatId }: { chatId: ThreadId }) {
  const thread = useThread(chatId, chatId);
  const problem = useTreeProblem(chatId);
  const store = useStore();
  const actions = useActions();
  if (problem?.isDamaged)
    return (
      <Suspense fallback={<Waiting label={chatCopy.opening} />}>
        <DamagedChat chatId={chatId} message={problem.words} />
      </Suspense>
    );
  if (!thread && problem) return <Problem chatId={chatId} {...problem} />;
  return (
    <section aria-label={chatCopy.chat} className="flex h-full min-w-0 flex-col">
      {thread ? (
        <Boundary as="screen" what="chat" content={() => store.tree(chatId)?.tree} resetKey={thread}>
          <ChatHead chatId={chatId} thread={thread} />
          <DeletedBar chatId={chatId} />
          <ChatStopBar chatId={chatId} isStopped={thread.stoppedAt !== null} />
          <Scroller
            hasOlder={(thread.itemsBefore ?? 0) > 0}
            onOlder={() => actions.older(chatId, chatId)}
            onEnd={() => actions.trim(chatId, chatId)}
            label={chatCopy.messages}
            className="mx-auto w-full max-w-[42rem] px-4 pt-4 pb-8 sm:px-6"
          >
            <ThreadView threadId={chatId} />
          </Scroller>
        </Boundary>
      ) : (
        <div className="min-h-0 flex-1">
          <Waiting label={chatCopy.opening} />
        </div>
      )}
      <div className="mx-auto w-full max-w-[42rem] px-3 pb-3 sm:px-6 sm:pb-5">
        <ChatComposer chatId={chatId} />
      </div>
    </section>
  );
}

/** A deleted chat stays visible until the person leaves it. */
function DeletedBar({ chatId }: { chatId: ThreadId }) {
  if (!useIsGone(chatId)) return null;
  return (
    <p role="status" className="border-b border-line bg-ask-wash px-4 py-2 text-small text-ask sm:px-6">
      {chatCopy.deletedBar}
    </p>
  );
}

function Problem({ chatId, words: message, isMissing }: { chatId: ThreadId; words: string; isMissing: boolean }) {
  const store = useStore();
  return (
    <Note isPage title={isMissing ? chatCopy.missingTitle : chatCopy.failedTitle}>
      <p className="mb-3">{isMissing ? chatCopy.missing : message}</p>
      {isMissing && <KeptText chatId={chatId} />}
      {!isMissing && <Button onClick={() => void store.loadTree(chatId)}>{chatCopy.retry}</Button>}
    </Note>
  );
}

/** The text that was typed but never sent. */
function KeptText({ chatId }: { chatId: ThreadId }) {
  const text = unsent(chatId);
  if (text === '') return null;
  return (
    <figure className="rounded-plain border border-line bg-raised text-start">
      <figcaption className="flex items-center justify-between border-b border-line py-0.5 ps-3 pe-1 text-tiny text-faint">
        {chatCopy.unsentText} <CopyButton text={text} label={composerCopy.copyText} />
      </figcaption>
      <p dir="auto" className="max-h-60 overflow-auto whitespace-pre-wrap px-3 py-2 wrap-anywhere">
        {text}
      </p>
    </figure>
  );
}

/** Drawn before the chat has loaded, so that typing is never lost. */
function ChatComposer({ chatId }: { chatId: ThreadId }) {
  const thread = useThread(chatId, chatId);
  const actions = useActions();
  const mayWrite = useMay('write');
  const isStopped = useIsStopped(chatId);
  const isGone = useIsGone(chatId);
  if (!mayWrite) return <p className="text-center text-small text-faint">{chatCopy.viewer}</p>;
  const isAtWork = thread !== null && isUnfinished(thread.status);
  const hasWork = isAtWork || (thread?.openTasks.length ?? 0) > 0;
  const question = thread && openQuestionOf(thread)?.call.question;
  const send = (text: string, sending: Sending) =>
    question
      ? actions.answer(chatId, question.questionId, text, sending.idempotencyKey)
      : actions.send(chatId, text, sending);
  return (
    <Composer
      isFocused
      keptAs={chatId}
      target={question?.questionId ?? null}
      placeholder={question ? composerCopy.answerAbove : placeholderOf({ isAtWork, isStopped })}
      hasBudget={thread !== null && !isAtWork}
      onSend={send}
      closed={isGone ? composerCopy.chatDeleted : null}
      onStop={hasWork ? () => void actions.stop(chatId) : undefined}
    >
      {thread && (
        <span className="flex min-w-0 items-center gap-1.5 ps-2 text-small text-faint">
          <AgentMark badge={thread.agent.badge} size={20} />
          <span className="truncate">{thread.agent.name}</span>
        </span>
      )}
    </Composer>
  );
}

function placeholderOf({ isAtWork, isStopped }: { isAtWork: boolean; isStopped: boolean }): string {
  if (isStopped) return chatCopy.messageWhenStopped;
  return isAtWork ? chatCopy.messageForNextStep : chatCopy.reply;
}
