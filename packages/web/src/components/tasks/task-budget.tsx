import type { TaskState, ThreadState } from '@retinue/protocol';
import { drainOf, drainOfEnded } from '../../store/budgets.ts';
import { BudgetBar } from '../../ui/charts/budget-bar.tsx';

/** The rest of a task's budget; nothing if it has none. */
export function TaskBudget({
  task,
  child,
  className,
}: {
  task: TaskState;
  child: ThreadState | null;
  className?: string;
}) {
  const isAtWork = task.outcome === null && child?.parent?.taskId === task.taskId;
  const drain = isAtWork ? drainOf(child) : drainOfEnded(task.grant, task.outcome?.spent ?? null);
  return drain && <BudgetBar {...drain} {...(className ? { className } : {})} />;
}
