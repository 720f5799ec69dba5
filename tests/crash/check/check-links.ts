import type { EventOf, LogEvent, TaskId, ThreadId } from '@retinue/protocol';
import { mixedUp } from '../subject/script.ts';
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';
import { ofType } from './stored.ts';

/**
 * Every child belongs to exactly one task, every task to exactly one call; and every end is reported once, to the right
 * thread.
 */
export function checkLinks(events: readonly LogEvent[]): Finding[] {
  return [...checkChildren(events), ...checkTwins(events), ...checkDelivery(events), ...checkStops(events)];
}

function checkChildren(events: readonly LogEvent[]): Finding[] {
  const children = ofType(events, 'thread.opened').filter(({ data }) => data.parent);
  const tasks = ofType(events, 'task.opened');
  const byChild = Map.groupBy(
    tasks.filter(({ data }) => !data.reactivates),
    ({ data }) => data.childThreadId,
  );
  const opened = new Set(children.map(({ threadId }) => threadId));
  const orphans = children.filter(({ threadId, position, data }) => {
    const [task, ...others] = byChild.get(threadId) ?? [];
    const links =
      task?.threadId === data.parent?.threadId &&
      task?.data.callId === data.parent?.callId &&
      task?.data.taskId === data.parent?.taskId;
    return !task || others.length > 0 || !links || task.position > position;
  });
  return [
    ...orphans.map(({ threadId }) =>
      finding('orphan', `${threadId} is a child without exactly one task that opened it before.`),
    ),
    ...tasks
      .filter(({ data }) => !opened.has(data.childThreadId))
      .map(({ data }) => finding('orphan', `${data.taskId} has no child: ${data.childThreadId} was never opened.`)),
  ];
}

/** In these trees every instruction is unique, so a repeated one is repeated work, whatever its ids. */
function checkTwins(events: readonly LogEvent[]): Finding[] {
  const tasks = ofType(events, 'task.opened');
  const byInstruction = Map.groupBy(tasks, ({ data }) => data.instruction);
  const firsts = Map.groupBy(
    tasks.filter(({ data }) => data.retryOf === null && !isAskedOfItsChild(data)),
    ({ data }) => data.callId,
  );
  return [...byInstruction, ...firsts]
    .filter(([, same]) => same.length > 1)
    .map(([what, same]) => finding('twin', `${what}: ${same.map(({ data }) => data.taskId).join(', ')} are twins.`));
}

/** A person's message to a child that has ended is under the call that it ended for. */
function isAskedOfItsChild({ reactivates, attempt }: EventOf<'task.opened'>['data']): boolean {
  return reactivates !== undefined && attempt > 1;
}

function checkDelivery(events: readonly LogEvent[]): Finding[] {
  const ends = Map.groupBy(ofType(events, 'task.ended'), ({ data }) => data.taskId);
  const { byThread: finals, byTask } = finalsOf(events);
  const told = toldResults(events);
  return ofType(events, 'task.opened').flatMap((task) => {
    const { taskId } = task.data;
    const [end, ...others] = ends.get(taskId) ?? [];
    if (!end) return [finding('unsettled', `${taskId} has no end in its parent.`)];
    if (others.length > 0) return [finding('delivery', `${taskId} ended ${others.length + 1} times in its parent.`)];
    return [...compareEnds(taskId, end, byTask.get(taskId)), ...countTold(task, end, finals, told)];
  });
}

type Final = EventOf<'thread.ended'> | EventOf<'thread.cancelled'>;

/** The last end of every thread, and a child's end of each of its tasks. */
function finalsOf(events: readonly LogEvent[]): { byThread: Map<ThreadId, Final>; byTask: Map<TaskId, Final> } {
  const byThread = new Map<ThreadId, Final>();
  const byTask = new Map<TaskId, Final>();
  const serves = new Map<ThreadId, TaskId>();
  for (const event of events) {
    const { type, threadId, data } = event;
    if ((type === 'thread.opened' || type === 'thread.reactivated') && data.parent)
      serves.set(threadId, data.parent.taskId);
    if (type !== 'thread.ended' && type !== 'thread.cancelled') continue;
    byThread.set(threadId, event);
    const taskId = serves.get(threadId);
    if (taskId) byTask.set(taskId, event);
  }
  return { byThread, byTask };
}

function compareEnds(taskId: TaskId, { data, threadId }: EventOf<'task.ended'>, final: Final | undefined): Finding[] {
  if (!final) return [finding('delivery', `${threadId} was told that ${taskId} has ended, and its child has not.`)];
  const child =
    final.type === 'thread.ended'
      ? { ...final.data, status: final.data.status === 'completed' ? 'success' : 'failed' }
      : { status: 'cancelled', result: '' };
  if (child.status === data.status && child.result === data.result) return [];
  return [
    finding(
      'delivery',
      `${taskId} ended as ${data.status} "${data.result}" in its parent and as ${child.status} "${child.result}" in its child.`,
    ),
  ];
}

/** Number of times that each task's result reached its parent's model, as the result of a call or as a message. */
function toldResults(events: readonly LogEvent[]): Map<string, string[]> {
  const told = new Map<string, string[]>();
  const tell = (taskId: string, how: string) => told.set(taskId, [...(told.get(taskId) ?? []), how]);
  for (const { data } of ofType(events, 'call.ended')) {
    const value = data.output?.value;
    if (value && typeof value === 'object' && 'taskId' in value && value.status !== 'running')
      tell(String(value.taskId), data.callId);
  }
  for (const { data } of ofType(events, 'message.received'))
    if (data.from === 'task') tell(String(data.taskId), 'message');
  return told;
}

function countTold(
  task: EventOf<'task.opened'>,
  end: EventOf<'task.ended'>,
  finals: ReadonlyMap<ThreadId, Final>,
  told: ReadonlyMap<string, string[]>,
): Finding[] {
  const { taskId, callId } = task.data;
  const ways = told.get(taskId) ?? [];
  const final = finals.get(task.threadId);
  const someoneListens = end.data.status !== 'cancelled' && (!final || final.position > end.position);
  if (ways.length > 1)
    return [finding('delivery', `The result of ${taskId} was told ${ways.length} times: ${ways.join(', ')}.`)];
  if (ways.length === 0 && someoneListens)
    return [finding('delivery', `The result of ${taskId} was never told to ${task.threadId}.`)];
  if (ways.some((way) => way !== callId && way !== 'message'))
    return [finding('delivery', `The result of ${taskId} went to ${ways.join(', ')}, not to ${callId}.`)];
  return [];
}

/** Below a stopped thread only late notices may happen, and no model got a result that it had not requested. */
function checkStops(events: readonly LogEvent[]): Finding[] {
  const parents = new Map(
    ofType(events, 'thread.opened').map(({ threadId, data }) => [threadId, data.parent?.threadId ?? null]),
  );
  const stops = new Map(
    ofType(events, 'thread.cancelled').map((event) => [event.threadId, lastOfAppend(events, event)]),
  );
  const wild = events.filter(
    ({ type, threadId, position }) =>
      type !== 'call.late' &&
      type !== 'usage.recorded' &&
      ancestorsOf(threadId, parents).some((above) => position > (stops.get(above) ?? Number.POSITIVE_INFINITY)),
  );
  const mixed = events.filter(({ data }) => JSON.stringify(data).includes(mixedUp));
  return [
    ...wild.map(({ threadId, type, seq }) =>
      finding('orphan', `${threadId} goes on (${type}, seq ${seq}) below a thread that was stopped.`),
    ),
    ...mixed.map(({ threadId, seq }) =>
      finding('delivery', `${threadId} was told another call's result (seq ${seq}).`),
    ),
  ];
}

function ancestorsOf(threadId: ThreadId, parents: ReadonlyMap<ThreadId, ThreadId | null>): ThreadId[] {
  const above = parents.get(threadId);
  return above ? [above, ...ancestorsOf(above, parents)] : [];
}

function lastOfAppend(events: readonly LogEvent[], { position, commandId }: LogEvent): number {
  if (commandId === null) return position;
  return events.findLast((event) => event.commandId === commandId)?.position ?? position;
}
