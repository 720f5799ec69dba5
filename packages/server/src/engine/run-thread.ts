import { owes } from '@retinue/protocol';
import { DamagedThreadError } from '../ports/log/damage.ts';
import type { Wake } from '../ports/log/event-log.ts';
import { runCalls } from './calls/run-calls.ts';
import { consultParent } from './delegation/consult-parent.ts';
import type { Engine } from './engine.ts';
import { reachedLimit } from './limits/reached-limit.ts';
import { endAtLimit } from './limits/salvage.ts';
import { giveUpDamaged } from './recovery/give-up-damaged.ts';
import { isInDoubt, recover } from './recovery/recover.ts';
import { takeStep } from './step/take-step.ts';

/**
 * One unit of a thread's outstanding work: take it over from a dead worker, end it at a limit, take a step, run the
 * calls of the last step, or ask its parent. Further work comes with the wake of the last append.
 */
export async function runThread(engine: Engine, wake: Wake, signal: AbortSignal): Promise<void> {
  try {
    await runUnit(engine, wake, signal);
  } catch (error) {
    if (!(error instanceof DamagedThreadError)) throw error;
    if (error.threadId !== wake.rootId) await giveUpDamaged(engine, wake.workspaceId, error.threadId);
  }
}

async function runUnit(engine: Engine, wake: Wake, signal: AbortSignal): Promise<void> {
  const thread = await engine.log.thread(wake.workspaceId, wake.threadId);
  const owed = thread && owes(thread);
  if (!owed) return;
  if (isInDoubt(thread)) return recover(engine, thread);
  const limit = reachedLimit(thread);
  if (limit) return endAtLimit(engine, thread, limit, signal);
  if (owed === 'calls') return runCalls(engine, thread, signal);
  if (owed === 'consult') return consultParent(engine, thread, signal);
  const problem = await takeStep(engine, thread, signal);
  if (problem) await endAtLimit(engine, thread, { reason: problem, isBudget: true }, signal);
}
