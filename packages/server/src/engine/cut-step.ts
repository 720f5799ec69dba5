import type { Fact, ThreadState } from '@retinue/protocol';
import { addUsage, isCompaction, refuse } from '@retinue/protocol';
import { closeTasks } from '../facts/close-work.ts';
import { endThread } from '../facts/end-thread.ts';
import { spendAtEnd } from '../facts/spend.ts';
import type { Engine } from './engine.ts';
import { headerFor } from './engine.ts';
import { maySalvage } from './limits.ts';
import { partialWork } from './partial-work.ts';
import { canShorten } from './plan-request.ts';
import type { Cut, Heard, StepUnderWay } from './step.ts';

/**
 * A step that came to no end: what was seen of it is kept. It is tried again after a while if that may help; else the
 * thread ends here, failed, with the reason and what it had gathered.
 */
export async function cutStep(engine: Engine, step: StepUnderWay, heard: Heard, cut: Cut): Promise<void> {
  const { thread } = step;
  const threads = thread.parent ? [thread.threadId, thread.parent.threadId] : [thread.threadId];
  await engine.log.decide(headerFor(thread, 'cut-step'), threads, (view) => {
    const now = view.thread(thread.threadId);
    if (now?.epoch !== step.epoch) return refuse('stale-epoch', thread.threadId);
    const final = step.salvages !== null || isFinal(engine, step, now, cut);
    const retryAt =
      final || cut.reason !== 'provider-error'
        ? null
        : view.now + delayFor(engine, now.pace.providerErrors, cut.retryAfterMs);
    const fact = cutFact(step, heard, cut, { final, retryAt });
    const isGathered = cut.isTimeUp === true && step.salvages === null && maySalvage(now);
    // Without a summary the thread goes on as well as it can.
    if (!final || isGathered || isCompaction(step))
      return [{ threadId: thread.threadId, guard: { epoch: step.epoch }, facts: [fact] }];
    const gathered = [partialWork(now), ...heard.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))];
    const reason = step.salvages ?? cut.message;
    const ending = { status: 'failed', result: gathered.join('\n\n').trim(), reason } as const;
    const left = closeTasks(now, view, (id) => engine.live.draft(id));
    const end = endThread(now, thread.parent && view.thread(thread.parent.threadId), ending, {
      used: addUsage(heard.usage, left.usage),
      spend: spendAtEnd(now, { facts: [fact], below: left.spend, now: view.now }),
      messageId: engine.ids.message(),
      isPartial: true,
    });
    const own = { threadId: thread.threadId, guard: { epoch: step.epoch }, facts: [fact, ...left.own, ...end.own] };
    return [own, ...left.below, ...(end.parent ? [end.parent] : [])];
  });
}

function isFinal({ tools }: Engine, step: StepUnderWay, now: ThreadState, { reason, retryable }: Cut): boolean {
  if (!retryable) return true;
  if (reason === 'drain') return false;
  if (now.pace.providerErrors + 1 >= maxAttempts) return true;
  return reason === 'too-long' && !canShorten(tools, now, step.reservation.tokens);
}

function cutFact(
  { step, attempt }: StepUnderWay,
  { parts, usage }: Heard,
  { reason, message }: Cut,
  { final, retryAt }: { final: boolean; retryAt: number | null },
): Fact {
  return { type: 'step.cut', data: { step, attempt, reason, message, parts, usage, final, retryAt } };
}

/** Doubling, with chance so that many don't come back at the same moment; what the provider asks for counts more. */
function delayFor({ chance }: Engine, failures: number, retryAfterMs: number | null): number {
  const doubled = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
  return Math.round(Math.min(longestDelayMs, Math.max(retryAfterMs ?? 0, doubled * (0.5 + chance() / 2))));
}

const maxAttempts = 3;
const firstDelayMs = 500;
const longestDelayMs = 60_000;
