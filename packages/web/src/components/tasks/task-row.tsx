import { reasonText, type TaskState, type TaskStatus, taskStatus } from '@retinue/protocol';
import { ChevronRight, CornerDownRight, Ellipsis, PanelRight } from 'lucide-react';
import { useMemo } from 'react';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { useNow } from '../../store/stream/use-now.ts';
import { currentWork } from '../../store/threads/current-work.ts';
import { elapsedMs, formatElapsed, formatRowCost } from '../../store/usage/figures.ts';
import { useBranch, useChoice, useDraft, useOpened, useQueuePlace, useThread } from '../../store/use-store.ts';
import { AgentBadge } from '../../ui/agents/agent-badge.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Menu } from '../../ui/buttons/menu.tsx';
import { Status } from '../../ui/status.tsx';
import { useRetryMessage } from '../thread/turn-end.tsx';
import { useViewContext, type ViewContext, ViewContextProvider } from '../thread/view-context.ts';
import { tasksCopy as copy } from './copy.ts';
import { TaskBudget, TaskLabels, useTaskActions } from './task-actions.tsx';

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
  const row = { task, child, status, isOpen: isOpen && hasContent };
  useOpened(view.chatId, task.childThreadId, row.isOpen);
  const isShown = view.shownTask === task.taskId;
  const cost = branch && branch.tokens > 0 ? formatRowCost(branch) : null;
  return (
    <li
      id={`row-${task.taskId}`}
      data-task={task.taskId}
      data-status={status}
      data-is-shown={isShown || undefined}
      className={`rounded-plain border bg-raised shadow-lift transition-colors ${isShown ? 'border-accent' : needsYou ? 'border-ask/50' : 'border-line'} ${isRetried ? 'opacity-75' : ''}`}
    >
      <div className="flex min-w-0 items-center gap-1 py-1 ps-1.5 pe-1">
        <Head {...row} hasContent={hasContent} onToggle={() => choose(!isOpen)} />
        <Standing {...row} cost={cost} needsYou={needsYou} />
        <RowActions task={task} status={status} isLast={isLast} />
      </div>
      {!row.isOpen && <CurrentWorkLine {...row} />}
      {row.isOpen && <Body view={view} task={task} />}
    </li>
  );
}

interface RowProps {
  task: TaskState;
  child: LoadedThread | null;
  status: TaskStatus;
  isOpen: boolean;
}

function Head({ task, child, isOpen, hasContent, onToggle }: RowProps & { hasContent: boolean; onToggle: () => void }) {
  const content = (
    <>
      <ChevronRight
        size={15}
        className={`shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : 'rtl:rotate-180'} ${hasContent ? '' : 'invisible'}`}
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0 sm:flex-nowrap">
        <AgentBadge
          badge={child?.agent.badge ?? { color: '#5B6472', icon: 'bot' }}
          name={child?.agent.name ?? task.agentId.replace('agt_', '')}
        />
        <TaskLabels task={task} />
        <span
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 basis-full text-small text-ink wrap-anywhere sm:line-clamp-1 sm:basis-0 sm:break-all"
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

interface StandingProps extends RowProps {
  cost: { text: string; title?: string } | null;
  needsYou: boolean;
}

function Standing({ task, child, status, cost, needsYou }: StandingProps) {
  const { chatId } = useViewContext();
  const queuePlace = useQueuePlace(chatId, task.taskId, status === 'pending');
  const now = useNow(task.endedAt === null);
  return (
    <span className="flex shrink-0 flex-col items-end gap-x-2.5 sm:flex-row sm:items-center">
      {task.outcome === null && <TaskBudget task={task} child={child} />}
      <Status tone={needsYou ? 'waiting' : status} detail={queuePlace ? copy.queuePlace(queuePlace) : ''} />
      <span className="text-tiny tabular-nums text-faint">
        {formatElapsed(elapsedMs(task.openedAt, task.endedAt, now))}
        {cost && (
          <span className="hidden sm:inline" title={cost.title}>
            {' '}
            · {cost.text}
          </span>
        )}
      </span>
    </span>
  );
}

/** Phones have room for one button, so several actions are a menu there. */
function RowActions({ task, status, isLast }: Pick<RowProps, 'task' | 'status'> & { isLast: boolean }) {
  const { showTask } = useViewContext();
  const { actions, dialog } = useTaskActions(task, status, isLast);
  const isMenu = actions.length > 1;
  return (
    <span className="flex shrink-0">
      {isMenu && (
        <Menu
          label={copy.more(task.title)}
          align="end"
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink sm:hidden pointer-coarse:size-9"
          choices={actions}
        >
          <Ellipsis size={16} />
        </Menu>
      )}
      {actions.map(({ key, label, hint, icon, act }) => (
        <IconButton
          key={key}
          label={copy.ofTask(label, task.title)}
          title={hint}
          className={isMenu ? 'max-sm:hidden' : ''}
          onClick={act}
        >
          {icon}
        </IconButton>
      ))}
      <IconButton
        label={copy.ofTask(copy.open, task.title)}
        title={copy.open}
        data-opens={task.taskId}
        onClick={() => showTask(task.taskId)}
      >
        <PanelRight size={15} />
      </IconButton>
      {dialog}
    </span>
  );
}

/** Current work or failure reason under a closed row. */
function CurrentWorkLine({ task, child, status }: RowProps) {
  const { chatId } = useViewContext();
  const draft = useDraft(chatId, task.childThreadId);
  const retry = useRetryMessage(task.childThreadId);
  if (status === 'failed' && task.outcome) {
    return (
      <p dir="auto" className="line-clamp-2 px-3 pb-2 ps-12.5 text-tiny text-bad [overflow-wrap:anywhere]">
        {task.outcome.reason ? reasonText(task.outcome.reason) : task.outcome.result}
      </p>
    );
  }
  const isAtWork = task.outcome === null && status !== 'pending';
  const work = child && isAtWork ? (retry ?? currentWork(child, draft)) : null;
  if (!work) return null;
  return (
    <p className="flex items-center gap-1 px-3 pb-1.5 ps-7.5 text-tiny text-faint">
      <CornerDownRight size={12} className="shrink-0 rtl:-scale-x-100" />
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
