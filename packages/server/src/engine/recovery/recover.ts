import type { CallState, Fact, ThreadState } from '@retinue/protocol';
import { findCall, refuse } from '@retinue/protocol';
import { reservedFor } from '../../transitions/cost.ts';
import { refuseStopped } from '../../transitions/stops.ts';
import type { Engine } from '../engine.ts';

/** Whether a dead worker left open work: a thread has one worker at a time, and that is the caller. */
export function isInDoubt(thread: ThreadState): boolean {
  return thread.openStep !== null || thread.openCalls.some((call) => call.running);
}

/**
 * Takes over a thread from a worker that is dead or presumed dead: the raised epoch fences it. A step is retried. A
 * running call runs again only if its effect allows that; else it ends as interrupted, and the model learns that its
 * outcome is unknown.
 */
export async function recover(
  { log }: Pick<Engine, 'log'>,
  { workspaceId, threadId, rootId, epoch }: ThreadState,
): Promise<void> {
  const header = { label: 'recover', workspaceId, actor: 'engine', commandId: null } as const;
  await log.decide(header, [threadId, rootId], (view) => {
    const thread = view.thread(threadId);
    if (thread?.epoch !== epoch) return refuse('stale-epoch', { threadId });
    const stopped = refuseStopped(view, thread);
    if (stopped) return stopped;
    return [{ threadId, guard: { epoch }, facts: takeOver(thread) }];
  });
}

/** Computed from the thread in the transaction: a worker that only seemed dead may have ended its step a moment ago. */
function takeOver(thread: ThreadState): Fact[] {
  const running = thread.openCalls.filter((call) => call.running);
  const calls = running.flatMap(({ step, callId }) => findCall(thread, step, callId) ?? []);
  return [
    { type: 'thread.recovered', data: { inDoubt: calls.map((call) => call.callId) } },
    ...(thread.openStep ? [cutByCrash(thread.openStep)] : []),
    ...calls.filter((call) => call.effect === 'unsafe').map(interrupt),
  ];
}

/** The cost is unknown, so the attempt counts as its whole reservation. */
function cutByCrash(open: NonNullable<ThreadState['openStep']>): Fact {
  const { step, attempt, kind } = open;
  const usage = reservedFor(open);
  const message = { code: 'crashed' } as const;
  return {
    type: 'step.cut',
    // A last answer is not retried.
    data: { step, attempt, reason: 'crash', message, parts: [], usage, final: kind === 'salvage', retryAt: null },
  };
}

function interrupt({ callId, step }: CallState): Fact {
  const error = { code: 'call-interrupted' } as const;
  return { type: 'call.ended', data: { callId, step, status: 'interrupted', output: null, error } };
}
