import type { LogEvent } from '../../events/events.ts';
import { maxProviderRetryMs } from '../../records/agents.ts';
import { noSpend } from '../budget.ts';
import type { ThreadState } from '../thread-state.ts';
import { noUsage } from '../usage.ts';

/** The counters of a turn that begins with this message. */
export function freshTurnStats(begunSeq: number, originSeq = begunSeq): ThreadState['turnStats'] {
  return {
    begunSeq,
    originSeq,
    steps: 0,
    wrapUps: 0,
    tokens: 0,
    usage: noUsage,
    workedMs: 0,
    workingSince: null,
    providerErrors: 0,
    recoveries: 0,
    outages: 0,
    outageMs: 0,
    recentCalls: [],
    costMicros: 0,
    calls: 0,
    tasks: 0,
    spentByTasks: noSpend,
    refusedResults: 0,
    resultProblem: null,
    salvages: 0,
    compactions: 0,
    failedCompactions: 0,
  };
}

/** Duration of a stretch of work by the worker's own count, if the event that ends it has one. */
export function measuredMs({ type, data }: LogEvent): number | undefined {
  return type === 'step.ended' || type === 'step.cut' || type === 'call.ended' ? data.workedMs : undefined;
}

/** Both times of a wait come from one reading of the clock, so their difference holds whatever the clock does later. */
export function waitOutage({ turnStats }: ThreadState, waitMs: number): void {
  turnStats.outages += 1;
  turnStats.outageMs += Math.min(maxProviderRetryMs, Math.max(0, waitMs));
}
