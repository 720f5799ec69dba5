import type { AgentId, Budget, MessageId, ThreadState } from '@retinue/protocol';
import { findCall } from '@retinue/protocol';
import type { Recruit, TaskOpened } from '../facts/open-thread.ts';
import { openChild } from '../facts/open-thread.ts';
import { delegatesOf } from '../facts/system-prompt.ts';
import type { Entry } from '../ports/event-log.ts';
import type { SpokenCall } from './step.ts';

export interface NewTask {
  call: SpokenCall;
  step: number;
  args: { task: string; subAgentId: string };
  recruits: ReadonlyMap<AgentId, Recruit>;
  /** The tasks that this same step has opened before this one. */
  openedNow: readonly Opened[];
  roomForTasks: number;
  /** What its parent sets aside for it, or the words for why it can't. */
  aside: { grant: Budget | null } | { problem: string };
  messageIds: [MessageId, MessageId];
  deniedTools: readonly string[];
}

export interface Opened {
  taskId: string;
  agentId: AgentId;
  instruction: string;
}

/** One newTask call: the task with its child thread, or the words for why there is none. */
export function delegate(
  thread: ThreadState,
  request: NewTask,
): { task: TaskOpened; child: Entry; opened: Opened } | { problem: string } {
  const { call, step, args, recruits, messageIds, deniedTools } = request;
  const { offered } = delegatesOf(thread);
  const agent = offered.find(({ agentId }) => agentId === args.subAgentId);
  const chosen = agent && recruits.get(agent.agentId);
  if (!chosen) {
    const valid = offered.map(({ agentId }) => agentId).join(', ') || 'none here';
    return { problem: `There is no agent "${args.subAgentId}" to delegate to. Valid ids: ${valid}.` };
  }
  const twin = findTwin(thread, request.openedNow, chosen.definition.agentId, args.task);
  if (twin) return { problem: `Task ${twin.taskId} is already at work on exactly this. Wait for its result.` };
  if (request.roomForTasks <= 0) {
    return {
      problem: `This turn has opened its ${thread.limits.maxTasksPerTurn} tasks; no more may be opened. Go on with what you have.`,
    };
  }
  if ('problem' in request.aside) return request.aside;
  const delegation = {
    callId: call.callId,
    step,
    attempt: 1,
    retryOf: null,
    instruction: args.task,
    recruit: chosen,
    messageIds,
    grant: request.aside.grant,
    deniedTools,
  };
  const { task, childId, child } = openChild(thread, delegation);
  return { task, child: { threadId: childId, guard: 'new', facts: child }, opened: task.data };
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
