import type { CallState, Fact, ThreadState } from '@retinue/protocol';
import { findCall, refuse } from '@retinue/protocol';
import { reservedFor } from '../../transitions/cost.ts';
import { refuseStopped } from '../../transitions/stops.ts';
import type { Engine } from '../engine.ts';

/** Something is under way that no living worker has: a thread has one worker at a time, and it is the one who asks. */
export function isInDoubt(thread: ThreadState): boolean {
  return thread.openStep !== null || thread.openCalls.some((call) => call.running);
}

/**
 * Takes a thread over from a worker that died, or that is taken for dead: the raised epoch shuts it out. A step is asked
 * again. A call that was under way is run again only if its effect allows that; else it ends as interrupted, and the
 * model is told that the outcome is not known.
 */
export async function recover(
  { log }: Pick<Engine, 'log'>,
  { workspaceId, threadId, rootId, epoch }: ThreadState,
): Promise<void> {
  const header = { label: 'recover', workspaceId, actor: 'engine', commandId: null } as const;
  await log.decide(header, [threadId, rootId], (view) => {
    const thread = view.thread(threadId);
    if (thread?.epoch !== epoch) return refuse('stale-epoch', threadId);
    const stopped = refuseStopped(view, thread);
    if (stopped) return stopped;
    return [{ threadId, guard: { epoch }, facts: takeOver(thread) }];
  });
}

/** From the thread as it is in the transaction: a worker that only seemed dead may have ended its step a moment ago. */
function takeOver(thread: ThreadState): Fact[] {
  const running = thread.openCalls.filter((call) => call.running);
  const calls = running.flatMap(({ step, callId }) => findCall(thread, step, callId) ?? []);
  return [
    { type: 'thread.recovered', data: { inDoubt: calls.map((call) => call.callId) } },
    ...(thread.openStep ? [cutByCrash(thread.openStep)] : []),
    ...calls.filter((call) => call.effect === 'unsafe').map(interrupt),
  ];
}

/** The attempt counts as if it had cost all that was set aside for it; nobody will ever know. */
function cutByCrash(open: NonNullable<ThreadState['openStep']>): Fact {
  const { step, attempt, kind } = open;
  const usage = reservedFor(open);
  const message = 'The process ended in the middle of this step.';
  return {
    type: 'step.cut',
    // A last answer is not tried again.
    data: { step, attempt, reason: 'crash', message, parts: [], usage, final: kind === 'salvage', retryAt: null },
  };
}

function interrupt({ callId, step }: CallState): Fact {
  const error = 'The process ended while this call was under way. It was not run again.';
  return { type: 'call.ended', data: { callId, step, status: 'interrupted', output: null, error } };
}
