import { z } from 'zod';
import { agentIdSchema, skillIdSchema } from '../ids.ts';
import { maxOrdinal } from '../schemas/numbers.ts';
import { checkResultSchema } from '../schemas/result-schema.ts';
import { nameText, textOfKb } from '../schemas/texts.ts';
import { budgetInputSchema, budgetSchema } from '../state/budget.ts';

/** The bounds of a tree. Set once, when its chat opens, and inherited unchanged by every thread in it. */
export const limitsSchema = z.strictObject({
  maxDepth: z.int().min(0).max(10),
  maxChildrenAtOnce: z.int().min(1),
  maxTasksPerTurn: z.int().min(1),
  maxSteps: z.int().min(1),
  maxWorkMs: z.int().min(1),
  idleMs: z.int().min(1),
  maxTokens: z.int().min(1).nullable(),
  maxOutputChars: z.int().min(1),
  /** The budget of one turn of a chat, with everything below it. */
  budget: budgetSchema.optional(),
  /** A longer prompt is summarized first; absent for the default length. */
  compactAtTokens: z.int().min(1).optional(),
  /** Time for which a call can be approved after a person was asked; absent for no limit. */
  approvalLapseMs: z.int().min(1).optional(),
  /** Number of turns that background results may start after one message of a person; absent for the default. */
  maxNoticeTurns: z.int().min(0).optional(),
  /** Time for which a step waits for a provider that is down or overloaded; absent for the default. */
  providerRetryMs: z.int().min(0).optional(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** Short enough for nearly every model, and long enough to be reached rarely. */
export const defaultCompactAtTokens = 100_000;
/** Longer than a restart of a local model server or a short outage. */
export const defaultProviderRetryMs = 10 * 60_000;
/** The maximum that a workspace can set. */
export const maxProviderRetryMs = 24 * 60 * 60_000;

export const defaultMaxNoticeTurns = 8;

export const defaultLimits: Limits = {
  maxDepth: 3,
  maxChildrenAtOnce: 8,
  maxTasksPerTurn: 64,
  maxSteps: 100,
  maxWorkMs: 30 * 60_000,
  idleMs: 2 * 60_000,
  maxTokens: null,
  maxOutputChars: 1_000_000,
};

/** Limits that a workspace sets for its own trees; absent ones are the server's. */
export const workspaceLimitsSchema = limitsSchema
  .omit({ maxDepth: true })
  .extend({ maxTokens: limitsSchema.shape.maxTokens.unwrap(), budget: budgetSchema, compactAtTokens: z.int().min(1) })
  .partial();
export type WorkspaceLimits = z.infer<typeof workspaceLimitsSchema>;

const limit = (min: number, max: number) => z.int().min(min).max(max).nullable();

/** Limits to change; null resets one to the server's. */
export const limitChangesSchema = z
  .strictObject({
    maxChildrenAtOnce: limit(1, 100),
    maxTasksPerTurn: limit(1, 10_000),
    maxSteps: limit(1, 1000),
    maxWorkMs: limit(1000, 7 * 86_400_000),
    idleMs: limit(1000, 86_400_000),
    maxTokens: limit(1, 1_000_000_000),
    maxOutputChars: limit(1000, 100_000_000),
    compactAtTokens: limit(1000, 10_000_000),
    budget: budgetInputSchema.nullable(),
    approvalLapseMs: limit(1000, 365 * 86_400_000),
    maxNoticeTurns: limit(0, 1000),
    providerRetryMs: limit(0, maxProviderRetryMs),
  })
  .partial();
export type LimitChanges = z.output<typeof limitChangesSchema>;

/**
 * Tools by name: those that a thread may use, and the most that it may pass on. Denied ones stay denied all the way
 * down.
 */
export const rightsSchema = z.strictObject({
  use: z.array(z.string()),
  ceiling: z.array(z.string()),
  denied: z.array(z.string()),
});
export type Rights = z.infer<typeof rightsSchema>;

/** Part of the world that a tool touches; decides on approval. */
export const reachSchema = z.enum(['internal', 'outbound', 'exec', 'admin']);
export type Reach = z.infer<typeof reachSchema>;

export const approvalRuleSchema = z.enum(['allow', 'ask', 'deny']);
export type ApprovalRule = z.infer<typeof approvalRuleSchema>;

/** The rule for a call, by the reach of its tool. */
export const approvalRulesSchema = z.strictObject({
  internal: approvalRuleSchema,
  outbound: approvalRuleSchema,
  exec: approvalRuleSchema,
  admin: approvalRuleSchema,
});
export type ApprovalRules = z.infer<typeof approvalRulesSchema>;

export const defaultApprovals: ApprovalRules = { internal: 'allow', outbound: 'ask', exec: 'ask', admin: 'ask' };

const modelChoiceSchema = z.strictObject({ provider: z.string().min(1), id: z.string().min(1) });
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

const samplingSchema = z.strictObject({
  temperature: z.number().optional(),
  topP: z.number().optional(),
  topK: z.int().optional(),
  seed: z.int().optional(),
  presencePenalty: z.number().optional(),
  frequencyPenalty: z.number().optional(),
});

const badgeSchema = z.strictObject({ color: z.string(), icon: z.string() });
const introductionSchema = z.strictObject({ agentId: agentIdSchema, name: z.string(), description: z.string() });
export type Introduction = z.infer<typeof introductionSchema>;

const commonShape = {
  agentId: agentIdSchema,
  version: z.int().min(1).max(maxOrdinal),
  name: z.string().min(1),
  description: z.string(),
  badge: badgeSchema,
  model: modelChoiceSchema,
  sampling: samplingSchema,
  tools: z.array(z.string()),
  /** Overrides the tree's own limit. */
  maxSteps: z.int().min(1).nullable(),
};

/** Later fields of agents, which older snapshots lack. */
const laterShape = {
  /** Tools with their own rule, instead of the one for their reach. */
  approvals: z.record(z.string(), approvalRuleSchema).optional(),
  /** The most that it may pass on; absent for no ceiling of its own. */
  ceiling: z.array(z.string()).optional(),
  /** Tools that neither it nor any agent below it may use. */
  denies: z.array(z.string()).optional(),
  /** Tools that an owner lets it pass on to a certain agent, beyond its own ceiling. */
  grants: z.record(agentIdSchema, z.array(z.string())).optional(),
  /** Whether it answers the questions of its sub-agents where it can. */
  answersQuestions: z.boolean().optional(),
  /** Whether the end of a background task starts a turn. */
  actsOnNotices: z.boolean().optional(),
  resultSchema: z.json().optional(),
  /** The budget of one turn or task. */
  budget: budgetSchema.optional(),
};

/** An agent as its owner wrote it. */
export const agentDefinitionSchema = z.strictObject({
  ...commonShape,
  systemPrompt: z.string(),
  subAgentIds: z.array(agentIdSchema),
  /** Skills that it can load. */
  skillIds: z.array(skillIdSchema).default([]),
  /** Placeholder of the message box. */
  placeholder: z.string().default(''),
  ...laterShape,
});
export type AgentDefinition = z.infer<typeof agentDefinitionSchema>;

/** An agent as clients see it: a built-in one can be reset, never deleted. */
export const listedAgentSchema = agentDefinitionSchema.extend({ isBuiltIn: z.boolean() });
export type ListedAgent = z.infer<typeof listedAgentSchema>;

/** An agent as its thread keeps it: later edits of the definition don't reach it. Its prompt is the thread's first message. */
export const agentSnapshotSchema = z.strictObject({
  ...commonShape,
  subAgents: z.array(introductionSchema),
  ...laterShape,
});
export type AgentSnapshot = z.infer<typeof agentSnapshotSchema>;

const toolNames = z.array(z.string().max(200)).max(200);
const bounded = (min: number, max: number) => z.number().min(min).max(max);
const penalty = bounded(-2, 2).optional();
const resultSchemaInput = z.json().superRefine((schema, context) => {
  const misfits = checkResultSchema(schema);
  if (misfits) context.addIssue({ code: 'custom', message: 'result-schema', params: { misfits } });
});

/** Rules for input from people; stored facts may have any value of the right shape. */
const inputShape = {
  name: nameText(80),
  description: z.string().trim().max(500),
  badge: z.strictObject({
    color: z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'color'),
    icon: z.string().regex(/^[a-z0-9-]{1,40}$/, 'icon'),
  }),
  model: z.strictObject({ provider: z.string().min(1).max(80), id: nameText(200) }),
  sampling: z.strictObject({
    temperature: bounded(0, 2).optional(),
    topP: bounded(0, 1).optional(),
    topK: z.int().min(1).optional(),
    seed: z.int().optional(),
    presencePenalty: penalty,
    frequencyPenalty: penalty,
  }),
  tools: z.array(z.string().max(200)).max(200),
  maxSteps: z.int().min(1).max(1000).nullable(),
  systemPrompt: textOfKb(64),
  subAgentIds: z.array(agentIdSchema).max(100),
  skillIds: z.array(skillIdSchema).max(100),
  placeholder: z.string().trim().max(200),
  approvals: z.record(z.string().max(200), approvalRuleSchema),
  /** Null for no bound of its own. */
  ceiling: toolNames.nullable(),
  denies: toolNames,
  grants: z.record(agentIdSchema, toolNames),
  answersQuestions: z.boolean(),
  actsOnNotices: z.boolean(),
  /** JSON schema that its results must fit, unless a task brings its own; null for none. */
  resultSchema: resultSchemaInput.nullable(),
  /** The budget of one turn or task; null for no bound. */
  budget: budgetInputSchema.nullable(),
};

/** A new agent: everything but its id and version. */
export const agentInputSchema = z.strictObject({
  ...inputShape,
  description: inputShape.description.default(''),
  badge: inputShape.badge.default({ color: '#5B6472', icon: 'bot' }),
  sampling: inputShape.sampling.default({}),
  tools: inputShape.tools.default([]),
  maxSteps: inputShape.maxSteps.default(null),
  systemPrompt: inputShape.systemPrompt.default(''),
  subAgentIds: inputShape.subAgentIds.default([]),
  skillIds: inputShape.skillIds.default([]),
  placeholder: inputShape.placeholder.default(''),
  approvals: inputShape.approvals.optional(),
  ceiling: inputShape.ceiling.optional(),
  denies: inputShape.denies.optional(),
  grants: inputShape.grants.optional(),
  answersQuestions: inputShape.answersQuestions.optional(),
  actsOnNotices: inputShape.actsOnNotices.optional(),
  resultSchema: inputShape.resultSchema.optional(),
  budget: inputShape.budget.optional(),
});
export type AgentInput = z.input<typeof agentInputSchema>;

/** Fields of an agent to change. */
export const agentChangesSchema = z.strictObject(inputShape).partial();
export type AgentChanges = z.input<typeof agentChangesSchema>;
