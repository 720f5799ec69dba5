import type {
  AgentSnapshot,
  ApprovalRules,
  CallId,
  Fact,
  FactFields,
  Limits,
  MessageId,
  TaskId,
  ThreadId,
  ThreadState,
} from '@retinue/protocol';
import { childThreadIdOf, minBudget, taskIdOf } from '@retinue/protocol';
import type { Entry } from '../ports/log/event-log.ts';
import type { ResolvedAgent } from '../ports/settings/agents.ts';
import { systemPromptOf } from '../prompts/system-prompt.ts';
import { titleOf } from '../prompts/title-of.ts';
import { type RightsAbove, rightsOf, rightsOfParent } from '../rights/rights.ts';

export function snapshotOf({ definition, subAgents, skills }: ResolvedAgent): AgentSnapshot {
  const {
    systemPrompt: _prompt,
    subAgentIds: _ids,
    skillIds: _skills,
    placeholder: _placeholder,
    ...kept
  } = definition;
  return { ...kept, tools: skills.length > 0 ? [...kept.tools, 'loadSkill'] : kept.tools, subAgents };
}

/** Bounds of a whole tree, from the person who started it and from its workspace at that moment. */
export interface Bounds {
  above: RightsAbove;
  approvals: ApprovalRules;
  deniedTools: readonly string[];
}

/** The first facts of a chat: its agent, limits and instructions. */
export function openRoot(
  threadId: ThreadId,
  resolved: ResolvedAgent,
  limits: Limits,
  title: string,
  messageId: MessageId,
  bounds?: Bounds,
): Fact[] {
  const agent = snapshotOf(resolved);
  const path = [agent.agentId];
  const place = { rootId: threadId, parent: null, depth: 0, path, agent, limits };
  const binding = bounds && {
    rights: rightsOf(agent, bounds.above, bounds.deniedTools),
    approvals: bounds.approvals,
  };
  return [
    { type: 'thread.opened', data: { ...place, title, turn: 0, ...binding } },
    systemMessage(messageId, systemPromptOf(resolved, place)),
  ];
}

export type TaskOpened = Extract<Fact, { type: 'task.opened' }>;

/** A task and its child: facts of two threads that belong in one append, so that no reader sees half of it. */
export interface OpenedTask {
  task: TaskOpened;
  child: Entry;
}

export interface NewTask {
  callId: CallId;
  step: number;
  attempt: number;
  retryOf: TaskId | null;
  instruction: string;
  resolved: ResolvedAgent;
  messageIds: [MessageId, MessageId];
  /** Denied by the workspace, at this moment. */
  deniedTools: readonly string[];
  /** Further properties of a task: absent for a plain one. */
  terms?: TaskTerms;
  /** Messages that it gets besides its instruction. */
  given?: Fact[];
}

export type TaskTerms = Pick<FactFields<'task.opened'>, 'isBackground' | 'context' | 'resultSchema' | 'grant'>;

/** Opens a task in a new thread. */
export function openChild(parent: ThreadState, newTask: NewTask): OpenedTask {
  const { callId, step, attempt, retryOf, instruction, resolved, messageIds, deniedTools } = newTask;
  const { terms = {}, given = [] } = newTask;
  const taskId = taskIdOf(callId, attempt);
  const childThreadId = childThreadIdOf(taskId);
  const agent = snapshotOf(resolved);
  const title = titleOf(instruction);
  const { rootId, limits, turn, approvals } = parent;
  const rights = rightsOf(agent, rightsOfParent(parent, agent.agentId), deniedTools);
  const link = { threadId: parent.threadId, callId, step, taskId };
  const bound = boundBy(terms, agent);
  const path = [...parent.path, agent.agentId];
  const place = { rootId, parent: link, depth: parent.depth + 1, path, agent, limits };
  const opened = { callId, step, taskId, childThreadId, agentId: agent.agentId, instruction, title, attempt };
  const facts: Fact[] = [
    { type: 'thread.opened', data: { ...place, title, turn, rights, approvals, ...bound } },
    systemMessage(messageIds[0], systemPromptOf(resolved, place)),
    ...given,
    { type: 'message.received', data: { messageId: messageIds[1], from: 'parent', text: instruction, taskId } },
  ];
  return {
    task: { type: 'task.opened', data: { ...opened, retryOf, turn, ...terms, ...bound } },
    child: { threadId: childThreadId, guard: 'new', facts },
  };
}

/** The bounds of a task's child: the task's own schema, else its agent's, and the smaller of the two budgets. */
export function boundBy(
  { resultSchema, grant }: TaskTerms,
  agent: Pick<AgentSnapshot, 'resultSchema' | 'budget'>,
): Pick<TaskTerms, 'resultSchema' | 'grant'> {
  const schema = resultSchema ?? agent.resultSchema ?? null;
  const budget = minBudget(grant, agent.budget);
  return { ...(schema === null ? {} : { resultSchema: schema }), ...(budget && { grant: budget }) };
}

export function systemMessage(messageId: MessageId, text: string): Fact {
  return { type: 'message.received', data: { messageId, from: 'system', text, taskId: null } };
}
