import { childThreadIdOf, isUnfinished, type TaskId, type ThreadId, type TreeState } from '@retinue/protocol';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Fragment, type KeyboardEvent, Suspense, useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { useNow } from '../../store/stream/use-now.ts';
import { type FoundTask, pathTo, tasksOf, threadOfTask } from '../../store/threads/branch.ts';
import { elapsedMs, formatElapsed } from '../../store/usage/figures.ts';
import { useActions, useMay, useOpened, useThread, useTree } from '../../store/use-store.ts';
import { AgentBadge } from '../../ui/agents/agent-badge.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Tabs } from '../../ui/buttons/tabs.tsx';
import { lazyPart } from '../../ui/loading/lazy-part.ts';
import { Note, Status, Waiting } from '../../ui/status.tsx';
import { Composer, useReply } from '../composer/composer.tsx';
import { TaskBudget, TaskLabels, useTaskActions } from '../tasks/task-actions.tsx';
import { Scroller } from '../thread/scroller.tsx';
import { ThreadView } from '../thread/thread-view.tsx';
import { type PaneTab, useViewContext, type ViewContext, ViewContextProvider } from '../thread/view-context.ts';
import { paneCopy as copy } from './copy.ts';

const PaneContext = lazyPart(async () => (await import('../pane-details/pane-context.tsx')).PaneContext);
const PaneUsage = lazyPart(async () => (await import('../pane-details/pane-usage.tsx')).PaneUsage);
const PaneEvents = lazyPart(async () => (await import('../pane-details/pane-events.tsx')).PaneEvents);

const tabs = (['messages', 'context', 'usage', 'events'] satisfies PaneTab[]).map((key) => ({
  key,
  label: copy.tabs[key],
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
  if (!tree) return <Waiting label={copy.openingThread} />;
  if (!thread) return <Note title={copy.missingTitle}>{copy.missing}</Note>;
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
      aria-label={copy.thread(thread.agent.name)}
      onKeyDown={onKeyDown}
      className="flex h-full min-w-0 flex-col bg-paper outline-none"
    >
      <PaneHead {...{ tree, thread, found, at, onClose }} of={siblings.length} onGo={go} />
      <div className="border-b border-line px-3 pb-1.5">
        <Tabs label={copy.tabList} tabs={tabs} chosen={tab} onChoose={onTab} panelId={panelId} />
      </div>
      <div id={panelId} role="tabpanel" aria-label={copy.tabs[tab]} className="flex min-h-0 flex-1 flex-col">
        {tab === 'messages' && <Messages chatId={chatId} thread={thread} />}
        <Suspense fallback={<Waiting label={copy.openingThread} />}>
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
  const { threadId, agent } = thread;
  const reply = useReply({
    chatId,
    thread,
    placeholder: isUnfinished(thread.status) ? copy.steer(agent.name) : copy.reactivate(agent.name),
    send: (text, { idempotencyKey }) =>
      actions.run('steerSubAgent', { params: { chatId, threadId }, body: { text } }, { idempotencyKey }),
  });
  return (
    <ViewContextProvider value={inside}>
      <Scroller
        label={copy.messages}
        startsAtEnd={isUnfinished(thread.status)}
        hasOlder={(thread.itemsBefore ?? 0) > 0 && thread.items.length > 0}
        onOlder={() => actions.older(chatId, threadId)}
        onEnd={() => actions.trim(chatId, threadId)}
        className="px-4 pt-4 pb-8"
      >
        <ThreadView threadId={threadId} />
      </Scroller>
      {mayWrite && (
        <div className="px-3 pb-3">
          <Composer id="composer-of-sub-agent" keptAs={threadId} {...reply} />
        </div>
      )}
    </ViewContextProvider>
  );
}

interface HeadProps {
  tree: TreeState;
  thread: LoadedThread;
  found: FoundTask | null;
  at: number;
  of: number;
  onGo: (by: number) => void;
  onClose: () => void;
}

/** Path to the thread, the task's title and status, and its actions. */
function PaneHead({ tree, thread, found, at, of, onGo, onClose }: HeadProps) {
  return (
    <header className="flex flex-col gap-1.5 px-3 pt-2 pb-2">
      <div className="flex min-h-8 items-center gap-1">
        <Breadcrumb tree={tree} thread={thread} onClose={onClose} />
        {of > 1 && (
          <span className="flex shrink-0 items-center text-tiny tabular-nums text-faint">
            <IconButton label={copy.previousTask} className="size-7!" disabled={at <= 0} onClick={() => onGo(-1)}>
              <ChevronLeft size={15} className="rtl:-scale-x-100" />
            </IconButton>
            {copy.position(at + 1, of)}
            <IconButton label={copy.nextTask} className="size-7!" disabled={at >= of - 1} onClick={() => onGo(1)}>
              <ChevronRight size={15} className="rtl:-scale-x-100" />
            </IconButton>
          </span>
        )}
        <IconButton label={copy.close} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-1">
        <h2 dir="auto" className="line-clamp-2 min-w-0 flex-1 basis-64 font-semibold [overflow-wrap:anywhere]">
          {found?.task.title ?? thread.title}
        </h2>
        {found && <Standing found={found} />}
      </div>
    </header>
  );
}

function Breadcrumb({ tree, thread, onClose }: { tree: TreeState; thread: LoadedThread; onClose: () => void }) {
  const { showTask } = useViewContext();
  const path = pathTo(tree, thread.threadId);
  return (
    <nav aria-label={copy.breadcrumb} className="flex min-w-0 flex-1 items-center gap-1 overflow-hidden text-small">
      {path.map((step, index) => (
        <Fragment key={step.threadId}>
          {index > 0 && <ChevronRight size={13} className="shrink-0 text-faint rtl:-scale-x-100" />}
          {index === path.length - 1 ? (
            <span aria-current="page" className="min-w-0">
              <AgentBadge badge={step.agent.badge} name={step.agent.name} />
            </span>
          ) : (
            <button
              type="button"
              onClick={() => (step.parent ? showTask(step.parent.taskId) : onClose())}
              className="min-w-0 truncate rounded-small px-1 text-soft hover:bg-hover hover:text-ink"
            >
              {step.parent ? step.agent.name : copy.chat}
            </button>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

function Standing({ found: { task, status, call, child } }: { found: FoundTask }) {
  const now = useNow(task.endedAt === null);
  const { actions, dialog } = useTaskActions(task, status, call.tasks.at(-1)?.taskId === task.taskId);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <TaskLabels task={task} />
      <TaskBudget task={task} child={child} className="w-16" />
      <Status tone={status} />
      <span className="text-tiny tabular-nums text-faint">
        {formatElapsed(elapsedMs(task.openedAt, task.endedAt, now))}
      </span>
      {actions.map(({ key, label, icon, act }) => (
        <Button key={key} icon={icon} onClick={act}>
          {label}
        </Button>
      ))}
      {dialog}
    </div>
  );
}
