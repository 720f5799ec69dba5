import { z } from 'zod';

/*
 * Why something in the log failed, ended or was stopped: a code with its fields, never a sentence. `messages/` says it to
 * people, and the server's prompts say it to models. A code is final, like the shape of an event.
 */
const text = z.string();
const count = z.int().min(0);
const names = z.array(z.string());

const budgetUnitSchema = z.enum(['tokens', 'cost', 'time']);
export type BudgetUnit = z.infer<typeof budgetUnitSchema>;
/** Tokens, millionths of a dollar, or milliseconds. */
const budget = { kind: budgetUnitSchema, amount: count };

/** Fields of every problem of a provider or the network. */
const provider = {
  /** The provider's own text, shortened and without the key. */
  quote: text.optional(),
  /** Retried for so long, until the limit was reached. */
  retriedMs: count.optional(),
  /** The wait that the provider asked for, when it was beyond the limit. */
  askedMs: count.optional(),
  maxWaitMs: count.optional(),
};
const host = text;
const modelId = text;
const status = z.int();
/** The code of the network's error. */
const network = text.optional();

const providerReasonShapes = {
  'provider-error': { text, ...provider },
  'no-key': provider,
  'wrong-key': { host, ...provider },
  'no-credit': { host, ...provider },
  'not-allowed': { host, modelId, ...provider },
  'unknown-model': { host, modelId, ...provider },
  'rate-limited': provider,
  overloaded: { status, ...provider },
  'provider-status': { status, ...provider },
  'provider-timeout': { host, ...provider },
  'provider-conflict': { host, ...provider },
  'request-refused': { host, status, modelId: modelId.optional(), ...provider },
  'request-too-large': { host, ...provider },
  'request-not-made': provider,
  unreachable: { host, network, ...provider },
  'broke-off': { host, network, ...provider },
  'ended-early': { host: host.optional(), ...provider },
  'stream-error': { host, ...provider },
  'wrong-content-type': { host, contentType: text, ...provider },
  'not-a-completion': { host, ...provider },
  'stream-too-large': { part: z.enum(['event', 'answer']), maxBytes: count, ...provider },
  'too-many-events': { maxEvents: count, ...provider },
  'too-many-empty-lines': { maxLines: count, ...provider },
} as const;

const workReasonShapes = {
  /** A sentence of an event from before there were codes. */
  text: { text },
  canceled: {},
  'all-stopped': {},
  retried: {},
  'parent-ended': {},
  'chat-deleted': {},
  rewound: {},
  imported: {},
  damaged: {},
  'shut-down': {},
  crashed: {},
  'step-limit': { maxSteps: count },
  'work-time-limit': { maxMs: count },
  'token-limit': { maxTokens: count },
  'output-limit': { maxChars: count },
  'too-many-calls': { maxCalls: count },
  silence: { ms: count },
  'no-progress': {},
  'interrupted-too-often': { times: count },
  'budget-reached': { ...budget, left: count.optional(), needed: count.optional() },
  'budget-cut-answer': budget,
  'budget-too-small': { ...budget, needed: count },
  'budget-unpriced': { left: count, provider: text, modelId },
  'empty-result': {},
  'no-result': {},
  'result-misfit': { problem: text },
  'reported-error': {},
  'answer-truncated': {},
  'content-filter': {},
  'model-error': {},
  /** Anything but an error of a provider that a model threw. */
  'model-failed': { text },
  'no-provider': { provider: text, known: names },
} as const;

const callReasonShapes = {
  'unknown-tool': { name: text, known: names },
  'tool-gone': { name: text },
  'tool-denied': { name: text },
  'tool-denied-by-workspace': { name: text },
  'tool-denied-by-rule': { name: text },
  'tool-not-granted': { name: text },
  'tool-taken-away': { name: text },
  'not-approved': { name: text },
  'refused-by-person': { reason: text },
  'refused-by-extension': { extension: text, reason: text },
  'extension-failed': { extension: text, hook: text },
  'arguments-too-deep': { maxDepth: count },
  'arguments-no-json': { problem: text },
  'arguments-misfit': { problem: text },
  'tool-timeout': { ms: count },
  'tool-error': { text },
  'tool-failed': {},
  'output-too-large': { bytes: count, maxBytes: count },
  'output-no-json': { problem: z.enum(['too-deep', 'bigint', 'circular', 'other']), text: text.optional() },
  'call-interrupted': {},
  'unseen-input': {},
  'result-refused': { problem: text },
  'beside-result': {},
  'calls-of-step': { maxCalls: count },
  'calls-of-budget': { left: count },
  'tasks-of-budget': { left: count },
  'tasks-of-turn': { maxTasks: count },
  'task-share-too-small': { kind: budgetUnitSchema, left: count },
  'task-running': { taskId: text },
  'task-not-ended': { taskId: text, servedTaskId: text },
  'unknown-task': { taskId: text, ended: names },
  'unknown-agent': { agentId: text, known: names },
  'unknown-messages': { numbers: z.array(count), newest: count },
  'unknown-results': { taskIds: names, ended: names },
  'context-too-large': { characters: count, maxChars: count },
  'schema-unusable': { problem: text },
} as const;

export const reasonShapes = { ...workReasonShapes, ...providerReasonShapes, ...callReasonShapes };

type Shapes = typeof reasonShapes;
export type ReasonCode = keyof Shapes;
export type ReasonOf<Code extends ReasonCode> = { code: Code } & FieldsOf<Shapes[Code]>;
type FieldsOf<Shape extends z.core.$ZodShape> = keyof Shape extends never ? unknown : z.infer<z.ZodObject<Shape>>;
export type Reason = { [Code in ReasonCode]: ReasonOf<Code> }[ReasonCode];
export type ProviderReason = {
  [Code in keyof typeof providerReasonShapes]: ReasonOf<Code>;
}[keyof typeof providerReasonShapes];

const options = Object.entries(reasonShapes).map(([code, fields]) =>
  z.strictObject({ code: z.literal(code), ...fields }),
);
const anyReason: z.ZodType = z
  .discriminatedUnion('code', options as [(typeof options)[number]])
  .meta({ title: 'Reason' });
export const reasonSchema = anyReason as z.ZodType<Reason>;

export function isProviderReason(reason: unknown): reason is ProviderReason {
  const parsed = reasonSchema.safeParse(reason);
  return parsed.success && parsed.data.code in providerReasonShapes;
}

/** As a field of an event: those of earlier releases hold a sentence. */
export const storedReasonSchema = z.preprocess(toReason, reasonSchema);

/** A reason as an event holds it. */
export function toReason(stored: unknown): unknown {
  return typeof stored === 'string' ? { code: 'text', text: stored } : stored;
}
