import type { CallId, Event, EventOf, EventType, TaskId, ThreadId } from '@retinue/protocol';
import type { Finding } from '../../ports/finding.ts';
import { link } from '../../ports/finding.ts';
import type { VerifiedTree } from './verify-events.ts';
import { verifyReactivation, verifyTask } from './verify-tasks.ts';

/** Every link of a tree, walked from both of its ends: call ↔ task ↔ child thread ↔ place in the tree. */
export function verifyLinks(tree: VerifiedTree): Finding[] {
  return [...linkChecks(tree)].flat();
}

/** The same, one link at a time. */
export function* linkChecks(tree: VerifiedTree): Generator<Finding[]> {
  const index = indexOf(tree);
  yield verifyRoot(tree);
  for (const call of index.calls) yield verifyCall(index, call);
  for (const task of index.tasks) yield verifyTask(index, task);
  for (const thread of index.threads) yield [...verifyOpening(index, thread), ...verifyPlace(tree, index, thread)];
  for (const reactivated of index.reactivations) yield verifyReactivation(index, reactivated);
  const asked = new Set(ofType(tree.events, 'question.asked').map(({ data }) => data.questionId));
  for (const event of tree.events) yield verifyName(event, index, asked);
}

export interface Index {
  calls: EventOf<'call.requested'>[];
  tasks: EventOf<'task.opened'>[];
  threads: EventOf<'thread.opened'>[];
  callById: Map<CallId, EventOf<'call.requested'>[]>;
  taskById: Map<TaskId, EventOf<'task.opened'>[]>;
  tasksByChild: Map<ThreadId, EventOf<'task.opened'>[]>;
  reactivations: EventOf<'thread.reactivated'>[];
  /** By the thread that went on and the task that it went on for. */
  reactivationsBy: Map<string, EventOf<'thread.reactivated'>[]>;
  threadById: Map<ThreadId, EventOf<'thread.opened'>>;
  firstStepAt: Map<ThreadId, number>;
}

function indexOf({ events, byThread }: VerifiedTree): Index {
  const calls = ofType(events, 'call.requested');
  const tasks = ofType(events, 'task.opened');
  const threads = ofType(events, 'thread.opened');
  const reactivations = ofType(events, 'thread.reactivated');
  const firstStepAt = new Map<ThreadId, number>();
  for (const [threadId, ofThread] of byThread) {
    const step = ofThread.find(({ type }) => type === 'step.started');
    if (step) firstStepAt.set(threadId, step.position);
  }
  return {
    calls,
    tasks,
    threads,
    callById: Map.groupBy(calls, ({ data }) => data.callId),
    taskById: Map.groupBy(tasks, ({ data }) => data.taskId),
    tasksByChild: Map.groupBy(tasks, ({ data }) => data.childThreadId),
    reactivations,
    reactivationsBy: Map.groupBy(reactivations, ({ threadId, data }) => `${threadId} ${data.parent.taskId}`),
    threadById: new Map(threads.map((opened) => [opened.threadId, opened])),
    firstStepAt,
  };
}

function ofType<Type extends EventType>(events: readonly Event[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is Event & EventOf<Type> => event.type === type);
}

function verifyRoot({ rootId, states, events }: VerifiedTree): Finding[] {
  const root = states.get(rootId);
  if (!root) return [link(rootId, `Chat ${rootId} has events, but its root thread is not there.`)];
  const foreign = events.find(({ workspaceId }) => workspaceId !== root.workspaceId);
  if (foreign)
    return [
      link(rootId, `Event ${foreign.position} in chat ${rootId} belongs to another workspace, ${foreign.workspaceId}.`),
    ];
  return root.parent ? [link(rootId, `Chat ${rootId} is a root and names ${root.parent.threadId} as its parent.`)] : [];
}

/** From the call: the task that it names was opened by it, on the same thread, and has the child that it names. */
function verifyCall({ callById, taskById }: Index, { threadId, data }: EventOf<'call.requested'>): Finding[] {
  const { callId, taskId, subAgentThreadId } = data;
  const findings: Finding[] = [];
  if ((callById.get(callId)?.length ?? 0) > 1)
    findings.push(link(callId, `Call ${callId} was requested more than once.`));
  if (!taskId) return findings;
  const task = taskById.get(taskId)?.[0];
  if (!task) return [...findings, link(callId, `Call ${callId} names task ${taskId}, which was never opened.`)];
  if (task.threadId !== threadId || task.data.callId !== callId) {
    findings.push(link(callId, `Call ${callId} names task ${taskId}, which belongs to call ${task.data.callId}.`));
  }
  if (task.data.childThreadId !== subAgentThreadId) {
    const words = `Call ${callId} names the child ${subAgentThreadId}, but its task ${taskId} has ${task.data.childThreadId}.`;
    findings.push(link(callId, words));
  }
  return findings;
}

/** From the child: exactly one task opened it, under the call and step that it names, before its first step. */
function verifyOpening(index: Index, { threadId, data }: EventOf<'thread.opened'>): Finding[] {
  const { parent } = data;
  if (!parent) return [];
  const openings = (index.tasksByChild.get(threadId) ?? []).filter((task) => !task.data.reactivates);
  const [opening] = openings;
  if (!opening) return [link(threadId, `Thread ${threadId} is a child that no task opened: an orphan.`)];
  const findings: Finding[] = [];
  if (openings.length > 1) findings.push(link(threadId, `Thread ${threadId} was opened by ${openings.length} tasks.`));
  const { callId, step, taskId } = opening.data;
  if (
    opening.threadId !== parent.threadId ||
    callId !== parent.callId ||
    step !== parent.step ||
    taskId !== parent.taskId
  ) {
    const named = `${parent.threadId}, ${parent.callId}, step ${parent.step}, ${parent.taskId}`;
    findings.push(
      link(
        threadId,
        `Thread ${threadId} names its origin as ${named}, but it was opened by ${taskId} of ${opening.threadId}.`,
      ),
    );
  }
  if (opening.position > (index.firstStepAt.get(threadId) ?? Number.POSITIVE_INFINITY)) {
    findings.push(link(threadId, `Thread ${threadId} took its first step before the link to it was recorded.`));
  }
  return findings;
}

/** Where a thread says it stands is one below its parent, on its parent's path. */
function verifyPlace(
  { rootId }: VerifiedTree,
  { threadById }: Index,
  { threadId, data }: EventOf<'thread.opened'>,
): Finding[] {
  const parent = data.parent && threadById.get(data.parent.threadId)?.data;
  if (data.parent && !parent)
    return [link(threadId, `Thread ${threadId} names the parent ${data.parent.threadId}, which is not in its tree.`)];
  const depth = parent ? parent.depth + 1 : 0;
  const path = [...(parent?.path ?? []), data.agent.agentId];
  const findings: Finding[] = [];
  if (data.rootId !== rootId)
    findings.push(link(threadId, `Thread ${threadId} lies in chat ${rootId} and names the root ${data.rootId}.`));
  if (!parent && threadId !== rootId)
    findings.push(link(threadId, `Thread ${threadId} has no parent and is not the root of ${rootId}.`));
  if (data.depth !== depth)
    findings.push(link(threadId, `Thread ${threadId} says depth ${data.depth}; its place is ${depth}.`));
  if (data.path.join() !== path.join()) {
    findings.push(
      link(threadId, `Thread ${threadId} says its path is ${data.path.join(' › ')}; its place is ${path.join(' › ')}.`),
    );
  }
  return findings;
}

/** What happens to a call, a task or a question must name one that was there before, on the same thread. */
function verifyName(event: Event, { callById, taskById }: Index, asked: ReadonlySet<string>): Finding[] {
  const { type, threadId, data, position } = event;
  const served = 'servedTaskId' in data ? data.servedTaskId : undefined;
  if (served !== undefined && taskById.get(served)?.[0]?.data.childThreadId !== threadId)
    return [link(threadId, `Event ${position} (${type}) of ${threadId} names task ${served}, which is not its own.`)];
  if (!('callId' in data) || data.callId === undefined) return [];
  const call = callById.get(data.callId)?.[0];
  const told = `Event ${position} (${type}) of ${threadId}`;
  if (call?.threadId !== threadId || call.data.step !== data.step || call.position > position) {
    return [
      link(threadId, `${told} names call ${data.callId} of step ${data.step}, which was not requested there before.`),
    ];
  }
  if (
    (type === 'task.ended' || type === 'task.backgrounded') &&
    taskById.get(data.taskId)?.[0]?.data.callId !== data.callId
  ) {
    return [link(data.taskId, `${told} names task ${data.taskId}, which call ${data.callId} did not open.`)];
  }
  if ((type === 'question.answered' || type === 'question.renewed') && !asked.has(data.questionId)) {
    return [link(data.questionId, `${told} is about question ${data.questionId}, which was never asked.`)];
  }
  return [];
}
