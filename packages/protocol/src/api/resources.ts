import { z } from 'zod';
import { damageReasons } from '../events/damage.ts';
import { effectSchema, usageSchema, verdictSchema } from '../events/event-parts.ts';
import { reasonSchema } from '../events/reason.ts';
import {
  agentIdSchema,
  callIdSchema,
  messageIdSchema,
  questionIdSchema,
  taskIdSchema,
  threadIdSchema,
  workspaceIdSchema,
} from '../ids.ts';
import {
  agentDefinitionSchema,
  approvalRulesSchema,
  defaultApprovals,
  reachSchema,
  workspaceLimitsSchema,
} from '../records/agents.ts';
import { roleSchema } from '../records/roles.ts';

/*
 * Resources of the HTTP API. A chat is a root thread, a sub-agent is a child thread; times are in milliseconds.
 */
const time = z.int();
const badgeSchema = agentDefinitionSchema.shape.badge;
const threadStatus = z.enum(['idle', 'active', 'waiting_for_user', 'completed', 'failed', 'cancelled']);
const taskStatus = z.enum(['pending', 'running', 'waiting', 'success', 'failed', 'cancelled']);

export const chatSchema = z.strictObject({
  chatId: threadIdSchema,
  title: z.string(),
  isPinned: z.boolean(),
  /** Unread notices of background tasks. */
  unread: z.int(),
  status: threadStatus,
  agentId: agentIdSchema,
  agentName: z.string(),
  openedAt: time,
  updatedAt: time,
  /** Position in the log at which it started. Chats are listed in this order, since a clock may be set back. */
  openedPosition: z.int(),
  /** Position of the last event of its tree. The row of a chat with the higher position is newer. */
  position: z.int(),
  tasks: z.int(),
  /** Running or waiting tasks. */
  openTasks: z.int(),
  openQuestions: z.int(),
  /** Total of the whole tree. */
  usage: usageSchema,
  /** Part of its tokens without a known price. If there are any, the cost is a lower bound. */
  unpricedTokens: z.int(),
  /**
   * Set if the chat cannot be read: it can only be exported and deleted. `seq` is the damaged event, if there is one.
   */
  damage: z.strictObject({ reason: z.enum(damageReasons), seq: z.int().nullable() }).optional(),
});
export type Chat = z.infer<typeof chatSchema>;

/** Text into or out of a thread, or a tool's result. */
export const messageSchema = z.strictObject({
  /** A message's own id, the step's number for the agent's text, or the call's id for a tool's result. */
  id: z.string(),
  threadId: threadIdSchema,
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  from: z.enum(['system', 'person', 'parent', 'task', 'context', 'agent', 'tool']),
  content: z.string(),
  /** The agent's reasoning, if the model returns it. */
  reasoning: z.string().nullable(),
  /** Calls that came with the agent's text. */
  toolCallIds: z.array(callIdSchema),
  /** The call of this result. */
  toolCallId: callIdSchema.nullable(),
  status: z.enum(['open', 'ended', 'cut']),
  /** For an incoming message: the first step that read it; null while it is unread. */
  seenAtStep: z.int().nullable(),
  createdAt: time,
});
export type Message = z.infer<typeof messageSchema>;

/** One delegation, or one use of a tool by the chat's own agent. */
export const taskSchema = z.strictObject({
  taskId: z.union([taskIdSchema, callIdSchema]),
  chatId: threadIdSchema,
  type: z.enum(['agent', 'tool']),
  /** Such as `agent:researcher` or `tool:calculate`. */
  name: z.string(),
  title: z.string(),
  instruction: z.string(),
  status: taskStatus,
  /** 1 for the next to start; null once it has started. */
  queuePlace: z.int().nullable(),
  result: z.string().nullable(),
  /** Why it failed or was canceled, and the same as text. */
  reason: reasonSchema.nullable(),
  message: z.string().nullable(),
  callId: callIdSchema,
  /** The thread that delegated it. */
  threadId: threadIdSchema,
  subAgentThreadId: threadIdSchema.nullable(),
  attempt: z.int(),
  retryOf: taskIdSchema.nullable(),
  /** The task whose sub-agent continues with this one, with its memory. */
  reactivates: taskIdSchema.nullable(),
  /** Its parent does not wait for it and gets its result as a notice. */
  isBackground: z.boolean(),
  /** Whether it got parts of its parent's conversation besides the instruction. */
  contextMode: z.enum(['fresh', 'given']),
  context: z
    .strictObject({ messages: z.array(z.strictObject({ seq: z.int() })), results: z.array(taskIdSchema) })
    .nullable(),
  /** The person's message that caused it. */
  triggerMessageId: messageIdSchema.nullable(),
  /** Usage of this task and everything below it, without other tasks of its sub-agent. */
  usage: usageSchema,
  createdAt: time,
  endedAt: time.nullable(),
});
export type Task = z.infer<typeof taskSchema>;

export const subAgentSchema = z.strictObject({
  threadId: threadIdSchema,
  chatId: threadIdSchema,
  parentThreadId: threadIdSchema,
  /** The current or last task. */
  taskId: taskIdSchema,
  /** All its tasks, oldest first. */
  taskIds: z.array(taskIdSchema),
  role: z.string(),
  agentId: agentIdSchema,
  badge: badgeSchema,
  status: threadStatus,
  /** Why it failed or was canceled. */
  reason: reasonSchema.nullable(),
  /** Short text of the outcome. */
  summary: z.string().nullable(),
  depth: z.int(),
  steps: z.int(),
  /** Its own usage, without tasks below it. */
  usage: usageSchema,
  createdAt: time,
  updatedAt: time,
});
export type SubAgent = z.infer<typeof subAgentSchema>;

export const toolCallSchema = z.strictObject({
  toolCallId: callIdSchema,
  threadId: threadIdSchema,
  step: z.int(),
  toolName: z.string(),
  args: z.json(),
  effect: effectSchema,
  status: z.enum(['requested', 'running', 'done', 'failed', 'cancelled', 'interrupted']),
  result: z.json(),
  /** The full text of a result that is shown only in part. */
  resultHash: z.string().nullable(),
  /** Why it has no result, as text. */
  error: z.string().nullable(),
  reason: reasonSchema.nullable(),
  attempt: z.int(),
  taskId: taskIdSchema.nullable(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

export const questionSchema = z.strictObject({
  questionId: questionIdSchema,
  chatId: threadIdSchema,
  threadId: threadIdSchema,
  toolCallId: callIdSchema,
  kind: z.enum(['answer', 'approval']),
  text: z.string(),
  options: z.array(z.string()),
  status: z.enum(['open', 'answered', 'withdrawn']),
  /** Agent or person that must answer. */
  audience: z.enum(['person', 'parent']),
  answer: z.string().nullable(),
  /** Fields of an approval. */
  verdict: verdictSchema.nullable(),
  answeredBy: z.enum(['person', 'parent']).nullable(),
  /** The call to approve; null for a question. */
  approval: z
    .strictObject({
      toolName: z.string(),
      args: z.json(),
      /** Hash of the tool and its arguments, to be sent with the verdict. */
      argsHash: z.string(),
    })
    .nullable(),
  /** Path from the chat down to the asking agent: the agents, each with the title of its task. */
  path: z.array(z.strictObject({ threadId: threadIdSchema, agentName: z.string(), title: z.string() })),
  askedAt: time,
  /** Position in the log. Questions are in this order. */
  askedPosition: z.int(),
  /** Time after which it must be requested again before it can be approved; null for never. */
  lapsesAt: time.nullable(),
});
export type Question = z.infer<typeof questionSchema>;

export const workspaceSchema = z.strictObject({
  workspaceId: workspaceIdSchema,
  name: z.string(),
  maxDepth: z.int(),
  defaultAgentId: agentIdSchema,
  createdAt: time,
  /** Rule for a call, by the reach of its tool, in new chats. */
  approvals: approvalRulesSchema.default(defaultApprovals),
  /** Tools that are denied in the whole workspace, also in open chats. */
  deniedTools: z.array(z.string()).default([]),
  /** Limits of its trees, where they differ from the server's. */
  limits: workspaceLimitsSchema.default({}),
  /** Rises with every change. */
  version: z.int().min(0).default(0),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const signedInSchema = z.strictObject({
  principal: z.strictObject({
    name: z.string(),
    role: roleSchema,
    /** Whether they may use backups, links for other browsers, and other functions of the whole server. */
    runsServer: z.boolean(),
  }),
  workspaces: z.array(workspaceSchema),
});

export const toolSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  effect: effectSchema,
  reach: reachSchema,
});

const spentShape = {
  threads: z.int(),
  steps: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Possible usage of crashed attempts, which the provider never reported. */
  estimatedTokens: z.int(),
  /** Time in steps and tools, without waiting. */
  workedMs: z.int(),
  /** In millionths of a dollar. */
  costMicros: z.int(),
  /** Tokens that were spent without a known price. If there are any, the cost is a lower bound. */
  unpricedTokens: z.int(),
};

/** Outcomes of tasks; times are from the opening of a task to its end. */
const tasksShape = {
  tasks: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  /** Median over ended tasks; null if there are none. */
  successRate: z.number().nullable(),
  /** Failed without a result. */
  emptyResults: z.int(),
  retries: z.int(),
  /** Questions to people or parents. */
  questions: z.int(),
  medianMs: z.int().nullable(),
  p95Ms: z.int().nullable(),
};

/** Cost and outcomes of a workspace's work. */
export const usageReportSchema = z.strictObject({
  agents: z.array(z.strictObject({ agentId: agentIdSchema, name: z.string(), ...spentShape, ...tasksShape })),
  /** By the UTC day on which a thread or a task was opened, or a question asked. */
  days: z.array(
    z.strictObject({
      day: z.string(),
      chats: z.int(),
      tokens: z.int(),
      workedMs: spentShape.workedMs,
      costMicros: spentShape.costMicros,
      unpricedTokens: spentShape.unpricedTokens,
      ...tasksShape,
    }),
  ),
  /** The hundred most expensive chats, with their whole trees. */
  chats: z.array(z.strictObject({ chatId: threadIdSchema, title: z.string(), ...spentShape })),
});
export type UsageReport = z.infer<typeof usageReportSchema>;

const day = z.iso.date('date').refine((text) => text >= '1970', 'before-1970');

/** Filter of a report: days in UTC, both included, one agent, one chat. */
export const usageRangeSchema = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  agentId: agentIdSchema.optional(),
  chatId: threadIdSchema.optional(),
});
export type UsageRange = z.infer<typeof usageRangeSchema>;
