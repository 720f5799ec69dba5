import type { EventOf } from '@retinue/protocol';
import type { Finding } from '../../ports/finding.ts';
import type { VerifiedTree } from './verify-events.ts';

/** What was set aside for a task is what the thread that it opened may spend. */
export function verifyGrants({ events }: VerifiedTree): Finding[] {
  const grants = new Map<string, EventOf<'thread.opened'>['data']['grant']>();
  for (const { type, threadId, data } of events) if (type === 'thread.opened') grants.set(threadId, data.grant);
  return events.flatMap(({ type, data }): Finding[] => {
    if (type !== 'task.opened' || data.reactivates) return [];
    const { taskId, childThreadId, grant = null } = data;
    if (!grants.has(childThreadId)) return [];
    const given = grants.get(childThreadId) ?? null;
    if (JSON.stringify(given) === JSON.stringify(grant)) return [];
    const words = `Task ${taskId} set aside ${JSON.stringify(grant)}, but its child ${childThreadId} was granted ${JSON.stringify(given)}.`;
    return [{ rule: 'link', about: taskId, words }];
  });
}
