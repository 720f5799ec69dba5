import type {
  AgentSnapshot,
  Budget,
  CallState,
  Fact,
  Refusal,
  Spend,
  TaskState,
  ThreadId,
  ThreadState,
} from '@retinue/protocol';
import { addSpend, findTask, isUnfinished, minBudget, refuse, remainderOf, shareOf, taskIdOf } from '@retinue/protocol';
import { DamagedThreadError, soundOrNull } from '../../ports/log/damage.ts';
import type { Entry, View } from '../../ports/log/event-log.ts';
import type { AppServices } from '../../ports/operations/app-services.ts';
import type { ResolvedAgent } from '../../ports/settings/agents.ts';
import { cancelThreads } from '../../transitions/close-work.ts';
import type { Cost } from '../../transitions/cost.ts';
import { costBelow, threadsToStop } from '../../transitions/cost.ts';
import { openChild } from '../../transitions/open-thread.ts';
import { reactivateChild, termsOf } from '../../transitions/reactivate-child.ts';
import { contextMessages } from '../../transitions/task-context.ts';

import { withReply } from '../decide-on-chat.ts';
import { defineCommand } from '../define-command.ts';
import { loadTask } from '../load.ts';
import { taskOfParent } from '../task-of-parent.ts';

/**
 * Another attempt at a task that failed, was stopped, or hangs: a new task with a new child under the same call. While
 * that call is open its result goes there; else it enters the parent as a message.
 */
export const retryTask = defineCommand({
  name: 'retryTask',
  async load(request) {
    const { services, context, params } = request;
    const { log, agents, workspaces } = services;
    const { workspaceId } = context;
    const row = await loadTask(request);
    if ('code' in row) return row;
    const child = await soundOrNull(log.thread(workspaceId, row.childThreadId));
    // A damaged child does not say whose work it was, but its parent does.
    const parent = child ? null : await log.thread(workspaceId, row.parentThreadId);
    const agentId = child?.agent.agentId ?? (parent && findTask(parent, params.taskId)?.task.agentId);
    if (!agentId) return refuse('no-such-task', { taskId: params.taskId });
    const chosen = await agents.resolve(workspaceId, agentId);
    if (!chosen) return refuse('no-such-agent', { agentId, known: null });
    const { deniedTools } = await workspaces.rulesOf(workspaceId);
    return { ...row, chosen, deniedTools };
  },
  decide({ services, view, body: { instruction } }, { chosen, deniedTools, ...row }) {
    const found = taskOfParent(view, row);
    if ('code' in found) return found;
    const taskId = taskIdOf(found.call.callId, found.call.tasks.length + 1);
    return withReply(decideRetry(services, view, { ...found, chosen, deniedTools, instruction }), { taskId });
  },
});

interface Retry {
  parent: ThreadState;
  call: CallState;
  task: TaskState;
  chosen: ResolvedAgent;
  deniedTools: readonly string[];
  instruction: string | null;
}

function decideRetry({ ids, live }: AppServices, view: View, retry: Retry): readonly Entry[] | Refusal {
  const { parent, call, task } = retry;
  const { taskId, childThreadId } = task;
  if (task !== call.tasks.at(-1)) return refuse('task-retried', { taskId });
  if (task.outcome?.status === 'success') return refuse('task-succeeded', { taskId });
  if (parent.parent && !isUnfinished(parent.status)) return refuse('parent-ended', { taskId });
  const child = soundIn(view, childThreadId);
  const isElsewhere = child && isUnfinished(child.status) && child.parent?.taskId !== taskId;
  if (task.reactivates && isElsewhere) return refuse('sub-agent-busy', { taskId });
  // An ended task has nothing running: its thread may have another task by now.
  const below = task.outcome ? [] : threadsToStop(view, childThreadId);
  const ending = new Map(below.map((thread) => [thread.threadId, thread]));
  const cost = costBelow(ending, childThreadId);
  const stopped = cancelThreads(
    below,
    (id) => (id === parent.threadId ? null : view.thread(id)),
    { code: 'retried' },
    (id) => live.draft(id),
  );
  const grant = grantFor(parent, task, cost.spent);
  if (grant && isNothing(grant)) return refuse('budget-spent', { taskId });
  const next = openNext(ids, retry, child?.agent ?? null, grant);
  const facts = [...(task.outcome ? [] : [endForRetry(call, task, cost)]), next.task];
  return [...stopped, { threadId: parent.threadId, guard: 'exists', facts }, next.child];
}

function soundIn(view: View, threadId: ThreadId): ThreadState | null {
  try {
    return view.thread(threadId);
  } catch (error) {
    if (error instanceof DamagedThreadError) return null;
    throw error;
  }
}

/**
 * A child that was reactivated for the task is reactivated once more, since the instruction may refer to its history.
 */
function openNext(ids: AppServices['ids'], retry: Retry, agent: AgentSnapshot | null, grant: Budget | null) {
  const { parent, call, task, chosen, deniedTools, instruction } = retry;
  const { callId, step } = call;
  const taskId = taskIdOf(callId, task.attempt + 1);
  const place = { callId, step, attempt: task.attempt + 1, retryOf: task.taskId };
  const terms = { ...termsOf(task), ...(grant && { grant }) };
  const given = contextMessages(parent, task.context, taskId, () => ids.message());
  const asked = { ...place, instruction: instruction ?? task.instruction, terms, given };
  if (task.reactivates && agent) {
    return reactivateChild(parent, { ...asked, before: task, agent, from: 'parent', messageId: ids.message() });
  }
  return openChild(parent, { ...asked, resolved: chosen, deniedTools, messageIds: [ids.message(), ids.message()] });
}

/** The earlier attempt ends without answering the call: the next one answers it. */
function endForRetry(call: CallState, task: TaskState, cost: Cost): Fact {
  const { callId, step } = call;
  const ending = { status: 'cancelled', result: '', reason: { code: 'retried' } } as const;
  return { type: 'task.ended', data: { callId, step, taskId: task.taskId, ...ending, ...cost } };
}

/**
 * During the turn: its remainder, after the earlier attempt has returned its unspent part. A person's request after the
 * turn is separate, with the budget of a turn.
 */
function grantFor(parent: ThreadState, { taskId }: TaskState, spent: Spend): Budget | null {
  const { turnStats, limits, agent, askedBudget } = parent;
  if (!isUnfinished(parent.status)) return minBudget(limits.budget, agent.budget, askedBudget);
  const openTasks = parent.openTasks.filter((task) => task.taskId !== taskId);
  const spentByTasks = addSpend(turnStats.spentByTasks, spent);
  return shareOf(remainderOf({ ...parent, openTasks, turnStats: { ...turnStats, spentByTasks } }), 1);
}

/** Without any of these no step is possible. */
function isNothing({ tokens, costMicros, workMs }: Budget): boolean {
  return tokens === 0 || costMicros === 0 || workMs === 0;
}
