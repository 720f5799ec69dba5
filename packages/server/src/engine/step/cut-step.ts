import type { Fact, Reason, ThreadState } from '@retinue/protocol';
import { defaultProviderRetryMs, isCompaction, partsText, refuse } from '@retinue/protocol';
import { endEntries } from '../../transitions/end-thread.ts';
import type { Engine } from '../engine.ts';
import { headerFor } from '../engine.ts';
import { partialWork } from '../limits/partial-work.ts';
import { maySalvage } from '../limits/reached-limit.ts';
import { canShorten } from '../prompt/plan-request.ts';
import { endingAtLimit } from './ending-of.ts';
import type { Cut, ModelReply, StepUnderWay } from './step.ts';

/**
 * Records a step that did not end: the visible part is kept. It is retried after a wait if that may help; else the
 * thread fails here, with the reason and the findings so far.
 */
export async function cutStep(engine: Engine, step: StepUnderWay, reply: ModelReply, cut: Cut): Promise<void> {
  const { thread } = step;
  const threads = thread.parent ? [thread.threadId, thread.parent.threadId] : [thread.threadId];
  await engine.log.decide(headerFor(thread, 'cut-step'), threads, (view) => {
    const now = view.thread(thread.threadId);
    if (now?.epoch !== step.epoch) return refuse('stale-epoch', { threadId: thread.threadId });
    const { failure, waitMs } = planNext(engine, step, now, reply, cut);
    const final = failure !== null;
    const retryAt = waitMs === null ? null : view.now + waitMs;
    const fact = cutFact(step, reply, cut, { message: failure ?? cut.message, final, retryAt });
    const isGathered = cut.isTimeUp === true && step.limit === null && maySalvage(now);
    // Without a summary the thread continues as well as it can.
    const own = { guard: { epoch: step.epoch }, facts: [fact] };
    if (!final || isGathered || isCompaction(step)) return [{ threadId: thread.threadId, ...own }];
    const gathered = [partialWork(now), partsText(reply.parts)];
    const limit = step.limit ?? { reason: failure, isBudget: false };
    return endEntries(now, view, {
      ...own,
      workMs: reply.workedMs,
      ending: endingAtLimit(gathered.join('\n\n').trim(), limit),
      isPartial: true,
      messageId: engine.ids.message(),
      draftOf: (id) => engine.live.draft(id),
    });
  });
}

/** The error with which the step fails, or the wait before the next attempt; neither if that starts at once. */
function planNext(
  { tools, random }: Engine,
  step: StepUnderWay,
  now: ThreadState,
  reply: ModelReply,
  cut: Cut,
): { failure: Reason | null; waitMs: number | null } {
  const { reason, retryable, isOutage, message } = cut;
  if (!retryable || (step.limit !== null && reason !== 'drain' && !isOutage)) return { failure: message, waitMs: null };
  if (reason === 'drain') return { failure: null, waitMs: null };
  if (reason === 'too-long' && !canShorten(tools, now, step.reservation.tokens))
    return { failure: message, waitMs: null };
  const plan = planRetry(now, cut, reply.workedMs, random);
  if ('failure' in plan) return { failure: plan.failure, waitMs: null };
  return { failure: null, waitMs: reason === 'provider-error' ? plan.waitMs : null };
}

function cutFact(
  { step, attempt }: StepUnderWay,
  { parts, usage, workedMs }: ModelReply,
  { reason, isOutage }: Cut,
  { message, final, retryAt }: { message: Reason; final: boolean; retryAt: number | null },
): Fact {
  const outage = isOutage ? { isOutage } : {};
  return {
    type: 'step.cut',
    data: { step, attempt, reason, message, parts, usage, final, retryAt, ...outage, workedMs },
  };
}

/** The wait before the next attempt, or the error with which the step fails. */
type RetryPlan = { waitMs: number } | { failure: Reason };

/**
 * Decides on the next attempt at a step that a provider failed. An outage is waited for as long as the limits of the
 * chat say, counted over all attempts in the log, so that a restart does not reset the count. Any other error gets
 * three attempts.
 */
export function planRetry(thread: ThreadState, cut: Cut, workedMs: number, random: () => number): RetryPlan {
  const { turnStats } = thread;
  if (!cut.retryable) return { failure: cut.message };
  if (!cut.isOutage) {
    if (turnStats.providerErrors + 1 >= maxAttempts) return { failure: cut.message };
    return {
      waitMs: Math.max(backoffMs(turnStats.providerErrors, random), Math.min(maxBackoffMs, cut.retryAfterMs ?? 0)),
    };
  }
  const windowMs = thread.limits.providerRetryMs ?? defaultProviderRetryMs;
  const retriedMs = Math.min(windowMs, turnStats.outageMs + workedMs);
  const leftMs = windowMs - retriedMs;
  const askedMs = cut.retryAfterMs ?? 0;
  if (askedMs > windowMs && windowMs > 0) return { failure: { ...cut.message, askedMs, maxWaitMs: windowMs } };
  if (leftMs <= 0 || askedMs > leftMs) return { failure: { ...cut.message, retriedMs } };
  return { waitMs: Math.min(leftMs, Math.max(askedMs, backoffMs(turnStats.outages, random))) };
}

/** Doubles, with a random part so that many threads don't retry at the same moment. */
function backoffMs(failures: number, random: () => number): number {
  const doubledMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(failures, 30));
  return Math.round(doubledMs * (0.5 + random() / 2));
}

const maxAttempts = 3;
const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
