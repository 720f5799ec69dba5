import type { TaskState } from '@retinue/protocol';
import { tasksCopy } from './copy.ts';

/** Labels for a later attempt, a reactivated sub-agent and a background task. */
export function TaskLabels({ task }: { task: TaskState }) {
  const labels = [
    ...(task.reactivates !== null
      ? [task.retryOf ? tasksCopy.resumedAgain : tasksCopy.resumed]
      : task.attempt > 1
        ? [tasksCopy.attempt(task.attempt)]
        : []),
    ...(task.isBackground ? [tasksCopy.background] : []),
  ];
  return labels.map((label) => (
    <span key={label} className="shrink-0 rounded-small bg-sunken px-1.5 text-tiny text-soft">
      {label}
    </span>
  ));
}
