import type { TreeState } from '@retinue/protocol';
import { ChevronLeft, ChevronRight, SendToBack, Square, X } from 'lucide-react';
import { Fragment } from 'react';
import type { LoadedThread } from '../../store/chats/chat-tree.ts';
import { useNow } from '../../store/stream/use-now.ts';
import { type FoundTask, pathTo } from '../../store/threads/branch.ts';
import { elapsedMs, formatElapsed } from '../../store/usage/figures.ts';
import { useActions } from '../../store/use-store.ts';
import { AgentBadge } from '../../ui/agents/agent-badge.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Status } from '../../ui/status/status.tsx';
import { May } from '../may.tsx';
import { tasksCopy } from '../tasks/copy.ts';
import { RetryButtons } from '../tasks/retry-buttons.tsx';
import { TaskBudget } from '../tasks/task-budget.tsx';
import { TaskLabels } from '../tasks/task-labels.tsx';
import { useViewContext } from '../thread/view-context.ts';
import { paneCopy } from './copy.ts';

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
export function PaneHead({ tree, thread, found, at, of, onGo, onClose }: HeadProps) {
  return (
    <header className="flex flex-col gap-1.5 px-3 pt-2 pb-2">
      <div className="flex min-h-8 items-center gap-1">
        <Breadcrumb tree={tree} thread={thread} onClose={onClose} />
        {of > 1 && (
          <span className="flex shrink-0 items-center text-tiny tabular-nums text-faint">
            <IconButton label={paneCopy.previousTask} className="size-7!" disabled={at <= 0} onClick={() => onGo(-1)}>
              <ChevronLeft size={15} />
            </IconButton>
            {paneCopy.position(at + 1, of)}
            <IconButton label={paneCopy.nextTask} className="size-7!" disabled={at >= of - 1} onClick={() => onGo(1)}>
              <ChevronRight size={15} />
            </IconButton>
          </span>
        )}
        <IconButton label={paneCopy.close} onClick={onClose}>
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
    <nav aria-label={paneCopy.breadcrumb} className="flex min-w-0 flex-1 items-center gap-1 overflow-hidden text-small">
      {path.map((step, index) => (
        <Fragment key={step.threadId}>
          {index > 0 && <ChevronRight size={13} className="shrink-0 text-faint rtl:-scale-x-100" aria-hidden="true" />}
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
              {step.parent ? step.agent.name : paneCopy.chat}
            </button>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

function Standing({ found: { task, status, call, child } }: { found: FoundTask }) {
  const { chatId } = useViewContext();
  const actions = useActions();
  const now = useNow(task.endedAt === null);
  const ms = elapsedMs(task.openedAt, task.endedAt, now);
  const isLast = call.tasks.at(-1)?.taskId === task.taskId;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <TaskLabels task={task} />
      <TaskBudget task={task} child={child} className="w-16" />
      <Status tone={status} />
      <span className="text-tiny tabular-nums text-faint">{formatElapsed(ms)}</span>
      <May right="write">
        {task.outcome === null && !task.isBackground && (
          <Button icon={<SendToBack size={13} />} onClick={() => void actions.background(chatId, task.taskId)}>
            {tasksCopy.sendToBackground}
          </Button>
        )}
        {task.outcome === null && (
          <Button
            icon={<Square size={10} fill="currentColor" />}
            onClick={() => void actions.cancelTask(chatId, task.taskId)}
          >
            {tasksCopy.stop}
          </Button>
        )}
        {isLast && (status === 'failed' || status === 'cancelled') && <RetryButtons task={task} />}
      </May>
    </div>
  );
}
