import type { TaskState } from '@retinue/protocol';

/** What is special about a task: which attempt it is, that its agent goes on with it, that nobody waits for it. */
export function TaskLabels({ task }: { task: TaskState }) {
  const words = [
    ...(task.reactivates !== null
      ? [task.retryOf ? 'goes on, tried again' : 'goes on']
      : task.attempt > 1
        ? [`attempt ${task.attempt}`]
        : []),
    ...(task.isBackground ? ['in the background'] : []),
  ];
  return words.map((label) => (
    <span key={label} className="shrink-0 rounded-small bg-sunken px-1.5 text-tiny text-soft">
      {label}
    </span>
  ));
}
