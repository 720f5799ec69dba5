import type { Budget, ThreadState } from '@retinue/protocol';
import { owes, refuse, remainderOf } from '@retinue/protocol';
import type { ModelPrice } from '../../ports/settings/prices.ts';
import { endEntries } from '../../transitions/end-thread.ts';
import { refuseStopped } from '../../transitions/stops.ts';
import type { Engine } from '../engine.ts';
import { headerFor } from '../engine.ts';
import { endingAtLimit } from '../step/ending-of.ts';
import type { ReachedLimit } from '../step/step.ts';
import { performStep } from '../step/take-step.ts';
import { keptForAnswer } from './check-budget.ts';
import { partialWork } from './partial-work.ts';
import { reserve } from './price-step.ts';
import { maySalvage, reachedLimit } from './reached-limit.ts';
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

/** Ends a thread that has reached a limit, with everything below it, and reports the limit to its parent. */
async function failThread(engine: Engine, thread: ThreadState, limit: ReachedLimit): Promise<void> {
  const { threadId, parent } = thread;
  const threads = parent ? [threadId, parent.threadId] : [threadId];
  await engine.log.decide(headerFor(thread, 'end-thread'), threads, (view) => {
    const now = view.thread(threadId);
    // An end raises no epoch: another worker may have ended the thread, and a message may have started its next turn.
    const isSame = now?.seq === thread.seq;
    if (now?.epoch !== thread.epoch || !owes(now) || !(isSame || reachedLimit(now)))
      return refuse('stale-epoch', { threadId });
    const held = refuseStopped(view, now);
    if (held) return held;
    return endEntries(now, view, {
      guard: { epoch: thread.epoch },
      facts: [],
      workMs: view.workedMs(now),
      ending: endingAtLimit(partialWork(now), limit),
      isPartial: true,
      messageId: engine.ids.message(),
      draftOf: (id) => engine.live.draft(id),
    });
  });
}
