import { isUnfinished, noUsage, type TaskState, type ThreadId } from '@retinue/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { Composer, useReply } from '../../components/composer/composer.tsx';
import { composerCopy } from '../../components/composer/copy.ts';
import { ChatStopBar } from '../../components/shell/status-bars.tsx';
import { Scroller } from '../../components/thread/scroller.tsx';
import { ThreadView } from '../../components/thread/thread-view.tsx';
import { type ViewContext, ViewContextProvider } from '../../components/thread/view-context.ts';
import { drainOf } from '../../store/budgets.ts';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { useMarkRead } from '../../store/chats/use-mark-read.ts';
import { IdempotencyKeys } from '../../store/sending/idempotency-keys.ts';
import { unsent } from '../../store/sending/unsent.ts';
import { actorName } from '../../store/session/actor-name.ts';
import { useNow } from '../../store/stream/use-now.ts';
import { formatAgo, formatCost, spentOf } from '../../store/usage/figures.ts';
import {
  useActions,
  useBranch,
  useIsGone,
  useIsStopped,
  useMay,
  useStore,
  useThread,
  useTreeProblem,
  useWatch,
} from '../../store/use-store.ts';
import { AgentMark } from '../../ui/agents/agent-badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { BudgetBar } from '../../ui/charts/budget-bar.tsx';
import { Boundary } from '../../ui/loading/boundary.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { Note, Status, Waiting } from '../../ui/status.tsx';
import { CopyFrame } from '../../ui/text/copy-frame.tsx';
import type { PaneSearch } from '../routes.tsx';
import { chatCopy as copy } from './copy.ts';
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
  const show = useCallback(
    (search: PaneSearch) => void navigate({ to: '/chat/$chatId', params: { chatId }, search }),
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
      showTask: (taskId, tab) => show({ task: taskId, ...(tab && tab !== 'messages' ? { tab } : {}) }),
      closePane: () => show({}),
      ask,
      drawThread,
    }),
    [chatId, task, call, show, ask],
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
  const isGone = useIsGone(chatId);
  const store = useStore();
  const actions = useActions();
  if (problem?.isDamaged)
    return (
      <Suspense fallback={<Waiting label={copy.opening} />}>
        <DamagedChat chatId={chatId} message={problem.message} />
      </Suspense>
    );
  if (!thread && problem) return <Problem chatId={chatId} {...problem} />;
  return (
    <section aria-label={copy.chat} className="flex h-full min-w-0 flex-col">
      {thread ? (
        <Boundary as="screen" what="chat" content={() => store.trees.tree(chatId)?.tree} resetKey={thread}>
          <ChatHead chatId={chatId} thread={thread} />
          {/* A deleted chat stays visible until the person leaves it. */}
          {isGone && (
            <p role="status" className="border-b border-line bg-ask-wash px-4 py-2 text-small text-ask sm:px-6">
              {copy.deletedBar}
            </p>
          )}
          <ChatStopBar chatId={chatId} isStopped={thread.stoppedAt !== null} />
          <Scroller
            hasOlder={(thread.itemsBefore ?? 0) > 0}
            onOlder={() => actions.older(chatId, chatId)}
            onEnd={() => actions.trim(chatId, chatId)}
            label={copy.messages}
            className="mx-auto w-full max-w-chat px-4 pt-4 pb-8 sm:px-6"
          >
            <ThreadView threadId={chatId} />
          </Scroller>
        </Boundary>
      ) : (
        <div className="min-h-0 flex-1">
          <Waiting label={copy.opening} />
        </div>
      )}
      <div className="mx-auto w-full max-w-chat px-3 pb-3 sm:px-6 sm:pb-5">
        <ChatComposer chatId={chatId} />
      </div>
    </section>
  );
}

function Problem({ chatId, message, isMissing }: { chatId: ThreadId; message: string; isMissing: boolean }) {
  const store = useStore();
  return (
    <Note isPage title={isMissing ? copy.missingTitle : copy.failedTitle}>
      <p className="mb-3">{isMissing ? copy.missing : message}</p>
      {isMissing && <KeptText chatId={chatId} />}
      {!isMissing && <Button onClick={() => void store.trees.load(chatId)}>{copy.retry}</Button>}
    </Note>
  );
}

/** The text that was typed but never sent. */
function KeptText({ chatId }: { chatId: ThreadId }) {
  const text = unsent(chatId);
  if (text === '') return null;
  return (
    <CopyFrame caption={copy.unsentText} text={text} copyLabel={composerCopy.copyText} className="bg-raised text-start">
      <p dir="auto" className="max-h-60 overflow-auto whitespace-pre-wrap px-3 py-2 wrap-anywhere">
        {text}
      </p>
    </CopyFrame>
  );
}

/** Drawn before the chat has loaded, so that typing is never lost. */
function ChatComposer({ chatId }: { chatId: ThreadId }) {
  const thread = useThread(chatId, chatId);
  const actions = useActions();
  const mayWrite = useMay('write');
  const isStopped = useIsStopped(chatId);
  const isRunning = thread !== null && isUnfinished(thread.status);
  const hasWork = isRunning || (thread?.openTasks.length ?? 0) > 0;
  const placeholder = isRunning ? copy.messageForNextStep : copy.reply;
  const reply = useReply({
    chatId,
    thread,
    placeholder: isStopped ? copy.messageWhenStopped : placeholder,
    send: (text, sending) => actions.send(chatId, text, sending),
  });
  if (!mayWrite) return <p className="text-center text-small text-faint">{copy.viewer}</p>;
  return (
    <Composer
      {...reply}
      isFocused
      keptAs={chatId}
      hasBudget={thread !== null && !isRunning}
      onStop={hasWork ? () => void actions.run('cancelChat', { params: { chatId } }) : undefined}
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

/** Title, total cost and status of a chat. */
function ChatHead({ chatId, thread }: { chatId: ThreadId; thread: LoadedThread }) {
  const branch = useBranch(chatId, chatId);
  const drain = drainOf(thread);
  const agents = (branch?.threads ?? 1) - 1;
  const isStopped = useIsStopped(chatId);
  const tone = branch?.needsYou ? 'waiting' : isStopped ? 'pending' : 'running';
  return (
    <header className="flex min-h-12 items-center gap-3 border-b border-line px-4 group-data-[is-listed=false]/main:ps-14 sm:px-6">
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="truncate text-small font-semibold">
          {thread.title}
        </h1>
        {thread.imported && <ImportedBy {...thread.imported} />}
      </div>
      <span className="hidden shrink-0 text-tiny tabular-nums text-faint sm:inline">
        {agents > 0 && copy.subAgents(agents)}
        {copy.total(formatCost(branch ?? spentOf(noUsage, 0)))}
      </span>
      {drain && <BudgetBar {...drain} className="w-16" />}
      {(branch?.needsYou || isUnfinished(thread.status)) && <Status tone={tone} />}
    </header>
  );
}

function ImportedBy({ at, by }: NonNullable<LoadedThread['imported']>) {
  const isOwner = useMay('run');
  const now = useNow(true);
  return (
    <p className="truncate text-tiny text-faint" title={new Date(at).toLocaleString()}>
      {copy.importedBy(actorName(by, isOwner), formatAgo(at, now))}
    </p>
  );
}
