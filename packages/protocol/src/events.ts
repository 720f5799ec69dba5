import { z } from 'zod';
import { agentSnapshotSchema, limitsSchema } from './agents.ts';
import {
  agentIdSchema,
  callIdSchema,
  commandIdSchema,
  messageIdSchema,
  questionIdSchema,
  taskIdSchema,
  threadIdSchema,
  workspaceIdSchema,
} from './ids.ts';

/*
 * Everything that can happen to a thread. A fact is what a writer hands to the log; an event is that fact with the
 * place and the time that the log gave it. Shapes are final: a new shape is a new type.
 */
export const usageSchema = z.strictObject({
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  reasoningTokens: z.int().min(0),
  cachedTokens: z.int().min(0),
  /** Tokens that a crashed or cut attempt may have cost; the provider never said. */
  estimatedTokens: z.int().min(0),
});
export type Usage = z.infer<typeof usageSchema>;

const partSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string(), provider: z.json().optional() }),
  z.strictObject({ type: z.literal('call'), callId: callIdSchema }),
]);
export type Part = z.infer<typeof partSchema>;

/** A tool's result. Beyond the tool's bound, `value` is a text preview and the whole is the blob. */
const outputSchema = z.strictObject({
  value: z.json(),
  bytes: z.int().min(0),
  blob: z.string().nullable(),
});
export type Output = z.infer<typeof outputSchema>;

export const effectSchema = z.enum(['read', 'idempotent', 'unsafe']);
export type Effect = z.infer<typeof effectSchema>;

const callPlace = { callId: callIdSchema, step: z.int().min(1) };
const attemptPlace = { step: z.int().min(1), attempt: z.int().min(1) };
const callOutcome = {
  status: z.enum(['done', 'failed', 'cancelled', 'interrupted']),
  output: outputSchema.nullable(),
  error: z.string().nullable(),
};
const finishReasonSchema = z.enum(['stop', 'calls', 'length', 'content-filter', 'error', 'other']);
export type FinishReason = z.infer<typeof finishReasonSchema>;

const cutReasonSchema = z.enum(['stopped', 'provider-error', 'limit', 'crash', 'drain']);
export type CutReason = z.infer<typeof cutReasonSchema>;

export const factShapes = {
  'thread.opened': z.strictObject({
    rootId: threadIdSchema,
    parent: z
      .strictObject({ threadId: threadIdSchema, callId: callIdSchema, step: z.int().min(1), taskId: taskIdSchema })
      .nullable(),
    depth: z.int().min(0),
    /** The agents from the root down to this thread's own. */
    path: z.array(agentIdSchema),
    agent: agentSnapshotSchema,
    limits: limitsSchema,
    title: z.string(),
    /** The root's turn in which this thread's work was asked for. */
    turn: z.int().min(0),
  }),
  'agent.changed': z.strictObject({ agent: agentSnapshotSchema }),
  'message.received': z.strictObject({
    messageId: messageIdSchema,
    from: z.enum(['system', 'person', 'parent', 'task']),
    text: z.string(),
    taskId: taskIdSchema.nullable(),
  }),
  'step.started': z.strictObject({
    ...attemptPlace,
    kind: z.enum(['answer', 'wrap-up']),
    seenSeq: z.int().min(1),
    agentVersion: z.int().min(1),
    reservation: z.strictObject({ tokens: z.int().min(0) }),
  }),
  'step.ended': z.strictObject({
    ...attemptPlace,
    parts: z.array(partSchema),
    usage: usageSchema,
    finishReason: finishReasonSchema,
  }),
  'step.cut': z.strictObject({
    ...attemptPlace,
    reason: cutReasonSchema,
    message: z.string(),
    parts: z.array(partSchema),
    usage: usageSchema,
    /** A final cut stays visible; one that is retried is replaced by the next attempt. */
    final: z.boolean(),
    retryAt: z.int().nullable(),
  }),
  'call.requested': z.strictObject({
    ...callPlace,
    name: z.string(),
    args: z.json(),
    effect: effectSchema,
    taskId: taskIdSchema.nullable(),
    subAgentThreadId: threadIdSchema.nullable(),
  }),
  'call.started': z.strictObject({ ...callPlace, attempt: z.int().min(1) }),
  'call.ended': z.strictObject({ ...callPlace, ...callOutcome }),
  'call.late': z.strictObject({ ...callPlace, ...callOutcome }),
  'usage.recorded': z.strictObject({ ...attemptPlace, usage: usageSchema }),
  'task.opened': z.strictObject({
    ...callPlace,
    taskId: taskIdSchema,
    childThreadId: threadIdSchema,
    agentId: agentIdSchema,
    instruction: z.string(),
    title: z.string(),
    attempt: z.int().min(1),
    retryOf: taskIdSchema.nullable(),
    turn: z.int().min(0),
  }),
  'task.ended': z.strictObject({
    ...callPlace,
    taskId: taskIdSchema,
    status: z.enum(['success', 'failed', 'cancelled']),
    result: z.string(),
    reason: z.string().nullable(),
    usage: usageSchema,
  }),
  'question.asked': z.strictObject({
    ...callPlace,
    questionId: questionIdSchema,
    kind: z.enum(['answer', 'approval']),
    text: z.string(),
    options: z.array(z.string()),
  }),
  'question.answered': z.strictObject({ ...callPlace, questionId: questionIdSchema, answer: z.string() }),
  'thread.ended': z.strictObject({
    status: z.enum(['completed', 'failed']),
    result: z.string(),
    reason: z.string().nullable(),
  }),
  'thread.cancelled': z.strictObject({ reason: z.string() }),
  /** Another worker took the thread over: whatever was under way is in doubt. */
  'thread.recovered': z.strictObject({ inDoubt: z.array(callIdSchema) }),
  'chat.renamed': z.strictObject({ title: z.string() }),
  'chat.pinned': z.strictObject({ isPinned: z.boolean() }),
  /** Deleted, until it is restored or purged. Everything in it was stopped in the same append. */
  'chat.hidden': z.strictObject({}),
  'chat.restored': z.strictObject({}),
  /** What came after `toSeq` is taken back, though the log keeps it. Asked: the last message wants its answer anew. */
  'thread.rewound': z.strictObject({ toSeq: z.int().min(1), isAsked: z.boolean() }),
} as const;

export type EventType = keyof typeof factShapes;
export const eventTypes = Object.keys(factShapes) as EventType[];
export type FactFields<Type extends EventType> = z.infer<(typeof factShapes)[Type]>;
export type Fact = { [Type in EventType]: { type: Type; data: FactFields<Type> } }[EventType];

export const actorSchema = z.union([z.literal('engine'), z.templateLiteral(['person:', z.string()])]);
export type Actor = z.infer<typeof actorSchema>;

const envelopeShape = {
  position: z.int().min(1),
  workspaceId: workspaceIdSchema,
  rootId: threadIdSchema,
  threadId: threadIdSchema,
  seq: z.int().min(1),
  at: z.int().min(0),
  actor: actorSchema,
  commandId: commandIdSchema.nullable(),
};
type Envelope = z.infer<z.ZodObject<typeof envelopeShape>>;
export type EventOf<Type extends EventType> = Envelope & { type: Type; data: FactFields<Type> };
export type Event = { [Type in EventType]: EventOf<Type> }[EventType];

const shapesOfEvents = eventTypes.map((type) =>
  z.strictObject({ ...envelopeShape, type: z.literal(type), data: factShapes[type] }),
);
type EventShape = (typeof shapesOfEvents)[number];

/** The whole union, for the doors: `verify`, import, and the client's end of a stream. */
export const eventSchema = z.discriminatedUnion(
  'type',
  shapesOfEvents as [EventShape, ...EventShape[]],
) as unknown as z.ZodType<Event>;
