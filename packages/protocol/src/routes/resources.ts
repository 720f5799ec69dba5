import { z } from 'zod';
import { damageReasons } from '../events/damage.ts';
import { effectSchema, verdictSchema } from '../events/events.ts';
import { usageSchema } from '../events/usage-schema.ts';
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
import { fieldErrorSchema } from '../schemas/problems-in.ts';

/*
 * What the HTTP API speaks of. A chat is a root thread, a sub-agent is a child thread at work; times are milliseconds.
 */
const time = z.int();
const badgeSchema = agentDefinitionSchema.shape.badge;
const threadStatus = z.enum(['idle', 'active', 'waiting_for_user', 'completed', 'failed', 'cancelled']);
const taskStatus = z.enum(['pending', 'running', 'waiting', 'success', 'failed', 'cancelled']);

export const chatSchema = z.strictObject({
  chatId: threadIdSchema,
  title: z.string(),
  isPinned: z.boolean(),
  /** Notices of background tasks that nobody has looked at yet. */
  unread: z.int(),
  status: threadStatus,
  agentId: agentIdSchema,
  agentName: z.string(),
  openedAt: time,
  updatedAt: time,
  /** Where it began in the log. Chats are listed in this order, since a clock may be set back. */
  openedPosition: z.int(),
  /** The last event of its tree: of two rows of a chat, the one with the higher position is newer. */
  position: z.int(),
  tasks: z.int(),
  /** Tasks at work or waiting. */
  openTasks: z.int(),
  openQuestions: z.int(),
  /** Of the whole tree. */
  usage: usageSchema,
  /** Set where the chat cannot be read: it can only be exported and deleted. `seq` is the event that is to blame, if it is one. */
  damage: z.strictObject({ reason: z.enum(damageReasons), seq: z.int().nullable() }).optional(),
});
export type Chat = z.infer<typeof chatSchema>;

/** Words into or out of a thread, or what a tool answered. */
export const messageSchema = z.strictObject({
  /** A message's own id, the step's number for what the agent said, or the call's id for a tool's result. */
  id: z.string(),
  threadId: threadIdSchema,
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  from: z.enum(['system', 'person', 'parent', 'task', 'context', 'agent', 'tool']),
  content: z.string(),
  /** What the agent thought, where the model tells. */
  reasoning: z.string().nullable(),
  /** The calls that an agent's words came with. */
  toolCallIds: z.array(callIdSchema),
  /** Whose result this is. */
  toolCallId: callIdSchema.nullable(),
  status: z.enum(['open', 'ended', 'cut']),
  /** Of what came in: the step that read it first; null while it waits to be read. */
  seenAtStep: z.int().nullable(),
  createdAt: time,
});
export type Message = z.infer<typeof messageSchema>;

/** One delegation, or one use of a tool by the chat's own agent. */
export const taskSchema = z.strictObject({
  taskId: z.union([taskIdSchema, callIdSchema]),
  chatId: threadIdSchema,
  type: z.enum(['agent', 'tool']),
  /** As in `agent:researcher` or `tool:calculate`. */
  name: z.string(),
  title: z.string(),
  instruction: z.string(),
  status: taskStatus,
  /** 1 for the next to start; null once it has. */
  queuePlace: z.int().nullable(),
  result: z.string().nullable(),
  reason: z.string().nullable(),
  callId: callIdSchema,
  threadId: threadIdSchema,
  subAgentId: threadIdSchema.nullable(),
  attempt: z.int(),
  retryOf: taskIdSchema.nullable(),
  /** The task whose sub-agent goes on with this one, with its memory. */
  reactivates: taskIdSchema.nullable(),
  /** Its parent does not wait for it and gets its result as a notice. */
  isBackground: z.boolean(),
  /** Whether it was given anything of its parent's conversation besides the instruction. */
  contextMode: z.enum(['fresh', 'given']),
  context: z
    .strictObject({ messages: z.array(z.strictObject({ seq: z.int() })), results: z.array(taskIdSchema) })
    .nullable(),
  /** The person's message that set it off. */
  triggerMessageId: messageIdSchema.nullable(),
  /** Of this task and everything below it, without what its sub-agent did for other tasks. */
  usage: usageSchema,
  createdAt: time,
  endedAt: time.nullable(),
});
export type Task = z.infer<typeof taskSchema>;

export const subAgentSchema = z.strictObject({
  subAgentId: threadIdSchema,
  chatId: threadIdSchema,
  parentThreadId: threadIdSchema,
  /** The task that it works on, or worked on last. */
  taskId: taskIdSchema,
  /** All that it has served, the first one first. */
  taskIds: z.array(taskIdSchema),
  role: z.string(),
  agentId: agentIdSchema,
  badge: badgeSchema,
  status: threadStatus,
  /** What came of it, in short. */
  summary: z.string().nullable(),
  depth: z.int(),
  steps: z.int(),
  /** Its own, without what is below it. */
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
  /** The whole of a result that is only shown in part. */
  resultHash: z.string().nullable(),
  error: z.string().nullable(),
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
  /** Who is asked now. */
  audience: z.enum(['person', 'parent']),
  answer: z.string().nullable(),
  /** Of an approval. */
  verdict: verdictSchema.nullable(),
  answeredBy: z.enum(['person', 'parent']).nullable(),
  /** What is to be approved; null for a question. */
  approval: z
    .strictObject({
      toolName: z.string(),
      args: z.json(),
      /** Of the tool and its arguments, to be sent along with the verdict. */
      argsHash: z.string(),
    })
    .nullable(),
  /** From the chat down to who asks: the agents, each with the title of its task. */
  path: z.array(z.strictObject({ threadId: threadIdSchema, agentName: z.string(), title: z.string() })),
  askedAt: time,
  /** From when on it can't be approved unless it is asked for again; null for never. */
  lapsesAt: time.nullable(),
});
export type Question = z.infer<typeof questionSchema>;

export const workspaceSchema = z.strictObject({
  workspaceId: workspaceIdSchema,
  name: z.string(),
  maxDepth: z.int(),
  defaultAgentId: agentIdSchema,
  createdAt: time,
  /** What becomes of a call, by the reach of its tool, in chats from now on. */
  approvals: approvalRulesSchema.default(defaultApprovals),
  /** What nobody in it may use any more, also in chats that are open. */
  deniedTools: z.array(z.string()).default([]),
  /** What bounds its trees, as far as it does not leave that to the server. */
  limits: workspaceLimitsSchema.default({}),
  /** Counts up with every change. */
  version: z.int().min(0).default(0),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const signedInSchema = z.strictObject({
  principal: z.strictObject({
    name: z.string(),
    role: roleSchema,
    /** Whether backups, links for other browsers and the like are theirs. */
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
  /** What crashed attempts may have cost; their provider never said. */
  estimatedTokens: z.int(),
  /** In steps and tools; waiting is no work. */
  workedMs: z.int(),
  /** In millionths of a dollar. */
  costMicros: z.int(),
};

/** What came of the tasks that were given; times are from the moment one was opened to its end. */
const tasksShape = {
  tasks: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  /** Of those that have ended; null if none has. */
  successRate: z.number().nullable(),
  /** Failed for want of a result. */
  emptyResults: z.int(),
  retries: z.int(),
  /** That were asked, of people or of parents. */
  questions: z.int(),
  medianMs: z.int().nullable(),
  p95Ms: z.int().nullable(),
};

/** What the work of a workspace cost, and what came of it. */
export const usageReportSchema = z.strictObject({
  agents: z.array(z.strictObject({ agentId: agentIdSchema, name: z.string(), ...spentShape, ...tasksShape })),
  /** By the day, in UTC, on which a thread or a task was opened, or a question asked. */
  days: z.array(
    z.strictObject({
      day: z.string(),
      chats: z.int(),
      tokens: z.int(),
      workedMs: spentShape.workedMs,
      costMicros: spentShape.costMicros,
      ...tasksShape,
    }),
  ),
  /** The hundred that cost most, with their whole trees. */
  chats: z.array(z.strictObject({ chatId: threadIdSchema, title: z.string(), ...spentShape })),
});
export type UsageReport = z.infer<typeof usageReportSchema>;

const day = z.iso.date('must be a day such as 2026-01-31').refine((text) => text >= '1970', 'must not be before 1970');

/** What a report is about: days in UTC, both of them included, one agent, one chat. */
export const usageRangeSchema = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  agentId: agentIdSchema.optional(),
  chatId: threadIdSchema.optional(),
});
export type UsageRange = z.infer<typeof usageRangeSchema>;

/** Errors are told in this shape, with a code that stays the same. */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** The members of the request that are wrong. */
  errors: z.array(fieldErrorSchema).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
