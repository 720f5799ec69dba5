import type { TaskState, TaskStatus } from '@retinue/protocol';
import { taskStatus } from '@retinue/protocol';
import { ChevronRight, CornerDownRight, Ellipsis, PanelRight, SendToBack, Square } from 'lucide-react';
import { useMemo } from 'react';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { useNow } from '../../store/stream/use-now.ts';
import type { Branch } from '../../store/threads/branch.ts';
import { currentWork } from '../../store/threads/current-work.ts';
import { elapsedMs, formatCost, formatElapsed } from '../../store/usage/figures.ts';
import {
  useActions,
  useBranch,
  useChoice,
  useDraft,
  useOpened,
  useQueuePlace,
  useThread,
} from '../../store/use-store.ts';
import { AgentBadge } from '../../ui/agents/agent-badge.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Menu } from '../../ui/buttons/menu.tsx';
import { Status } from '../../ui/status/status.tsx';
import { May } from '../may.tsx';
import { useRetryMessage } from '../thread/retry-line.tsx';
import { useViewContext, type ViewContext, ViewContextProvider } from '../thread/view-context.ts';
import { tasksCopy } from './copy.ts';
import { RetryButtons } from './retry-buttons.tsx';
import { TaskBudget } from './task-budget.tsx';
import { TaskLabels } from './task-labels.tsx';

interface TaskProps {
  task: TaskState;
  /** The last attempt under its call. */
  isLast: boolean;
  /** A later attempt has taken its view. */
  isRetried: boolean;
}

/** A task under its call: agent, title and status; opened, the sub-agent's thread. */
export function TaskRow({ task, isLast, isRetried }: TaskProps) {
  const view = useViewContext();
  const child = useThread(view.chatId, task.childThreadId);
  const branch = useBranch(view.chatId, task.childThreadId, task);
  const status = taskStatus(task, child);
  const needsYou = task.outcome === null && branch?.needsYou === true;
  const [isOpen, choose] = useChoice(task.taskId, needsYou || (status === 'failed' && isLast));
  const hasContent = child !== null && (child.items.length > 0 || (child.itemsBefore ?? 0) > 0);
  const isUnfolded = isOpen && hasContent;
  useOpened(view.chatId, task.childThreadId, isUnfolded);
  const isShown = view.shownTask === task.taskId;
  return (
    <li
      id={`row-${task.taskId}`}
      data-task={task.taskId}
      data-status={status}
      data-is-shown={isShown || undefined}
      className={`rounded-plain border bg-raised shadow-lift transition-colors ${isShown ? 'border-accent' : needsYou ? 'border-ask/50' : 'border-line'} ${isRetried ? 'opacity-75' : ''}`}
    >
      <div className="flex min-w-0 items-center gap-1 py-1 ps-1.5 pe-1">
        <Head task={task} child={child} isOpen={isUnfolded} hasContent={hasContent} onToggle={() => choose(!isOpen)} />
        <Standing task={task} child={child} status={status} branch={branch} needsYou={needsYou} />
        <RowActions task={task} status={status} isLast={isLast} />
      </div>
      <CurrentWorkLine task={task} child={child} status={status} isOpen={isUnfolded} />
      {isUnfolded && <Body view={view} task={task} />}
    </li>
  );
}

interface HeadProps {
  task: TaskState;
  child: LoadedThread | null;
  isOpen: boolean;
  hasContent: boolean;
  onToggle: () => void;
}

function Head({ task, child, isOpen, hasContent, onToggle }: HeadProps) {
  const content = (
    <>
      <ChevronRight
        size={15}
        aria-hidden="true"
        className={`shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''} ${hasContent ? '' : 'invisible'}`}
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0 sm:flex-nowrap">
        <AgentBadge
          badge={child?.agent.badge ?? { color: '#5B6472', icon: 'bot' }}
          name={child?.agent.name ?? task.agentId.replace('agt_', '')}
        />
        <TaskLabels task={task} />
        <span
          dir="auto"
          className="min-w-0 flex-1 basis-full truncate text-small text-ink sm:basis-0"
          title={task.title}
        >
          {task.title}
        </span>
      </span>
    </>
  );
  const look = 'flex min-w-0 flex-1 items-center gap-1.5 rounded-small py-1 ps-0.5 pe-1 text-start';
  if (!hasContent) return <div className={look}>{content}</div>;
  return (
    <button type="button" aria-expanded={isOpen} onClick={onToggle} className={`${look} hover:bg-hover`}>
      {content}
    </button>
  );
}

interface StandingProps {
  task: TaskState;
  child: LoadedThread | null;
  status: TaskStatus;
  branch: Branch | null;
  needsYou: boolean;
}

function Standing({ task, child, status, branch, needsYou }: StandingProps) {
  const { chatId } = useViewContext();
  const queuePlace = useQueuePlace(chatId, task.taskId, status === 'pending');
  const now = useNow(task.endedAt === null);
  const ms = elapsedMs(task.openedAt, task.endedAt, now);
  return (
    <span className="flex shrink-0 flex-col items-end gap-x-2.5 sm:flex-row sm:items-center">
      {task.outcome === null && <TaskBudget task={task} child={child} />}
      <Status tone={needsYou ? 'waiting' : status} detail={queuePlace ? tasksCopy.queuePlace(queuePlace) : ''} />
      <span className="text-tiny tabular-nums text-faint">
        {formatElapsed(ms)}
        {branch && branch.tokens > 0 && (
          <span className="hidden sm:inline">
            {' '}
            · {formatCost(branch.tokens, branch.costMicros, branch.unpricedTokens)}
          </span>
        )}
      </span>
    </span>
  );
}

function RowActions({ task, status, isLast }: { task: TaskState; status: TaskStatus; isLast: boolean }) {
  const { chatId, showTask } = useViewContext();
  const actions = useActions();
  const canRetry = isLast && (status === 'failed' || status === 'cancelled');
  const stop = () => void actions.cancelTask(chatId, task.taskId);
  const sendBack = () => void actions.background(chatId, task.taskId);
  const canSendBack = task.outcome === null && !task.isBackground;
  return (
    <span className="flex shrink-0">
      <May right="write">
        {canSendBack && <PhoneMenu task={task} onSendBack={sendBack} onStop={stop} />}
        {canSendBack && (
          <IconButton
            label={tasksCopy.sendTaskToBackground(task.title)}
            title={tasksCopy.sendToBackgroundHint}
            className="max-sm:hidden"
            onClick={sendBack}
          >
            <SendToBack size={14} />
          </IconButton>
        )}
        {task.outcome === null && (
          <IconButton
            label={tasksCopy.stopTask(task.title)}
            title={tasksCopy.stop}
            className={canSendBack ? 'max-sm:hidden' : ''}
            onClick={stop}
          >
            <Square size={12} fill="currentColor" />
          </IconButton>
        )}
        {canRetry && <RetryButtons task={task} isSmall />}
      </May>
      <IconButton
        label={tasksCopy.openTask(task.title)}
        title={tasksCopy.openHint}
        data-opens={task.taskId}
        onClick={() => showTask(task.taskId)}
      >
        <PanelRight size={15} />
      </IconButton>
    </span>
  );
}

/** Phones have room for one button, so the actions on a running task are a menu. */
function PhoneMenu({ task, onSendBack, onStop }: { task: TaskState; onSendBack: () => void; onStop: () => void }) {
  return (
    <Menu
      label={tasksCopy.more(task.title)}
      align="end"
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink sm:hidden pointer-coarse:size-9"
      choices={[
        { key: 'background', label: tasksCopy.sendToBackground, icon: <SendToBack size={14} />, act: onSendBack },
        {
          key: 'stop',
          label: tasksCopy.stop,
          icon: <Square size={12} fill="currentColor" />,
          isDangerous: true,
          act: onStop,
        },
      ]}
    >
      <Ellipsis size={16} />
    </Menu>
  );
}

interface NowProps {
  task: TaskState;
  child: LoadedThread | null;
  status: TaskStatus;
  isOpen: boolean;
}

/** Current work or failure reason under a closed row. */
function CurrentWorkLine({ task, child, status, isOpen }: NowProps) {
  const { chatId } = useViewContext();
  const draft = useDraft(chatId, task.childThreadId);
  const retry = useRetryMessage(task.childThreadId);
  if (isOpen) return null;
  if (status === 'failed' && task.outcome) {
    return (
      <p dir="auto" className="line-clamp-2 px-3 pb-2 ps-[3.1rem] text-tiny text-bad [overflow-wrap:anywhere]">
        {task.outcome.reason ?? task.outcome.result}
      </p>
    );
  }
  const work = child && task.outcome === null ? (retry ?? currentWork(child, draft)) : null;
  if (!work) return null;
  return (
    <p className="flex items-center gap-1 px-3 pb-1.5 ps-[1.9rem] text-tiny text-faint">
      <CornerDownRight size={12} className="shrink-0 rtl:-scale-x-100" aria-hidden="true" />
      <span dir="auto" className="truncate">
        {work}
      </span>
    </p>
  );
}

function Body({ view, task }: { view: ViewContext; task: TaskState }) {
  const inside = useMemo<ViewContext>(() => ({ ...view, kind: 'nested', title: task.title }), [view, task.title]);
  return (
    <div className={`mb-2 ms-4 me-2 border-s-2 border-line ps-3 motion-safe:animate-arrive ${deepOnPhones}`}>
      <ViewContextProvider value={inside}>{view.drawThread(task)}</ViewContextProvider>
    </div>
  );
}

/** Ten levels must fit on a phone, so rows from the third level on are barely indented there. */
const deepOnPhones =
  'max-sm:in-[[data-task]_[data-task]_[data-task]]:ms-0.5 max-sm:in-[[data-task]_[data-task]_[data-task]]:me-0 max-sm:in-[[data-task]_[data-task]_[data-task]]:ps-1';
