import type { LogEvent, ThreadState } from '@retinue/protocol';
import { findCall, fold, isUnfinished, owes } from '@retinue/protocol';

/** Possible states of a process when it was killed. Usually several at once. */
export const activities = [
  'model streaming',
  'tool running: read',
  'tool running: idempotent',
  'tool running: unsafe',
  'between commits',
  'backing off',
  'waiting on a person',
  'idle',
] as const;
export type Activity = (typeof activities)[number];

/** Read from the end of the log: a kill hit running work if anything was running or about to start. */
export function inFlight(events: readonly LogEvent[], now: number): { activities: Activity[]; live: boolean } {
  const threads = [...Map.groupBy(events, ({ threadId }) => threadId).values()].map((own) => fold(null, own));
  const found = new Set(threads.flatMap((thread) => (thread ? activitiesOf(thread, now) : [])));
  if (found.size === 0) found.add('idle');
  const live = [...found].some((activity) => !restful.includes(activity));
  return { activities: activities.filter((activity) => found.has(activity)), live };
}

const restful: Activity[] = ['backing off', 'waiting on a person', 'idle'];

function activitiesOf(thread: ThreadState, now: number): Activity[] {
  if (!isUnfinished(thread.status)) return [];
  const running = thread.openCalls.filter((call) => call.running);
  const found = running.map(
    ({ step, callId }): Activity => `tool running: ${findCall(thread, step, callId)?.effect ?? 'unsafe'}`,
  );
  if (thread.openStep) found.push('model streaming');
  if (thread.status === 'waiting_for_user') found.push('waiting on a person');
  if (found.length > 0 || owes(thread) === null) return found;
  return [thread.retryAt !== null && thread.retryAt > now ? 'backing off' : 'between commits'];
}
