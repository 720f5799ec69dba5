import type { EventOf, LogEvent, ThreadId } from '@retinue/protocol';
import type { Finding } from '../../ports/log/finding.ts';
import { endChecks } from './verify-ends.ts';
import type { VerifiedTree } from './verify-events.ts';
import { linkChecks } from './verify-links.ts';

/** Checks a tree a little at a time, so that a caller can pause. Its events must be in the order of their positions. */
export function* verifyTree(tree: VerifiedTree): Generator<Finding[]> {
  yield* linkChecks(tree);
  yield* endChecks(tree);
  yield verifyGrants(tree);
  yield verifyCompactions(tree);
}

/** The budget that was set aside for a task is the grant of the thread that it opened. */
function verifyGrants({ events }: VerifiedTree): Finding[] {
  const grants = new Map<string, EventOf<'thread.opened'>['data']['grant']>();
  for (const { type, threadId, data } of events) if (type === 'thread.opened') grants.set(threadId, data.grant);
  return events.flatMap(({ type, data }): Finding[] => {
    if (type !== 'task.opened' || data.reactivates) return [];
    const { taskId, childThreadId, grant = null } = data;
    if (!grants.has(childThreadId)) return [];
    const given = grants.get(childThreadId) ?? null;
    if (JSON.stringify(given) === JSON.stringify(grant)) return [];
    const message = `Task ${taskId} set aside ${JSON.stringify(grant)}, but its child ${childThreadId} was granted ${JSON.stringify(given)}.`;
    return [{ rule: 'link', about: taskId, message }];
  });
}

/** A summary is the text of a compaction step, recorded with its end, about events that the step had seen. */
export function verifyCompactions({ events }: VerifiedTree): Finding[] {
  return [...Map.groupBy(events, ({ threadId }) => threadId)].flatMap(([threadId, ofThread]) =>
    ofThread.flatMap((event, index) =>
      event.type === 'thread.compacted' ? verifyCompaction(threadId, ofThread.slice(0, index), event) : [],
    ),
  );
}

function verifyCompaction(
  threadId: ThreadId,
  before: readonly LogEvent[],
  { data }: EventOf<'thread.compacted'>,
): Finding[] {
  const { step, throughSeq, summary } = data;
  const last = before.at(-1);
  const started = before.findLast((event) => event.type === 'step.started' && event.data.step === step);
  const asked = started?.type === 'step.started' ? started.data : null;
  const problems = [
    ...(last?.type === 'step.ended' && last.data.step === step ? [] : ['is not written with the end of that step']),
    ...(asked?.kind === 'compaction' ? [] : ['was asked for by no such step']),
    ...(asked && asked.seenSeq < throughSeq ? [`reaches to seq ${throughSeq}, which that step had not seen`] : []),
    ...(summary.trim() === '' ? ['is blank'] : []),
  ];
  return problems.map((problem) => ({
    rule: 'end',
    about: threadId,
    message: `The summary of step ${step} of ${threadId} ${problem}.`,
  }));
}
