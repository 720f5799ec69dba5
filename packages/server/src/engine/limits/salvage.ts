import type { Budget, ThreadState } from '@retinue/protocol';
import { remainderOf } from '@retinue/protocol';
import type { ModelPrice } from '../../ports/settings/prices.ts';
import type { Engine } from '../engine.ts';
import type { ReachedLimit } from '../step/step.ts';
import { performStep } from '../step/take-step.ts';
import { keptForAnswer } from './check-budget.ts';
import { failThread } from './fail-thread.ts';
import { reserve } from './price-step.ts';
import { maySalvage } from './reached-limit.ts';
import { planLastAnswer } from './salvage-request.ts';

/**
 * A thread that has reached a limit reports its findings in a final step; then it fails with the limit as its reason
 * and this text as its result. At most once in a turn: a cut attempt is retried only when its provider or this process
 * was down.
 */
export async function endAtLimit(
  engine: Engine,
  thread: ThreadState,
  limit: ReachedLimit,
  signal: AbortSignal,
): Promise<void> {
  const price = await engine.prices.find(thread.workspaceId, thread.agent.model);
  const left = leftForAnswer(thread, price);
  if (!maySalvage(thread) || (left?.costMicros != null && !price)) return failThread(engine, thread, limit);
  const plan = planLastAnswer(engine.tools, thread, { left, price, limit });
  if ('problem' in plan) return failThread(engine, thread, { reason: plan.problem, isBudget: true });
  const { request, outputBound } = plan;
  const reservation = reserve(thread, request, price);
  const { step, attempt, kind } = request.place;
  const place = { step, attempt, kind, thread, outputBound, offers: [] };
  return performStep(engine, { ...place, request, reservation, price, limit }, signal);
}

/** Includes the part that every step left for the answer, whatever sub-agents have spent since. */
function leftForAnswer(thread: ThreadState, price: ModelPrice | null): Budget | null {
  const { grant, turnStats } = thread;
  const left = remainderOf(thread);
  if (!grant || !left || turnStats.steps === 0) return left;
  const kept = keptForAnswer(grant, price);
  const atLeast = (bound: number | null, min: number) => (bound === null ? null : Math.max(bound, min));
  return {
    ...left,
    tokens: atLeast(left.tokens, kept.tokens),
    costMicros: atLeast(left.costMicros, kept.costMicros),
  };
}
