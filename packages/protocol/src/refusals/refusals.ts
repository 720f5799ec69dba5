import { z } from 'zod';
import { damageReasons } from '../events/damage.ts';
import { reasonSchema } from '../events/reason.ts';
import { addressProblemSchema } from '../records/address-problem.ts';
import { deliveryProblemSchema } from '../records/delivery-problem.ts';
import { fieldErrorSchema } from './field-errors.ts';
import { importProblemSchema } from './import-problem.ts';

const text = z.string();
const texts = z.array(z.string());
const count = z.int();
const errors = z.array(fieldErrorSchema);

/**
 * Every expected failure: its code, its HTTP status, and its fields. A new one is an entry here and its text in
 * `messages/people/refusals/copy.ts`. A code is final, since clients rely on it.
 */
export const refusals = {
  // The request itself.
  'bad-input': { status: 400, fields: { part: z.enum(['path', 'query', 'body', 'headers']), errors } },
  'bad-request': { status: 400, fields: {} },
  'bad-json': { status: 400, fields: { problem: z.enum(['not-utf-8', 'not-json']) } },
  'bad-body': { status: 400, fields: {} },
  'bad-cursor': { status: 400, fields: {} },
  'wrong-type': { status: 415, fields: {} },
  'too-large': { status: 413, fields: { maxKb: count } },
  'headers-too-large': { status: 431, fields: { maxKb: count } },
  'too-slow': { status: 408, fields: {} },
  'too-many-requests': { status: 429, fields: { perMinute: count, retryAfterSeconds: count } },
  'too-many-streams': { status: 429, fields: {} },
  'too-many-imports': { status: 429, fields: { waiting: count } },
  'key-reused': { status: 422, fields: { key: text } },
  'changed-meanwhile': { status: 412, fields: { name: text } },

  // Access.
  'not-signed-in': { status: 401, fields: { hasOldSession: z.boolean() } },
  'used-link': { status: 401, fields: {} },
  'not-a-browser': { status: 400, fields: {} },
  'no-token': { status: 404, fields: {} },
  forbidden: { status: 403, fields: {} },
  'owners-only': {
    status: 403,
    fields: { action: z.enum(['change-field', 'allow-tool', 'lift-denial', 'approve-call']), name: text },
  },
  'foreign-origin': { status: 403, fields: {} },
  'wrong-host': { status: 421, fields: { host: text, known: texts } },

  // Missing things.
  'no-such-route': { status: 404, fields: { method: text, path: text } },
  'no-such-file': { status: 404, fields: {} },
  'no-such-workspace': { status: 404, fields: { workspaceId: text } },
  'no-such-agent': { status: 404, fields: { agentId: text, known: texts.nullable() } },
  'no-such-thread': { status: 404, fields: { threadId: text } },
  'no-such-task': { status: 404, fields: { taskId: text } },
  'no-such-question': { status: 404, fields: { questionId: text } },
  'no-such-message': { status: 404, fields: { messageId: text } },
  'no-such-tool-call': { status: 404, fields: { toolCallId: text } },
  'no-such-result': { status: 404, fields: { hash: text } },
  'no-such-skill': { status: 404, fields: { skillIds: texts } },
  'no-such-provider': { status: 404, fields: { providerId: text } },
  'no-such-price': { status: 404, fields: { provider: text, modelId: text } },
  'no-such-webhook': { status: 404, fields: { webhookId: text } },
  'no-such-delivery': { status: 404, fields: { deliveryId: text } },
  'not-a-chat': { status: 404, fields: { threadId: text } },

  // Settings.
  'no-such-tool': { status: 400, fields: { names: texts, known: texts } },
  'no-such-sub-agent': { status: 400, fields: { agentId: text, subAgentIds: texts, known: texts } },
  'sub-agent-is-self': { status: 400, fields: { agentId: text } },
  'id-taken': { status: 409, fields: { id: text } },
  'agent-is-default': { status: 409, fields: { agentId: text } },
  'agent-built-in': { status: 409, fields: { agentId: text } },
  'skill-exists': { status: 409, fields: { name: text } },
  'address-refused': { status: 400, fields: { problem: addressProblemSchema } },
  'no-model-listed': { status: 400, fields: { providerId: text } },
  'provider-failed': { status: 422, fields: { reason: reasonSchema } },
  'provider-timeout': { status: 422, fields: { seconds: count } },
  'too-many-webhooks': { status: 409, fields: { max: count } },
  'no-webhook-secret': { status: 400, fields: { webhookId: text } },
  'webhook-failed': { status: 422, fields: { problem: deliveryProblemSchema, responseStatus: count.nullable() } },

  // Work.
  'question-closed': { status: 409, fields: { questionId: text } },
  'approval-asked': { status: 409, fields: { questionId: text } },
  'no-approval-asked': { status: 409, fields: { questionId: text } },
  'arguments-differ': { status: 409, fields: { questionId: text } },
  'approval-lapsed': { status: 409, fields: { questionId: text } },
  'task-retried': { status: 409, fields: { taskId: text } },
  'task-ended': { status: 409, fields: { taskId: text } },
  'task-succeeded': { status: 409, fields: { taskId: text } },
  'sub-agent-busy': { status: 409, fields: { taskId: text } },
  'parent-ended': { status: 409, fields: { taskId: text } },
  'budget-spent': { status: 409, fields: { taskId: text } },
  'thread-ended': { status: 409, fields: { threadId: text } },
  'thread-exists': { status: 409, fields: { threadId: text } },
  'nothing-to-cancel': { status: 409, fields: { id: text } },
  'nothing-to-regenerate': { status: 409, fields: { chatId: text } },
  'work-stopped': { status: 409, fields: { chatId: text } },
  'stale-epoch': { status: 409, fields: { threadId: text } },
  'call-closed': { status: 409, fields: { callId: text } },
  'bad-import': { status: 400, fields: { problem: importProblemSchema } },
  'chat-damaged': { status: 409, fields: { reason: z.enum(damageReasons), seq: count.nullable() } },

  // The server and its store.
  'not-built': { status: 503, fields: {} },
  unreachable: { status: 503, fields: {} },
  busy: { status: 503, fields: {} },
  overloaded: { status: 503, fields: {} },
  unknown: { status: 503, fields: {} },
  closed: { status: 503, fields: {} },
  full: { status: 507, fields: {} },
  'read-only': { status: 503, fields: {} },
  unreadable: { status: 503, fields: {} },
  corrupt: { status: 503, fields: {} },
  internal: { status: 500, fields: {} },
} as const satisfies Record<string, { status: number; fields: Record<string, z.ZodType> }>;

export type RefusalCode = keyof typeof refusals;
type Shape<Code extends RefusalCode> = (typeof refusals)[Code]['fields'];
export type RefusalFields<Code extends RefusalCode> = { [Name in keyof Shape<Code>]: z.output<Shape<Code>[Name]> };

const mark = Symbol('refusal');

/** An expected no, as data. `refusalText` says it to people. */
export type Refusal<Code extends RefusalCode = RefusalCode> = Code extends RefusalCode
  ? { readonly [mark]: true; code: Code } & RefusalFields<Code>
  : never;

type Given<Code extends RefusalCode> = object extends RefusalFields<Code> ? [] : [fields: RefusalFields<Code>];

export function refuse<Code extends RefusalCode>(code: Code, ...[fields]: Given<Code>): Refusal<Code> {
  return { [mark]: true, code, ...fields } as Refusal<Code>;
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && mark in value;
}

export function statusOf({ code }: Refusal): number {
  return refusals[code].status;
}
