import { z } from 'zod';
import {
  agentIdSchema,
  callIdSchema,
  commandIdSchema,
  messageIdSchema,
  questionIdSchema,
  taskIdSchema,
  threadIdSchema,
  workspaceIdSchema,
} from '../ids.ts';
import { agentSnapshotSchema, approvalRulesSchema, limitsSchema, rightsSchema } from '../records/agents.ts';
import { storedMisfitsSchema } from '../schemas/misfit.ts';
import { maxOrdinal, maxPosition, maxTimestamp } from '../schemas/numbers.ts';
import { budgetSchema, spendSchema } from '../state/budget.ts';
import {
  actorSchema,
  cutReasonSchema,
  effectSchema,
  finishReasonSchema,
  hookDecisionSchema,
  outputSchema,
  parentLinkSchema,
  partSchema,
  servedBeforeSchema,
  usageSchema,
  verdictSchema,
} from './event-parts.ts';
import { storedReasonSchema } from './reason.ts';

/*
 * Everything that can happen to a thread. A writer hands a fact to the log; an event is that fact with the position and
 * the time that the log gave it. Shapes are final: a new shape is a new type, and a field that an old type gains is
 * optional and comes last.
 */
const ordinal = z.int().min(1).max(maxOrdinal);
const time = z.int().min(0).max(maxTimestamp);

const reservationSchema = z.strictObject({ tokens: z.int().min(0), costMicros: z.int().min(0).optional() });

const callPlace = { callId: callIdSchema, step: ordinal };
const attemptPlace = { step: ordinal, attempt: ordinal };
const callOutcome = {
  status: z.enum(['done', 'failed', 'cancelled', 'interrupted']),
  output: outputSchema.nullable(),
  error: storedReasonSchema.nullable(),
};

/** The context of a task: messages of the parent's thread and results of its earlier tasks. */
const taskContextSchema = z.strictObject({
  messages: z.array(z.strictObject({ seq: ordinal })),
  results: z.array(taskIdSchema),
});
export type TaskContext = z.infer<typeof taskContextSchema>;

/** The task that its thread works on, if it is not the one that it was opened for. */
const served = { servedTaskId: taskIdSchema.optional() };
/** Measured uninterrupted working time until this event; absent: computed from the times of the events. */
const measured = { workedMs: z.int().min(0).optional() };

const stepKindSchema = z.enum(['answer', 'wrap-up', 'repair', 'salvage', 'compaction']);

export const factShapes = {
  'thread.opened': z.strictObject({
    rootId: threadIdSchema,
    parent: parentLinkSchema.nullable(),
    depth: z.int().min(0).max(maxOrdinal),
    /** The agents from the root down to this thread's own. */
    path: z.array(agentIdSchema),
    agent: agentSnapshotSchema,
    limits: limitsSchema,
    title: z.string(),
    /** The root's turn that requested this thread's work. */
    turn: z.int().min(0).max(maxOrdinal),
    /** Tools that it may use and pass on, at this moment. */
    rights: rightsSchema.optional(),
    /** Which calls need a person's approval, anywhere in the tree. */
    approvals: approvalRulesSchema.optional(),
    /** JSON schema that its result must fit. */
    resultSchema: z.json().optional(),
    /** The budget of its first task. */
    grant: budgetSchema.optional(),
    /** Set while the chat is imported: it is hidden until the import ends, and purged after this moment otherwise. */
    stagedUntil: time.optional(),
  }),
  'agent.changed': z.strictObject({
    agent: agentSnapshotSchema,
    /** Tools that it may use and pass on from now on. */
    rights: rightsSchema.optional(),
  }),
  'message.received': z.strictObject({
    messageId: messageIdSchema,
    from: z.enum(['system', 'person', 'parent', 'task', 'context']),
    text: z.string(),
    taskId: taskIdSchema.nullable(),
    /** A notice that wakes no thread: it is read when the thread next runs. */
    isNotice: z.boolean().optional(),
    /** The budget of the turn that it starts. */
    budget: budgetSchema.optional(),
    ...served,
    /** Place of the person's message whose budget the started turn shares. */
    originSeq: ordinal.optional(),
  }),
  'step.started': z.strictObject({
    ...attemptPlace,
    kind: stepKindSchema,
    seenSeq: ordinal,
    agentVersion: ordinal,
    reservation: reservationSchema,
  }),
  'step.ended': z.strictObject({
    ...attemptPlace,
    parts: z.array(partSchema),
    usage: usageSchema,
    finishReason: finishReasonSchema,
    /** Set for a step that concerns the work and is not an answer. */
    kind: stepKindSchema.optional(),
    ...served,
    ...measured,
  }),
  'step.cut': z.strictObject({
    ...attemptPlace,
    reason: cutReasonSchema,
    message: storedReasonSchema,
    parts: z.array(partSchema),
    usage: usageSchema,
    /** A final cut stays visible; the next attempt replaces a retried one. */
    final: z.boolean(),
    retryAt: z.int().max(maxTimestamp).nullable(),
    /** The provider was down, overloaded or limited the rate: such attempts are bounded by time, not by count. */
    isOutage: z.boolean().optional(),
    ...measured,
  }),
  'call.requested': z.strictObject({
    ...callPlace,
    name: z.string(),
    args: z.json(),
    effect: effectSchema,
    taskId: taskIdSchema.nullable(),
    subAgentThreadId: threadIdSchema.nullable(),
    ...served,
    hookDecisions: z.array(hookDecisionSchema).optional(),
  }),
  'call.started': z.strictObject({ ...callPlace, attempt: ordinal }),
  'call.ended': z.strictObject({ ...callPlace, ...callOutcome, ...measured }),
  'call.late': z.strictObject({ ...callPlace, ...callOutcome }),
  'usage.recorded': z.strictObject({
    ...attemptPlace,
    usage: usageSchema,
    /** The call whose question was put to the parent's agent, if the cost is that of the reply. */
    callId: callIdSchema.optional(),
  }),
  'task.opened': z.strictObject({
    ...callPlace,
    taskId: taskIdSchema,
    childThreadId: threadIdSchema,
    agentId: agentIdSchema,
    instruction: z.string(),
    title: z.string(),
    attempt: ordinal,
    retryOf: taskIdSchema.nullable(),
    turn: z.int().min(0).max(maxOrdinal),
    /** Its call ended when it started; its result comes as a notice. */
    isBackground: z.boolean().optional(),
    /** The finished task whose thread continues with this one. */
    reactivates: taskIdSchema.optional(),
    context: taskContextSchema.optional(),
    resultSchema: z.json().optional(),
    /** Set aside for it from what its parent may spend. */
    grant: budgetSchema.optional(),
  }),
  'task.ended': z.strictObject({
    ...callPlace,
    taskId: taskIdSchema,
    status: z.enum(['success', 'failed', 'cancelled']),
    result: z.string(),
    reason: storedReasonSchema.nullable(),
    usage: usageSchema,
    /** The spent part of its grant, with everything below it. */
    spent: spendSchema.optional(),
  }),
  'task.backgrounded': z.strictObject({ ...callPlace, taskId: taskIdSchema }),
  'question.asked': z.strictObject({
    ...callPlace,
    questionId: questionIdSchema,
    kind: z.enum(['answer', 'approval']),
    text: z.string(),
    options: z.array(z.string()),
    /** The parent's agent is asked first, and a person if it can't tell. */
    audience: z.enum(['person', 'parent']).optional(),
    /** The time in which an approval can be given; absent for no limit. */
    lapsesAfterMs: z.int().min(1).optional(),
    ...served,
  }),
  /** The parent's agent had no answer: a person is asked now. */
  'question.passed': z.strictObject({ ...callPlace, questionId: questionIdSchema, usage: usageSchema, ...served }),
  'question.answered': z.strictObject({
    ...callPlace,
    questionId: questionIdSchema,
    answer: z.string(),
    /** Set for an approval. */
    verdict: verdictSchema.optional(),
    by: z.enum(['person', 'parent']).optional(),
    /** The cost of asking the parent's agent. */
    usage: usageSchema.optional(),
    /**
     * An approval that the server counted as in time although the times of the events differ: the clock was changed.
     */
    isInTime: z.literal(true).optional(),
  }),
  /** A lapsed approval is requested again: it can be given for this long. */
  'question.renewed': z.strictObject({
    ...callPlace,
    questionId: questionIdSchema,
    lapsesAfterMs: z.int().min(1).optional(),
  }),
  'thread.ended': z.strictObject({
    status: z.enum(['completed', 'failed']),
    result: z.string(),
    reason: storedReasonSchema.nullable(),
    /** The budget was reached: the result may be incomplete. */
    limit: z.enum(['budget']).optional(),
  }),
  'thread.cancelled': z.strictObject({ reason: storedReasonSchema }),
  /** Another worker took over the thread: the outcome of running work is unknown. */
  'thread.recovered': z.strictObject({ inDoubt: z.array(callIdSchema) }),
  /** Reactivates a finished child: another task for the same thread, with its memory. */
  'thread.reactivated': z.strictObject({
    parent: parentLinkSchema,
    turn: z.int().min(0).max(maxOrdinal),
    resultSchema: z.json().optional(),
    grant: budgetSchema.optional(),
  }),
  /** A result did not fit the requested schema; one more attempt is allowed. */
  'result.refused': z.strictObject({ step: ordinal, problem: storedMisfitsSchema }),
  /** From now on the model sees this summary instead of everything up to `throughSeq`; the log keeps it all. */
  'thread.compacted': z.strictObject({ step: ordinal, throughSeq: ordinal, summary: z.string() }),
  /** A person has seen the chat up to here. */
  'chat.read': z.strictObject({ throughSeq: ordinal }),
  'chat.renamed': z.strictObject({ title: z.string() }),
  'chat.pinned': z.strictObject({ isPinned: z.boolean() }),
  /** Deleted, until it is restored or purged. Everything in it was stopped in the same append. */
  'chat.hidden': z.strictObject({}),
  'chat.restored': z.strictObject({}),
  /** Takes back everything after `toSeq`; the log keeps it. `asked`: the last message is answered again. */
  'thread.rewound': z.strictObject({
    toSeq: ordinal,
    isAsked: z.boolean(),
    serves: servedBeforeSchema.optional(),
  }),
  /** Asks the model of the parent's agent; this amount is reserved until the cost is known. */
  'question.consulted': z.strictObject({
    ...callPlace,
    questionId: questionIdSchema,
    reservation: reservationSchema,
  }),
  /** Ends the import of a thread. The event of the root is written last and shows the chat. */
  'thread.imported': z.strictObject({ exportedAt: time }),
  'chat.stopped': z.strictObject({}),
  'chat.resumed': z.strictObject({}),
} as const;

export type EventType = keyof typeof factShapes;
export const eventTypes = Object.keys(factShapes) as EventType[];
export type FactFields<Type extends EventType> = z.infer<(typeof factShapes)[Type]>;
export type Fact = { [Type in EventType]: { type: Type; data: FactFields<Type> } }[EventType];

const envelopeShape = {
  position: z.int().min(1).max(maxPosition),
  workspaceId: workspaceIdSchema,
  rootId: threadIdSchema,
  threadId: threadIdSchema,
  seq: ordinal,
  at: z.int().min(0).max(maxTimestamp),
  actor: actorSchema,
  commandId: commandIdSchema.nullable(),
};
type Envelope = z.infer<z.ZodObject<typeof envelopeShape>>;
export type EventOf<Type extends EventType> = Envelope & { type: Type; data: FactFields<Type> };
export type LogEvent = { [Type in EventType]: EventOf<Type> }[EventType];

const shapesOfEvents = eventTypes.map((type) =>
  z.strictObject({ ...envelopeShape, type: z.literal(type), data: factShapes[type] }),
);

const anyEvent: z.ZodType = z.discriminatedUnion('type', shapesOfEvents as [(typeof shapesOfEvents)[number]]);

/** The whole union, for events from outside: `verify`, import, and the client's end of a stream. */
export const eventSchema = anyEvent as z.ZodType<LogEvent>;
