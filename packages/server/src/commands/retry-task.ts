import type {
  Budget,
  CallState,
  Commands,
  Fact,
  Refusal,
  Spend,
  TaskId,
  TaskState,
  ThreadState,
  Usage,
} from '@retinue/protocol';
import { addSpend, findCall, isUnfinished, refuse, remainderOf, shareOf, taskIdOf } from '@retinue/protocol';
import { cancelThreads, usageBelow } from '../facts/close-work.ts';
import type { Recruit } from '../facts/open-thread.ts';
import { openChild } from '../facts/open-thread.ts';
import { recruit } from '../facts/recruit.ts';
import { spendBelow } from '../facts/spend.ts';
import type { Entry, View } from '../ports/event-log.ts';
import { isHidden } from './hidden.ts';
import type { Office, Reply, Wish } from './office.ts';
import { headerOf, replyFrom } from './office.ts';

/**
 * Another attempt at a task that failed, was stopped, or hangs: a new task with a new child under the same call. While
 * that call is open its result goes there; else it enters the parent as a message.
 */
export async function retryTask(
  office: Office,
  wish: Wish,
  command: Commands['retryTask'],
): Promise<Reply<{ taskId: TaskId }>> {
  const { log, agents } = office;
  const row = await log.findTask(wish.workspaceId, command.taskId);
  if (!row) return { refusal: refuse('no-such-task', command.taskId) };
  const child = await log.thread(wish.workspaceId, row.childThreadId);
  const link = child?.parent;
  const chosen = child && (await recruit(agents, wish.workspaceId, child.agent.agentId));
  if (!link || !chosen) return { refusal: refuse('no-such-agent', child?.agent.name ?? command.taskId) };
  const { deniedTools } = await office.rulesOf(wish.workspaceId);
  const done: { taskId: TaskId } = { taskId: command.taskId };
  const result = await log.decide(headerOf(wish, 'retry-task', done), [row.parentThreadId], (view) => {
    const parent = view.thread(row.parentThreadId);
    if (parent && isHidden(view, parent)) return refuse('no-such-thread', parent.rootId);
    const call = parent && findCall(parent, link.step, link.callId);
    if (!parent || !call) return refuse('no-such-task', command.taskId);
    done.taskId = taskIdOf(call.callId, call.tasks.length + 1);
    return decideRetry(office, view, { parent, call, chosen, command, deniedTools });
  });
  return replyFrom(result, done);
}

interface Retry {
  parent: ThreadState;
  call: CallState;
  chosen: Recruit;
  command: Commands['retryTask'];
  deniedTools: readonly string[];
}

function decideRetry(
  { ids, live }: Office,
  view: View,
  { parent, call, chosen, command, deniedTools }: Retry,
): readonly Entry[] | Refusal {
  const task = call.tasks.find(({ taskId }) => taskId === command.taskId);
  if (!task) return refuse('no-such-task', command.taskId);
  if (task !== call.tasks.at(-1)) return refuse('task-retried', command.taskId);
  if (task.outcome?.status === 'success') return refuse('task-succeeded', command.taskId);
  if (parent.parent && !isUnfinished(parent.status)) return refuse('parent-ended', command.taskId);
  const below = view.unfinishedBelow(task.childThreadId);
  const ending = new Map(below.map((thread) => [thread.threadId, thread]));
  const spent = spendBelow(ending, task.childThreadId);
  const {
    task: opened,
    childId,
    child,
  } = openChild(parent, {
    callId: call.callId,
    step: call.step,
    attempt: task.attempt + 1,
    retryOf: task.taskId,
    instruction: command.instruction ?? task.instruction,
    recruit: chosen,
    messageIds: [ids.message(), ids.message()],
    grant: grantFor(parent, task, spent),
    resultSchema: task.resultSchema,
    deniedTools,
  });
  const stopped = cancelThreads(
    below,
    () => null,
    retriedWords,
    (id) => live.draft(id),
  );
  const usage = usageBelow(ending, task.childThreadId);
  const facts = [...(task.outcome ? [] : [endForRetry(call, task, usage, spent)]), opened];
  return [
    ...stopped,
    { threadId: parent.threadId, guard: 'exists', facts },
    { threadId: childId, guard: 'new', facts: child },
  ];
}

/** The earlier attempt ends without answering the call: that is for the next one to do. */
function endForRetry(call: CallState, task: TaskState, usage: Usage, spent: Spend): Fact {
  const { callId, step } = call;
  const ending = { status: 'cancelled', result: '', reason: retriedWords } as const;
  return { type: 'task.ended', data: { callId, step, taskId: task.taskId, ...ending, usage, spent } };
}

/** From what is left once the earlier attempt has given back what it did not spend. */
function grantFor(parent: ThreadState, { taskId }: TaskState, spent: Spend): Budget | null {
  const { pace } = parent;
  const openTasks = parent.openTasks.filter((task) => task.taskId !== taskId);
  const spentByTasks = addSpend(pace.spentByTasks, spent);
  return shareOf(remainderOf({ ...parent, openTasks, pace: { ...pace, spentByTasks } }), 1);
}

const retriedWords = 'Another attempt was asked for.';
