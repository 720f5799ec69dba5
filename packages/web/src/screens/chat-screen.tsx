import type { Budget, TaskState, ThreadId } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { ChatHead } from '../parts/chat-head.tsx';
import { Composer } from '../parts/composer.tsx';
import { type PaneTab, type Place, PlaceProvider } from '../parts/place.ts';
import { Scroller } from '../parts/scroller.tsx';
import { ThreadView } from '../parts/thread-view.tsx';
import { openQuestionOf } from '../store/turns.ts';
import { useMay } from '../store/use-library.ts';
import { useReading } from '../store/use-reading.ts';
import { useActions, useStore, useThread, useTreeProblem, useWatch } from '../store/use-store.ts';
import { AgentMark } from '../ui/agent-badge.tsx';
import { Button } from '../ui/button.tsx';
import { Note, Waiting } from '../ui/note.tsx';
import { PaneFrame } from './pane-frame.tsx';
import type { PaneSearch } from './routes.tsx';

export function ChatScreen({ chatId, search }: { chatId: ThreadId; search: PaneSearch }) {
  useWatch(chatId);
  useReading(chatId);
  const place = useChatPlace(chatId, search);
  return (
    <PlaceProvider value={place}>
      <PaneFrame chatId={chatId} search={search}>
        <ChatColumn chatId={chatId} />
      </PaneFrame>
    </PlaceProvider>
  );
}

function useChatPlace(chatId: ThreadId, { task, call }: PaneSearch): Place {
  const navigate = useNavigate();
  const actions = useActions();
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
  const ask = useCallback((text: string) => void actions.send(chatId, text), [actions, chatId]);
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

const drawThread = (task: TaskState) => <ThreadView threadId={task.childThreadId} task={task} />;

function ChatColumn({ chatId }: { chatId: ThreadId }) {
  const thread = useThread(chatId, chatId);
  const problem = useTreeProblem(chatId);
  const actions = useActions();
  if (!thread && problem) return <Problem chatId={chatId} {...problem} />;
  return (
    <section aria-label="Chat" className="flex h-full min-w-0 flex-col">
      {thread ? (
        <>
          <ChatHead chatId={chatId} thread={thread} />
          <Scroller
            hasOlder={(thread.itemsBefore ?? 0) > 0}
            onOlder={() => actions.older(chatId, chatId)}
            onEnd={() => actions.trim(chatId, chatId)}
            label="Messages"
            className="mx-auto w-full max-w-[42rem] px-4 pt-4 pb-8 sm:px-6"
          >
            <ThreadView threadId={chatId} />
          </Scroller>
        </>
      ) : (
        <div className="min-h-0 flex-1">
          <Waiting words="Opening the chat …" />
        </div>
      )}
      <div className="mx-auto w-full max-w-[42rem] px-3 pb-3 sm:px-6 sm:pb-5">
        <ChatComposer chatId={chatId} />
      </div>
    </section>
  );
}

function Problem({ chatId, words, isMissing }: { chatId: ThreadId; words: string; isMissing: boolean }) {
  const store = useStore();
  return (
    <Note isPage title={isMissing ? 'This chat is not here' : 'The chat could not be read'}>
      <p className="mb-3">
        {isMissing ? 'It may have been deleted. Pick another at the left, or begin a new one.' : words}
      </p>
      {!isMissing && <Button onClick={() => void store.loadTree(chatId)}>Try again</Button>}
    </Note>
  );
}

/** There before the chat is: whoever types on does so into it. */
function ChatComposer({ chatId }: { chatId: ThreadId }) {
  const thread = useThread(chatId, chatId);
  const actions = useActions();
  const mayWrite = useMay('write');
  if (!mayWrite)
    return (
      <p className="text-center text-small text-faint">You can read this chat. Writing is for editors and the owner.</p>
    );
  const isAtWork = thread !== null && isUnfinished(thread.status);
  const hasWork = isAtWork || (thread?.openTasks.length ?? 0) > 0;
  const question = thread && openQuestionOf(thread)?.call.question;
  const send = (text: string, budget: Budget | null) =>
    question ? actions.answer(chatId, question.questionId, text) : actions.send(chatId, text, budget);
  return (
    <Composer
      isFocused
      keptAs={chatId}
      placeholder={
        question ? 'Answer the question above' : isAtWork ? 'Add something: it is taken up at the next step' : 'Reply'
      }
      hasBudget={thread !== null && !isAtWork}
      onSend={send}
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
