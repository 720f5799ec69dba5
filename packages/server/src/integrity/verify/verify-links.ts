import type { CallId, EventOf, EventType, LogEvent, TaskId, ThreadId } from '@retinue/protocol';
import { type Finding, linkFinding } from '../../ports/log/finding.ts';
import type { VerifiedTree } from './verify-events.ts';

/** Checks every link of a tree from both of its ends: call ↔ task ↔ child thread ↔ place in the tree. One link at a time. */
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

type TaskOpened = EventOf<'task.opened'>;

/** The events of a tree by their ids. */
interface Index {
  calls: EventOf<'call.requested'>[];
  tasks: TaskOpened[];
  threads: EventOf<'thread.opened'>[];
  callById: Map<CallId, EventOf<'call.requested'>[]>;
  taskById: Map<TaskId, TaskOpened[]>;
  tasksByChild: Map<ThreadId, TaskOpened[]>;
  reactivations: EventOf<'thread.reactivated'>[];
  /** By the thread that continued and the task that it continued for. */
  reactivationsBy: Map<string, EventOf<'thread.reactivated'>[]>;
  threadById: Map<ThreadId, EventOf<'thread.opened'>>;
  firstStepAt: Map<ThreadId, number>;
}

function indexOf({ events }: VerifiedTree): Index {
  const calls = ofType(events, 'call.requested');
  const tasks = ofType(events, 'task.opened');
  const threads = ofType(events, 'thread.opened');
  const reactivations = ofType(events, 'thread.reactivated');
  const firstStepAt = new Map<ThreadId, number>();
  for (const { threadId, position } of ofType(events, 'step.started')) firstStepAt.getOrInsert(threadId, position);
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

function ofType<Type extends EventType>(events: readonly LogEvent[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is LogEvent & EventOf<Type> => event.type === type);
}

function verifyRoot({ rootId, states, events }: VerifiedTree): Finding[] {
  const root = states.get(rootId);
  if (!root) return [linkFinding(rootId, `Chat ${rootId} has events, but its root thread is missing.`)];
  const foreign = events.find(({ workspaceId }) => workspaceId !== root.workspaceId);
  if (foreign) {
    const message = `Event ${foreign.position} in chat ${rootId} belongs to another workspace, ${foreign.workspaceId}.`;
    return [linkFinding(rootId, message)];
  }
  return root.parent
    ? [linkFinding(rootId, `Chat ${rootId} is a root and names ${root.parent.threadId} as its parent.`)]
    : [];
}

/** From the call: the task that it names was opened by it, on the same thread, and has the child that it names. */
function verifyCall({ callById, taskById }: Index, { threadId, data }: EventOf<'call.requested'>): Finding[] {
  const { callId, taskId, subAgentThreadId } = data;
  const findings: Finding[] = [];
  if ((callById.get(callId)?.length ?? 0) > 1)
    findings.push(linkFinding(callId, `Call ${callId} was requested more than once.`));
  if (!taskId) return findings;
  const task = taskById.get(taskId)?.[0];
  if (!task) return [...findings, linkFinding(callId, `Call ${callId} names task ${taskId}, which was never opened.`)];
  if (task.threadId !== threadId || task.data.callId !== callId) {
    findings.push(
      linkFinding(callId, `Call ${callId} names task ${taskId}, which belongs to call ${task.data.callId}.`),
    );
  }
  if (task.data.childThreadId !== subAgentThreadId) {
    const message = `Call ${callId} names the child ${subAgentThreadId}, but its task ${taskId} has ${task.data.childThreadId}.`;
    findings.push(linkFinding(callId, message));
  }
  return findings;
}

/** From the task: its call requested it (or its earlier attempt), and its child knows it. */
function verifyTask(index: Index, task: TaskOpened): Finding[] {
  const { taskId } = task.data;
  const twice = (index.taskById.get(taskId)?.length ?? 0) > 1;
  return [
    ...(twice ? [linkFinding(taskId, `Task ${taskId} was opened more than once.`)] : []),
    ...verifyAsked(index, task),
    ...verifyChild(index, task),
    ...verifyAttempt(index, task),
  ];
}

/** From the child that continues: one task requested it, under the call that it names. */
function verifyReactivation(index: Index, { threadId, position, data }: EventOf<'thread.reactivated'>): Finding[] {
  const { taskId } = data.parent;
  const task = index.taskById.get(taskId)?.[0];
  const isAsked =
    task?.data.childThreadId === threadId &&
    task.data.reactivates !== undefined &&
    originOf(task) === nameOrigin(data.parent) &&
    task.position < position;
  return isAsked
    ? []
    : [linkFinding(threadId, `Thread ${threadId} was reactivated for ${taskId}, which did not ask for it.`)];
}

function verifyAsked({ callById }: Index, { threadId, data }: TaskOpened): Finding[] {
  const { callId, taskId, retryOf, reactivates, attempt } = data;
  const call = callById.get(callId)?.[0];
  if (call?.threadId !== threadId)
    return [linkFinding(taskId, `Task ${taskId} names call ${callId}, which its thread ${threadId} never requested.`)];
  const isFollowing = retryOf !== null || (reactivates !== undefined && attempt > 1);
  if (isFollowing || call.data.taskId === taskId) return [];
  return [
    linkFinding(taskId, `Task ${taskId} names call ${callId}, but that call names task ${call.data.taskId ?? 'none'}.`),
  ];
}

function verifyChild({ threadById, reactivationsBy, taskById }: Index, { data, position }: TaskOpened): Finding[] {
  const { taskId, childThreadId, reactivates } = data;
  const child = threadById.get(childThreadId);
  if (!child) return [linkFinding(taskId, `Task ${taskId} names the child ${childThreadId}, which was never opened.`)];
  if (!reactivates) {
    const opener = child.data.parent?.taskId;
    const message = `Task ${taskId} names the child ${childThreadId}, which was opened for task ${opener ?? 'none'}.`;
    return opener === taskId ? [] : [linkFinding(taskId, message)];
  }
  const before = taskById.get(reactivates)?.[0];
  if (before?.data.childThreadId !== childThreadId || before.position >= position)
    return [
      linkFinding(taskId, `Task ${taskId} continues ${reactivates}, which ${childThreadId} did not work on before.`),
    ];
  const woken = reactivationsBy.get(`${childThreadId} ${taskId}`) ?? [];
  if (woken.length === 1) return [];
  return [
    linkFinding(
      taskId,
      `Task ${taskId} reactivates ${childThreadId}, which was reactivated for it ${woken.length} times.`,
    ),
  ];
}

function verifyAttempt({ taskById }: Index, { data }: TaskOpened): Finding[] {
  const { callId, taskId, retryOf, attempt } = data;
  const earlier = retryOf && taskById.get(retryOf)?.[0]?.data;
  if (!retryOf || (earlier && earlier.callId === callId && earlier.attempt === attempt - 1)) return [];
  const message = `Task ${taskId} is attempt ${attempt} after ${retryOf}, which is not the attempt before it under call ${callId}.`;
  return [linkFinding(taskId, message)];
}

/** From the child: exactly one task opened it, under the call and step that it names, before its first step. */
function verifyOpening(index: Index, { threadId, data }: EventOf<'thread.opened'>): Finding[] {
  const { parent } = data;
  if (!parent) return [];
  const openings = (index.tasksByChild.get(threadId) ?? []).filter((task) => !task.data.reactivates);
  const [opening] = openings;
  if (!opening) return [linkFinding(threadId, `Thread ${threadId} is a child that no task opened: an orphan.`)];
  const findings: Finding[] = [];
  if (openings.length > 1)
    findings.push(linkFinding(threadId, `Thread ${threadId} was opened by ${openings.length} tasks.`));
  if (originOf(opening) !== nameOrigin(parent)) {
    const message = `Thread ${threadId} names its origin as ${nameOrigin(parent)}, but it was opened by ${opening.data.taskId} of ${opening.threadId}.`;
    findings.push(linkFinding(threadId, message));
  }
  if (opening.position > (index.firstStepAt.get(threadId) ?? Number.POSITIVE_INFINITY)) {
    findings.push(linkFinding(threadId, `Thread ${threadId} took its first step before the link to it was recorded.`));
  }
  return findings;
}

function originOf({ threadId, data }: TaskOpened): string {
  return nameOrigin({ threadId, ...data });
}

function nameOrigin({
  threadId,
  callId,
  step,
  taskId,
}: Pick<TaskOpened['data'], 'callId' | 'step' | 'taskId'> & Pick<TaskOpened, 'threadId'>): string {
  return `${threadId}, ${callId}, step ${step}, ${taskId}`;
}

/** A thread's place is one below its parent, on its parent's path. */
function verifyPlace(
  { rootId }: VerifiedTree,
  { threadById }: Index,
  { threadId, data }: EventOf<'thread.opened'>,
): Finding[] {
  const parent = data.parent && threadById.get(data.parent.threadId)?.data;
  if (data.parent && !parent)
    return [
      linkFinding(threadId, `Thread ${threadId} names the parent ${data.parent.threadId}, which is not in its tree.`),
    ];
  const depth = parent ? parent.depth + 1 : 0;
  const path = [...(parent?.path ?? []), data.agent.agentId];
  const findings: Finding[] = [];
  if (data.rootId !== rootId)
    findings.push(
      linkFinding(threadId, `Thread ${threadId} lies in chat ${rootId} and names the root ${data.rootId}.`),
    );
  if (!parent && threadId !== rootId)
    findings.push(linkFinding(threadId, `Thread ${threadId} has no parent and is not the root of ${rootId}.`));
  if (data.depth !== depth)
    findings.push(linkFinding(threadId, `Thread ${threadId} says depth ${data.depth}; its place is ${depth}.`));
  if (data.path.join() !== path.join()) {
    findings.push(
      linkFinding(
        threadId,
        `Thread ${threadId} says its path is ${data.path.join(' › ')}; its place is ${path.join(' › ')}.`,
      ),
    );
  }
  return findings;
}

/** An event about a call, a task or a question must name an earlier one of the same thread. */
function verifyName(event: LogEvent, { callById, taskById }: Index, asked: ReadonlySet<string>): Finding[] {
  const { type, threadId, data, position } = event;
  const served = 'servedTaskId' in data ? data.servedTaskId : undefined;
  if (served !== undefined && taskById.get(served)?.[0]?.data.childThreadId !== threadId)
    return [
      linkFinding(threadId, `Event ${position} (${type}) of ${threadId} names task ${served}, which is not its own.`),
    ];
  if (!('callId' in data) || data.callId === undefined) return [];
  const call = callById.get(data.callId)?.[0];
  const told = `Event ${position} (${type}) of ${threadId}`;
  if (call?.threadId !== threadId || call.data.step !== data.step || call.position > position) {
    return [
      linkFinding(
        threadId,
        `${told} names call ${data.callId} of step ${data.step}, which was not requested there before.`,
      ),
    ];
  }
  if (
    (type === 'task.ended' || type === 'task.backgrounded') &&
    taskById.get(data.taskId)?.[0]?.data.callId !== data.callId
  ) {
    return [linkFinding(data.taskId, `${told} names task ${data.taskId}, which call ${data.callId} did not open.`)];
  }
  if ((type === 'question.answered' || type === 'question.renewed') && !asked.has(data.questionId)) {
    return [linkFinding(data.questionId, `${told} is about question ${data.questionId}, which was never asked.`)];
  }
  return [];
}
