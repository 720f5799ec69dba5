import type {
  AgentId,
  AgentSnapshot,
  Budget,
  IdMaker,
  Reason,
  TaskState,
  ThreadId,
  ThreadState,
} from '@retinue/protocol';
import { checkResultSchema, findCall, isUnfinished, taskIdOf } from '@retinue/protocol';
import type { ResolvedAgent } from '../../ports/settings/agents.ts';
import { delegatesOf } from '../../rights/delegates.ts';
import type { OpenedTask, TaskOpened, TaskTerms } from '../../transitions/open-thread.ts';
import { openChild } from '../../transitions/open-thread.ts';
import { reactivateChild } from '../../transitions/reactivate-child.ts';
import { chooseContext, contextMessages } from '../../transitions/task-context.ts';
import type { SpokenCall } from '../step/step.ts';
import type { NewTaskInput } from './new-task-input.ts';

interface TaskRequest {
  call: SpokenCall;
  step: number;
  args: NewTaskInput;
  resolvedAgents: ReadonlyMap<AgentId, ResolvedAgent>;
  /** Tasks that this step has opened before this one. */
  openedNow: readonly TaskOpened['data'][];
  tasksLeft: number;
  /** The budget that its parent reserves for it, or the reason for none. */
  aside: { grant: Budget | null } | { problem: Reason };
  deniedTools: readonly string[];
  ids: IdMaker;
  childAt: (threadId: ThreadId) => ThreadState | null;
}

/** Creates the task of one newTask call, in a new or a reactivated thread, or gives the reason for none. */
export function createTask(thread: ThreadState, request: TaskRequest): OpenedTask | { problem: Reason } {
  const { args, openedNow } = request;
  const chosen = chooseAgent(thread, request);
  if ('problem' in chosen) return chosen;
  const agentId = 'before' in chosen ? chosen.before.agentId : chosen.resolved.definition.agentId;
  const twin = findTwin(thread, openedNow, agentId, args.task);
  if (twin) return { problem: { code: 'task-running', taskId: twin.taskId } };
  const { maxTasksPerTurn: maxTasks } = thread.limits;
  if (request.tasksLeft <= 0) return { problem: { code: 'tasks-of-turn', maxTasks } };
  const terms = termsIn(thread, request);
  return 'problem' in terms ? terms : open(thread, request, chosen, terms);
}

type ChosenAgent = { resolved: ResolvedAgent } | { before: TaskState; agent: AgentSnapshot };

function chooseAgent(
  thread: ThreadState,
  { args, resolvedAgents, openedNow, childAt }: TaskRequest,
): ChosenAgent | { problem: Reason } {
  if (args.taskId !== undefined) return findEndedTask(thread, args.taskId, openedNow, childAt);
  const { offered } = delegatesOf(thread);
  const agent = offered.find(({ agentId }) => agentId === args.subAgentId);
  const resolved = agent && resolvedAgents.get(agent.agentId);
  if (resolved) return { resolved };
  const known = offered.map(({ agentId }) => agentId);
  return { problem: { code: 'unknown-agent', agentId: args.subAgentId ?? '', known } };
}

function open(thread: ThreadState, request: TaskRequest, chosen: ChosenAgent, terms: TaskTerms): OpenedTask {
  const { call, step, args, ids, deniedTools } = request;
  const given = contextMessages(thread, terms.context ?? null, taskIdOf(call.callId, 1), () => ids.message());
  const task = { callId: call.callId, step, attempt: 1, retryOf: null, instruction: args.task, terms, given };
  if ('before' in chosen)
    return reactivateChild(thread, { ...task, ...chosen, from: 'parent', messageId: ids.message() });
  return openChild(thread, { ...task, ...chosen, deniedTools, messageIds: [ids.message(), ids.message()] });
}

function termsIn(thread: ThreadState, { args, aside }: TaskRequest): TaskTerms | { problem: Reason } {
  const wanted = args.context && chooseContext(thread, args.context);
  if (wanted && 'problem' in wanted) return wanted;
  const misfits = args.resultSchema ? checkResultSchema(args.resultSchema) : null;
  if (misfits !== null) return { problem: { code: 'schema-unusable', problem: misfits } };
  if ('problem' in aside) return aside;
  const isFresh = !wanted || wanted.messages.length + wanted.results.length === 0;
  return {
    ...(args.background ? { isBackground: true } : {}),
    ...(isFresh ? {} : { context: wanted }),
    ...(args.resultSchema ? { resultSchema: args.resultSchema } : {}),
    ...(aside.grant && { grant: aside.grant }),
  };
}

type SameTask = Pick<TaskState, 'taskId' | 'agentId' | 'instruction'>;

/** The same agent with the same task among the running siblings. Ancestors are ruled out: their agents are not offered. */
function findTwin(
  thread: ThreadState,
  openedNow: readonly TaskOpened['data'][],
  agentId: AgentId,
  instruction: string,
): SameTask | undefined {
  const running = thread.openTasks.flatMap(({ step, callId, taskId }) => {
    const task = findCall(thread, step, callId)?.tasks.find((candidate) => candidate.taskId === taskId);
    return task ? [task] : [];
  });
  const same = ({ agentId: other, instruction: theirs }: SameTask) =>
    other === agentId && normal(theirs) === normal(instruction);
  return [...running, ...openedNow].find(same);
}

function normal(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * A task of this thread whose child is at rest and can be given another. Tasks that were taken back by a rewind are
 * excluded: the model does not see them.
 */
function findEndedTask(
  thread: ThreadState,
  wanted: string,
  openedNow: readonly TaskOpened['data'][],
  childAt: (threadId: ThreadId) => ThreadState | null,
): { before: TaskState; agent: AgentSnapshot } | { problem: Reason } {
  const tasks = thread.items.flatMap((item) => (item.type === 'step' ? item.calls.flatMap((call) => call.tasks) : []));
  const task = tasks.find(({ taskId }) => taskId === wanted);
  const child = task && childAt(task.childThreadId);
  if (!task || !child) {
    const ended = [...new Set(tasks.filter(({ outcome }) => outcome).map(({ taskId }) => taskId))];
    return { problem: { code: 'unknown-task', taskId: wanted, ended } };
  }
  const now = openedNow.find(({ childThreadId }) => childThreadId === task.childThreadId);
  const busy = now?.taskId ?? (isUnfinished(child.status) ? child.parent?.taskId : null);
  if (busy) return { problem: { code: 'task-not-ended', taskId: wanted, servedTaskId: busy } };
  // The thread continues from its last task, whichever one was named.
  return { before: tasks.find(({ taskId }) => taskId === child.parent?.taskId) ?? task, agent: child.agent };
}
