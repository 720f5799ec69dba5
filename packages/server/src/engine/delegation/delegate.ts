import type {
  AgentId,
  AgentSnapshot,
  Budget,
  IdMaker,
  TaskId,
  TaskState,
  ThreadId,
  ThreadState,
} from '@retinue/protocol';
import { checkResultSchema, findCall, taskIdOf } from '@retinue/protocol';
import type { ResolvedAgent } from '../../ports/agents.ts';
import type { Entry } from '../../ports/event-log.ts';
import { delegatesOf } from '../../rights/delegates.ts';
import type { TaskOpened, TaskTerms } from '../../transitions/open-thread.ts';
import { openChild } from '../../transitions/open-thread.ts';
import { reactivateChild } from '../../transitions/reactivate-child.ts';
import { chooseContext, contextMessages } from '../../transitions/task-context.ts';
import type { SpokenCall } from '../step/step.ts';
import { findEndedTask } from './find-ended-task.ts';
import type { NewTaskInput } from './new-task-input.ts';

export interface NewTask {
  call: SpokenCall;
  step: number;
  args: NewTaskInput;
  resolvedAgents: ReadonlyMap<AgentId, ResolvedAgent>;
  /** The tasks that this same step has opened before this one. */
  openedNow: readonly Opened[];
  tasksLeft: number;
  /** What its parent sets aside for it, or the words for why it can't. */
  aside: { grant: Budget | null } | { problem: string };
  deniedTools: readonly string[];
  ids: IdMaker;
  childAt: (threadId: ThreadId) => ThreadState | null;
}

export interface Opened {
  taskId: TaskId;
  childThreadId: ThreadId;
  agentId: AgentId;
  instruction: string;
}

interface Made {
  task: TaskOpened;
  child: Entry;
  opened: Opened;
}

/** One newTask call: the task with its child thread, fresh or reactivated, or the words for why there is none. */
export function delegate(thread: ThreadState, request: NewTask): Made | { problem: string } {
  const { args, openedNow } = request;
  const worker = findWorker(thread, request);
  if ('problem' in worker) return worker;
  const agentId = 'before' in worker ? worker.before.agentId : worker.resolved.definition.agentId;
  const twin = findTwin(thread, openedNow, agentId, args.task);
  if (twin) return { problem: `Task ${twin.taskId} is already at work on exactly this. Wait for its result.` };
  if (request.tasksLeft <= 0) {
    return {
      problem: `This turn has opened its ${thread.limits.maxTasksPerTurn} tasks; no more may be opened. Go on with what you have.`,
    };
  }
  const terms = termsIn(thread, request);
  return 'problem' in terms ? terms : open(thread, request, worker, terms);
}

type Worker = { resolved: ResolvedAgent } | { before: TaskState; agent: AgentSnapshot };

function findWorker(
  thread: ThreadState,
  { args, resolvedAgents, openedNow, childAt }: NewTask,
): Worker | { problem: string } {
  if (args.taskId !== undefined) return findEndedTask(thread, args.taskId, openedNow, childAt);
  const { offered } = delegatesOf(thread);
  const agent = offered.find(({ agentId }) => agentId === args.subAgentId);
  const resolved = agent && resolvedAgents.get(agent.agentId);
  if (resolved) return { resolved };
  const valid = offered.map(({ agentId }) => agentId).join(', ') || 'none here';
  return { problem: `There is no agent "${args.subAgentId}" to delegate to. Valid ids: ${valid}.` };
}

function open(thread: ThreadState, request: NewTask, worker: Worker, terms: TaskTerms): Made {
  const { call, step, args, ids, deniedTools } = request;
  const place = { callId: call.callId, step, attempt: 1, retryOf: null, instruction: args.task, terms };
  const given = contextMessages(thread, terms.context ?? null, taskIdOf(call.callId, 1), () => ids.message());
  if ('before' in worker) {
    const { before, agent } = worker;
    const messageId = ids.message();
    const reopened = reactivateChild(thread, { ...place, before, agent, given, from: 'parent', messageId });
    return { ...reopened, opened: reopened.task.data };
  }
  const { resolved } = worker;
  const opened = openChild(thread, {
    ...place,
    resolved,
    given,
    deniedTools,
    messageIds: [ids.message(), ids.message()],
  });
  const child: Entry = { threadId: opened.childId, guard: 'new', facts: opened.child };
  return { task: opened.task, child, opened: opened.task.data };
}

function termsIn(thread: ThreadState, { args, aside }: NewTask): TaskTerms | { problem: string } {
  const wanted = args.context && chooseContext(thread, args.context);
  if (wanted && 'problem' in wanted) return wanted;
  const misshaped = args.resultSchema ? checkResultSchema(args.resultSchema) : null;
  if (misshaped !== null) return { problem: `The resultSchema can't be used: ${misshaped}` };
  if ('problem' in aside) return aside;
  const isFresh = !wanted || wanted.messages.length + wanted.results.length === 0;
  return {
    ...(args.background ? { isBackground: true } : {}),
    ...(isFresh ? {} : { context: wanted }),
    ...(args.resultSchema ? { resultSchema: args.resultSchema } : {}),
    ...(aside.grant && { grant: aside.grant }),
  };
}

/** The same agent with the same task among the running siblings. Ancestors are ruled out: their agents are not offered. */
function findTwin(
  thread: ThreadState,
  openedNow: readonly Opened[],
  agentId: AgentId,
  instruction: string,
): Opened | undefined {
  const running = thread.openTasks.flatMap(({ step, callId, taskId }) => {
    const task = findCall(thread, step, callId)?.tasks.find((candidate) => candidate.taskId === taskId);
    return task ? [task] : [];
  });
  const same = ({ agentId: other, instruction: theirs }: Opened) =>
    other === agentId && normal(theirs) === normal(instruction);
  return [...running, ...openedNow].find(same);
}

function normal(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
