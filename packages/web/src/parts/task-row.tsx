import type { TaskState, TaskStatus } from '@retinue/protocol';
import { taskStatus } from '@retinue/protocol';
import { ChevronRight, CornerDownRight, Ellipsis, PanelRight, SendToBack, Square } from 'lucide-react';
import { useMemo } from 'react';
import type { LoadedThread } from '../store/chat-tree.ts';
import { costWords, elapsedMs, elapsedWords } from '../store/figures.ts';
import { useNow } from '../store/use-now.ts';
import { useActions, useBranch, useChoice, useDraft, useOpened, useQueuePlace, useThread } from '../store/use-store.ts';
import { type Branch, currentWork } from '../store/work.ts';
import { AgentBadge } from '../ui/agent-badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Status } from '../ui/status-mark.tsx';
import { May } from './may.tsx';
import { type Place, PlaceProvider, usePlace } from './place.ts';
import { RetryButtons } from './retry-buttons.tsx';
import { useRetryWords } from './retry-line.tsx';
import { TaskBudget } from './task-budget.tsx';
import { TaskLabels } from './task-labels.tsx';

interface TaskProps {
  task: TaskState;
  /** Of those under the same call. */
  isLast: boolean;
  /** A later attempt has taken its place. */
  isRetried: boolean;
}

/** A delegation under the call that asked for it. Closed, it tells who, what and how it stands; opened, the child's own thread. */
export function TaskRow({ task, isLast, isRetried }: TaskProps) {
  const place = usePlace();
  const child = useThread(place.chatId, task.childThreadId);
  const branch = useBranch(place.chatId, task.childThreadId, task);
  const status = taskStatus(task, child);
  const needsYou = task.outcome === null && branch?.needsYou === true;
  const [isOpen, choose] = useChoice(task.taskId, needsYou || (status === 'failed' && isLast));
  const hasContent = child !== null && (child.items.length > 0 || (child.itemsBefore ?? 0) > 0);
  const isUnfolded = isOpen && hasContent;
  useOpened(place.chatId, task.childThreadId, isUnfolded);
  const isShown = place.shownTask === task.taskId;
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
      <NowLine task={task} child={child} status={status} isOpen={isUnfolded} />
      {isUnfolded && <Body place={place} task={task} />}
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
  const { chatId } = usePlace();
  const queuePlace = useQueuePlace(chatId, task.taskId, status === 'pending');
  const now = useNow(task.endedAt === null);
  const ms = elapsedMs(task.openedAt, task.endedAt, now);
  return (
    <span className="flex shrink-0 flex-col items-end gap-x-2.5 sm:flex-row sm:items-center">
      {task.outcome === null && <TaskBudget task={task} child={child} />}
      <Status tone={needsYou ? 'waiting' : status} detail={queuePlace ? `, place ${queuePlace}` : ''} />
      <span className="text-tiny tabular-nums text-faint">
        {elapsedWords(ms)}
        {branch && branch.tokens > 0 && (
          <span className="hidden sm:inline">
            {' '}
            · {costWords(branch.tokens, branch.costMicros, branch.unpricedTokens)}
          </span>
        )}
      </span>
    </span>
  );
}

function RowActions({ task, status, isLast }: { task: TaskState; status: TaskStatus; isLast: boolean }) {
  const { chatId, showTask } = usePlace();
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
            label={`Send to background: ${task.title}`}
            title="Send to the background: the chat need not wait for it"
            className="max-sm:hidden"
            onClick={sendBack}
          >
            <SendToBack size={14} />
          </IconButton>
        )}
        {task.outcome === null && (
          <IconButton
            label={`Stop: ${task.title}`}
            title="Stop this task"
            className={canSendBack ? 'max-sm:hidden' : ''}
            onClick={stop}
          >
            <Square size={12} fill="currentColor" />
          </IconButton>
        )}
        {canRetry && <RetryButtons task={task} isSmall />}
      </May>
      <IconButton
        label={`Open beside: ${task.title}`}
        title="Open beside the chat"
        data-opens={task.taskId}
        onClick={() => showTask(task.taskId)}
      >
        <PanelRight size={15} />
      </IconButton>
    </span>
  );
}

/** On a phone there is room for one button, so what can be done with a running task stands in a list. */
function PhoneMenu({ task, onSendBack, onStop }: { task: TaskState; onSendBack: () => void; onStop: () => void }) {
  return (
    <Menu
      label={`More for ${task.title}`}
      align="end"
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink sm:hidden pointer-coarse:size-9"
      choices={[
        { key: 'background', label: 'Send to background', icon: <SendToBack size={14} />, act: onSendBack },
        { key: 'stop', label: 'Stop', icon: <Square size={12} fill="currentColor" />, isDangerous: true, act: onStop },
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

/** Under a closed row: what it does now, or why it failed. */
function NowLine({ task, child, status, isOpen }: NowProps) {
  const { chatId } = usePlace();
  const draft = useDraft(chatId, task.childThreadId);
  const retry = useRetryWords(task.childThreadId);
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

function Body({ place, task }: { place: Place; task: TaskState }) {
  const inside = useMemo<Place>(() => ({ ...place, kind: 'nested', title: task.title }), [place, task.title]);
  return (
    <div className={`mb-2 ms-4 me-2 border-s-2 border-line ps-3 motion-safe:animate-arrive ${deepOnPhones}`}>
      <PlaceProvider value={inside}>{place.drawThread(task)}</PlaceProvider>
    </div>
  );
}

/** Ten levels must fit on a phone: from the third one on, rows are hardly indented there. */
const deepOnPhones =
  'max-sm:in-[[data-task]_[data-task]_[data-task]]:ms-0.5 max-sm:in-[[data-task]_[data-task]_[data-task]]:me-0 max-sm:in-[[data-task]_[data-task]_[data-task]]:ps-1';
