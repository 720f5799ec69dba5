import type { EventType, LogEvent, TaskId, TriggerName } from '@retinue/protocol';
import {
  agentIdSchema,
  callIdSchema,
  messageIdSchema,
  questionIdSchema,
  reasonSchema,
  reasonText,
  taskIdOfChild,
  taskIdSchema,
  threadIdSchema,
  usageSchema,
  workspaceIdSchema,
} from '@retinue/protocol';
import { z } from 'zod';

/*
 * Moments of a chat, as webhooks and hooks receive them. A trigger follows from one event and nothing else, so all of
 * them can be rebuilt from the log.
 */
const text = z.string().describe('cut after 32,768 characters');
const isCut = z.boolean().describe('whether it was cut');

export const triggerShapes = {
  'on-user-message': z.strictObject({ messageId: messageIdSchema, text, isCut }),
  'on-new-task': z.strictObject({
    subAgentThreadId: threadIdSchema.describe('the thread that works on it'),
    agentId: agentIdSchema,
    toolCallId: callIdSchema.describe('the call that requested it'),
    title: z.string(),
    instruction: text,
    isCut,
    attempt: z.int().min(1),
  }),
  'on-sub-agent-message': z.strictObject({ step: z.int().min(1), text, isCut }),
  'on-sub-agent-tool': z.strictObject({
    toolCallId: callIdSchema,
    toolName: z.string(),
    args: z.json().describe('null when they take more than 32,768 characters'),
    isCut,
  }),
  'on-task-completed': z.strictObject({
    status: z.enum(['success', 'failed', 'cancelled']),
    result: text,
    reason: reasonSchema.nullable(),
    message: z.string().nullable().describe('the reason as text'),
    isCut,
    usage: usageSchema,
  }),
  'on-task-waiting': z.strictObject({
    questionId: questionIdSchema,
    kind: z.enum(['answer', 'approval']),
    text: text.nullable().describe('null if the parent agent was asked first and could not answer; read it by its id'),
    options: z.array(z.string()),
    isCut,
  }),
} as const satisfies Record<TriggerName, z.ZodObject>;

export const triggerPlaceShape = {
  at: z.int().describe('when it happened, in milliseconds since 1970'),
  workspaceId: workspaceIdSchema,
  chatId: threadIdSchema,
  threadId: threadIdSchema.describe('the thread in which it happened: the chat or a sub-agent'),
  taskId: taskIdSchema.nullable().describe('its task, or the task that its thread works on; null in the chat itself'),
  position: z.int().min(1).describe('position of the event in the log'),
};
type TriggerPlace = z.infer<z.ZodObject<typeof triggerPlaceShape>>;
type TriggerFields<Name extends TriggerName> = z.infer<(typeof triggerShapes)[Name]>;
type TriggerOf<Name extends TriggerName> = TriggerPlace & { type: Name; data: TriggerFields<Name> };
export type Trigger = { [Name in TriggerName]: TriggerOf<Name> }[TriggerName];

/** Functions of the server's owner, each called after the commit. */
export type Hooks = {
  [Name in TriggerName]?: (trigger: TriggerOf<Name>, signal: AbortSignal) => unknown;
};

export function triggerOf(event: LogEvent): Trigger | null {
  // Events of an imported file happened elsewhere.
  if (event.actor === 'imported') return null;
  const isChild = event.threadId !== event.rootId;
  switch (event.type) {
    case 'message.received': {
      const { from, messageId, text: words, taskId, servedTaskId } = event.data;
      if (from !== 'person') return null;
      return made(event, 'on-user-message', { messageId, ...shortened('text', words) }, taskId ?? servedTaskId);
    }
    case 'task.opened': {
      const {
        taskId,
        childThreadId: subAgentThreadId,
        agentId,
        callId: toolCallId,
        title,
        attempt,
        instruction,
      } = event.data;
      const fields = {
        subAgentThreadId,
        agentId,
        toolCallId,
        title,
        ...shortened('instruction', instruction),
        attempt,
      };
      return made(event, 'on-new-task', fields, taskId);
    }
    case 'step.ended': {
      const { parts, kind = 'answer', step, servedTaskId } = event.data;
      const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      // A summary is for the model, and a last answer comes as the result of the task.
      if (!isChild || kind === 'compaction' || kind === 'salvage' || words.trim() === '') return null;
      return made(event, 'on-sub-agent-message', { step, ...shortened('text', words) }, servedTaskId);
    }
    case 'call.requested': {
      const { callId: toolCallId, name: toolName, args, servedTaskId } = event.data;
      if (!isChild || controlTools.has(toolName)) return null;
      const tooLong = JSON.stringify(args).length > maxTextChars;
      const fields = { toolCallId, toolName, args: tooLong ? null : args, isCut: tooLong };
      return made(event, 'on-sub-agent-tool', fields, servedTaskId);
    }
    case 'task.ended': {
      const { status, result, reason, usage, taskId } = event.data;
      const why = { reason, message: reason && reasonText(reason) };
      return made(event, 'on-task-completed', { status, ...shortened('result', result), ...why, usage }, taskId);
    }
    case 'question.asked': {
      const { questionId, kind, text: words, options, audience, servedTaskId } = event.data;
      // The parent's agent is asked first; a person is, when it passes the question on.
      if (audience === 'parent') return null;
      return made(event, 'on-task-waiting', { questionId, kind, ...shortened('text', words), options }, servedTaskId);
    }
    case 'question.passed': {
      const { questionId, servedTaskId } = event.data;
      const fields = { kind: 'answer', text: null, isCut: false } as const;
      return made(event, 'on-task-waiting', { questionId, ...fields, options: [] }, servedTaskId);
    }
    default:
      return null;
  }
}

/** The events that these follow from. */
export function typesOfTriggers(names: readonly TriggerName[]): EventType[] {
  return names.flatMap((name) => typesByName[name]);
}

const typesByName: Record<TriggerName, readonly EventType[]> = {
  'on-user-message': ['message.received'],
  'on-new-task': ['task.opened'],
  'on-sub-agent-message': ['step.ended'],
  'on-sub-agent-tool': ['call.requested'],
  'on-task-completed': ['task.ended'],
  'on-task-waiting': ['question.asked', 'question.passed'],
};

/** They affect threads and tasks, and have their own triggers. */
const controlTools = new Set(['newTask', 'taskResult', 'askUser']);

function made<Name extends TriggerName>(
  { at, workspaceId, rootId, threadId, position }: LogEvent,
  type: Name,
  data: TriggerFields<Name>,
  ofTask?: TaskId,
): TriggerOf<Name> {
  const taskId = ofTask ?? (threadId === rootId ? null : taskIdOfChild(threadId));
  return { type, at, workspaceId, chatId: rootId, threadId, taskId, position, data };
}

function shortened<Name extends string>(name: Name, whole: string): { [Key in Name]: string } & { isCut: boolean } {
  const isLong = whole.length > maxTextChars;
  const kept = isLong ? `${whole.slice(0, maxTextChars).replace(/[\uD800-\uDBFF]$/, '')}…` : whole;
  return { [name]: kept, isCut: isLong } as { [Key in Name]: string } & { isCut: boolean };
}

const maxTextChars = 32_768;
