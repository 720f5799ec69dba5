import type { Item, TaskId, ThreadState } from '@retinue/protocol';
import { findTask } from '@retinue/protocol';
import { CornerDownRight, MessageSquareQuote } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FoundTask } from '../../store/threads/branch.ts';
import { useViewContext } from '../thread/view-context.ts';
import { paneDetailsCopy } from './copy.ts';

/** Messages and results of the parent's thread that a task got, each with a link. */
export function TaskContext({ found }: { found: FoundTask | null }) {
  const context = found?.task.context;
  if (!found || !context) {
    return (
      <p className="text-small text-soft">
        {found?.task.reactivates ? paneDetailsCopy.reactivated : paneDetailsCopy.noContext}
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-1.5 text-small">
      {context.messages.map(({ seq }) => (
        <ContextMessage key={seq} parent={found.parent} seq={seq} />
      ))}
      {context.results.map((taskId) => (
        <ContextResult key={taskId} parent={found.parent} taskId={taskId} />
      ))}
    </ul>
  );
}

function ContextMessage({ parent, seq }: { parent: ThreadState; seq: number }) {
  const { showTask, closePane } = useViewContext();
  const item = parent.items.find((candidate) => candidate.seq === seq);
  const { taskId } = parent.parent ?? {};
  return (
    <ContextRow
      icon={<MessageSquareQuote size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />}
      label={paneDetailsCopy.messageIn(parent.parent ? parent.agent.name : null)}
      text={item ? itemText(item) : paneDetailsCopy.messageAt(seq)}
      onOpen={() => (taskId ? showTask(taskId) : closePane())}
    />
  );
}

function ContextResult({ parent, taskId }: { parent: ThreadState; taskId: TaskId }) {
  const { showTask } = useViewContext();
  const task = findTask(parent, taskId)?.task;
  return (
    <ContextRow
      icon={<CornerDownRight size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-faint rtl:-scale-x-100" />}
      label={paneDetailsCopy.taskResult}
      text={task?.title ?? taskId}
      onOpen={() => showTask(taskId)}
    />
  );
}

interface RowProps {
  icon: ReactNode;
  label: string;
  text: string;
  onOpen: () => void;
}

function ContextRow({ icon, label, text, onOpen }: RowProps) {
  return (
    <li className="flex min-w-0 items-start gap-2">
      {icon}
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onOpen}
          className="rounded-small text-start text-tiny text-faint underline underline-offset-2 hover:text-ink"
        >
          {label}
        </button>
        <p dir="auto" className="line-clamp-3 [overflow-wrap:anywhere]">
          {text}
        </p>
      </div>
    </li>
  );
}

function itemText(item: Item): string {
  if (item.type === 'message') return item.text;
  return item.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}
