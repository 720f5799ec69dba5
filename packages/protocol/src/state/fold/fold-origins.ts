import type { Budget, Spend } from '../budget.ts';
import { addSpend, budgetPlus, noSpend, spentBy } from '../budget.ts';
import type { OpenTask, Origin, ThreadState } from '../thread-state.ts';

/*
 * One message of a person may lead to several turns: the result of a background task starts another one. All of them
 * spend from the budget of that message, their origin.
 */

/** Charges the ended turn to its origin, and starts another one under the same or a new origin. */
export function changeOrigin(thread: ThreadState, originSeq: number | null, begunSeq: number): number {
  if (thread.parent !== null) return begunSeq;
  chargeOrigin(thread, thread.turnStats.originSeq, spentBy(thread));
  const shared = thread.origins.find(({ seq }) => seq === originSeq);
  const next: Origin = shared
    ? { ...shared, noticeTurns: shared.noticeTurns + 1 }
    : { seq: begunSeq, grant: null, spent: noSpend, noticeTurns: 0 };
  const drawn = thread.origins.filter(
    ({ seq }) => seq !== next.seq && thread.openTasks.some((task) => task.originSeq === seq),
  );
  thread.origins = [...drawn, next];
  return next.seq;
}

/** The grant of an origin's first turn bounds all of its turns. */
export function grantOrigin(thread: ThreadState, grant: Budget | null): void {
  thread.origins = thread.origins.map((origin) =>
    origin.seq === thread.turnStats.begunSeq ? { ...origin, grant } : origin,
  );
}

/** Whether the turn spends the remainder of an earlier message. */
export function isShared({ parent, turnStats }: ThreadState): boolean {
  return parent === null && turnStats.originSeq < turnStats.begunSeq;
}

/** From here on the turn has all of a fresh budget: its earlier spend and reservations belong to the earlier origin. */
export function adoptOrigin(thread: ThreadState, seq: number, fresh: Budget | null): void {
  chargeOrigin(thread, thread.turnStats.originSeq, spentBy(thread));
  thread.grant =
    fresh &&
    budgetPlus(
      fresh,
      spentBy(thread),
      thread.openTasks.filter((task) => task.begunSeq === thread.turnStats.begunSeq),
    );
  thread.turnStats.originSeq = seq;
  thread.origins = [...thread.origins, { seq, grant: thread.grant, spent: noSpend, noticeTurns: 0 }];
}

/** A task counts toward its turn while that is the current one, later toward the origin of that turn. */
export function chargeTask(thread: ThreadState, { begunSeq, originSeq }: OpenTask, spent: Spend): void {
  const { turnStats } = thread;
  if (begunSeq === turnStats.begunSeq) turnStats.spentByTasks = addSpend(turnStats.spentByTasks, spent);
  else if (originSeq !== null) chargeOrigin(thread, originSeq, spent);
}

/** Tasks of turns that are taken back keep their grants, apart from every later turn. */
export function detachTasks(thread: ThreadState, toSeq: number): void {
  thread.openTasks = thread.openTasks.map((task) => ({
    ...task,
    ...(task.begunSeq >= toSeq ? { begunSeq: 0 } : {}),
    ...(task.originSeq !== null && task.originSeq >= toSeq ? { originSeq: null } : {}),
  }));
}

function chargeOrigin(thread: ThreadState, originSeq: number, spent: Spend): void {
  thread.origins = thread.origins.map((origin) =>
    origin.seq === originSeq ? { ...origin, spent: addSpend(origin.spent, spent) } : origin,
  );
}
