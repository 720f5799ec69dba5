import type { LogEvent } from '../../events/events.ts';
import { defaultApprovals } from '../../records/agents.ts';
import type { ThreadState } from '../thread-state.ts';
import { noUsage } from '../usage.ts';
import { freshTurnStats } from './fold-turn-stats.ts';

/** State of a thread after its first event. */
export function openThread(event: LogEvent): ThreadState {
  if (event.type !== 'thread.opened') throw new Error(`${event.threadId} begins with ${event.type}, not thread.opened`);
  const { rights = null, approvals = defaultApprovals, resultSchema = null, grant = null, ...data } = event.data;
  const { stagedUntil, ...opened } = data;
  return {
    ...opened,
    ...(stagedUntil === undefined ? {} : { isStaged: true }),
    rights,
    approvals,
    resultSchema,
    grant,
    askedBudget: null,
    origins: [],
    threadId: event.threadId,
    workspaceId: event.workspaceId,
    openedAt: event.at,
    openedPosition: event.position,
    updatedAt: event.at,
    isPinned: false,
    hiddenAt: stagedUntil ?? null,
    stoppedAt: null,
    unread: 0,
    status: 'idle',
    seq: 0,
    epoch: 0,
    items: [],
    takenBack: [],
    openCalls: [],
    openTasks: [],
    openStep: null,
    steps: 0,
    workedMs: 0,
    inputSeq: 0,
    seenSeq: 0,
    retryAt: null,
    compaction: null,
    refusedTokens: null,
    outcome: null,
    turnStats: freshTurnStats(0),
    usage: noUsage,
    unpricedTokens: 0,
    otherDays: [],
  };
}
