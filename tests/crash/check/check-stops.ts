import type { EventType, LogEvent } from '@retinue/protocol';
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';

/** Nothing of a chat starts between the stop of all its work and the resume. */
export function checkStops(events: readonly LogEvent[]): Finding[] {
  const stopped = new Set<string>();
  return events.flatMap(({ type, rootId, threadId, position }) => {
    if (type === 'chat.stopped') stopped.add(rootId);
    if (type === 'chat.resumed') stopped.delete(rootId);
    if (!stopped.has(rootId) || !starts.includes(type)) return [];
    return [
      finding('order', `${type} of ${threadId} at position ${position}, though all work in ${rootId} is stopped`),
    ];
  });
}

const starts: EventType[] = ['step.started', 'call.started', 'question.consulted', 'thread.recovered'];
