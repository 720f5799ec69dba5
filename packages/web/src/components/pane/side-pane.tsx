import type { TaskId, ThreadId } from '@retinue/protocol';
import { childThreadIdOf, isUnfinished } from '@retinue/protocol';
import { type KeyboardEvent, Suspense, useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { Sending } from '../../store/actions.ts';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { tasksOf, threadOfTask } from '../../store/threads/branch.ts';
import { openQuestionOf } from '../../store/threads/thread-rows.ts';
import { useMay } from '../../store/use-library.ts';
import { useActions, useIsGone, useOpened, useThread, useTree } from '../../store/use-store.ts';
import { Tabs } from '../../ui/buttons/tabs.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { Note, Waiting } from '../../ui/status/note.tsx';
import { Composer } from '../composer/composer.tsx';
import { composerCopy } from '../composer/copy.ts';
import { Scroller } from '../thread/scroller.tsx';
import { ThreadView } from '../thread/thread-view.tsx';
import { type PaneTab, useViewContext, type ViewContext, ViewContextProvider } from '../thread/view-context.ts';
import { paneCopy } from './copy.ts';
import { PaneHead } from './pane-head.tsx';

const PaneContext = lazyPart(async () => (await import('../pane-details/pane-context.tsx')).PaneContext);
const PaneUsage = lazyPart(async () => (await import('../pane-details/pane-usage.tsx')).PaneUsage);
const PaneEvents = lazyPart(async () => (await import('../pane-details/pane-events.tsx')).PaneEvents);

const tabs = (['messages', 'context', 'usage', 'events'] satisfies PaneTab[]).map((key) => ({
  key,
  label: paneCopy.tabs[key],
}));

interface PaneProps {
  chatId: ThreadId;
  taskId: TaskId;
  tab: PaneTab;
  onTab: (tab: PaneTab) => void;
  onClose: () => void;
}

/** One task: its messages, context, usage and raw events. */
export function SidePane({ chatId, taskId, tab, onTab, onClose }: PaneProps) {
  const tree = useTree(chatId);
  const threadId = tree ? threadOfTask(tree, taskId) : childThreadIdOf(taskId);
  const thread = useThread(chatId, threadId);
  const pane = useRef<HTMLElement>(null);
  const panelId = useId();
  const { showTask } = useViewContext();
  useOpened(chatId, threadId, true);
  useOpened(chatId, thread?.parent?.threadId ?? threadId, true);
  useLayoutEffect(() => pane.current?.focus({ preventScroll: true }), []);
  if (!tree) return <Waiting label={paneCopy.openingThread} />;
  if (!thread) return <Note title={paneCopy.missingTitle}>{paneCopy.missing}</Note>;
  const parent = thread.parent ? tree.threads[thread.parent.threadId] : undefined;
  const siblings = parent ? tasksOf(tree, parent) : [];
  const at = siblings.findIndex(({ task }) => task.taskId === taskId);
  const found = siblings[at] ?? null;
  const go = (by: number) => {
    const next = siblings[at + by];
    if (next) showTask(next.task.taskId, tab);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if ((event.target as HTMLElement).closest('input, textarea, [role=tablist], [role=separator]')) return;
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };
  return (
    <section
      ref={pane}
      data-first
      tabIndex={-1}
      aria-label={paneCopy.thread(thread.agent.name)}
      onKeyDown={onKeyDown}
      className="flex h-full min-w-0 flex-col bg-paper outline-none"
    >
      <PaneHead {...{ tree, thread, found, at, onClose }} of={siblings.length} onGo={go} />
      <div className="border-b border-line px-3 pb-1.5">
        <Tabs label={paneCopy.tabList} tabs={tabs} chosen={tab} onChoose={onTab} panelId={panelId} />
      </div>
      <div id={panelId} role="tabpanel" aria-label={paneCopy.tabs[tab]} className="flex min-h-0 flex-1 flex-col">
        {tab === 'messages' && <Messages chatId={chatId} thread={thread} />}
        <Suspense fallback={<Waiting label={paneCopy.openingThread} />}>
          {tab === 'context' && <PaneContext tree={tree} thread={thread} found={found} />}
          {tab === 'usage' && <PaneUsage tree={tree} thread={thread} task={found?.task ?? null} />}
          {tab === 'events' && <PaneEvents chatId={chatId} thread={thread} />}
        </Suspense>
      </div>
    </section>
  );
}

function Messages({ chatId, thread }: { chatId: ThreadId; thread: LoadedThread }) {
  const view = useViewContext();
  const actions = useActions();
  const mayWrite = useMay('write');
  const inside = useMemo<ViewContext>(() => ({ ...view, kind: 'pane' }), [view]);
  const question = openQuestionOf(thread)?.call.question;
  const isGone = useIsGone(chatId);
  const send = (text: string, sending: Sending) =>
    question
      ? actions.answer(chatId, question.questionId, text, sending.idempotencyKey)
      : actions.steer(chatId, thread.threadId, text, sending);
  return (
    <ViewContextProvider value={inside}>
      <Scroller
        label={paneCopy.messages}
        startsAtEnd={isUnfinished(thread.status)}
        hasOlder={(thread.itemsBefore ?? 0) > 0 && thread.items.length > 0}
        onOlder={() => actions.older(chatId, thread.threadId)}
        onEnd={() => actions.trim(chatId, thread.threadId)}
        className="px-4 pt-4 pb-8"
      >
        <ThreadView threadId={thread.threadId} />
      </Scroller>
      {mayWrite && (
        <div className="px-3 pb-3">
          <Composer
            id="composer-of-sub-agent"
            keptAs={thread.threadId}
            target={question?.questionId ?? null}
            placeholder={question ? composerCopy.answerAbove : placeholderFor(thread)}
            onSend={send}
            closed={isGone ? composerCopy.chatDeleted : null}
          />
        </div>
      )}
    </ViewContextProvider>
  );
}

function placeholderFor({ status, agent }: LoadedThread): string {
  return isUnfinished(status) ? paneCopy.steer(agent.name) : paneCopy.reactivate(agent.name);
}
