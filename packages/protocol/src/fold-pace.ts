import { noSpend } from './budget.ts';
import type { ThreadState } from './thread-state.ts';
import { noUsage } from './usage.ts';

/** What a turn that begins with this message has come to: nothing yet. */
export function freshPace(begunSeq: number): ThreadState['pace'] {
  return {
    begunSeq,
    steps: 0,
    wrapUps: 0,
    tokens: 0,
    usage: noUsage,
    workedMs: 0,
    workingSince: null,
    providerErrors: 0,
    recoveries: 0,
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
