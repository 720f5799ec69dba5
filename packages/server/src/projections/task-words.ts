import type { FactFields, TaskState } from '@retinue/protocol';

type Begun = Pick<TaskState | FactFields<'task.opened'>, 'attempt' | 'reactivates' | 'isBackground'>;

/** How a task came about, where that is not plain: another attempt, a child that goes on, work that nobody waits for. */
export function taskWords({ attempt, reactivates, isBackground }: Begun): string {
  const begun = reactivates ? 'goes on' : attempt > 1 ? `attempt ${attempt}` : '';
  return [begun, isBackground ? 'in the background' : ''].filter((part) => part !== '').join(' · ');
}
