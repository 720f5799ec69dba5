import { z } from 'zod';
import { agentIdSchema } from './ids.ts';

/** What bounds a tree. Set once, when its chat opens, and inherited unchanged by every thread in it. */
export const limitsSchema = z.strictObject({
  maxDepth: z.int().min(0).max(10),
  maxChildrenAtOnce: z.int().min(1),
  maxTasksPerTurn: z.int().min(1),
  maxSteps: z.int().min(1),
  maxWorkMs: z.int().min(1),
  idleMs: z.int().min(1),
  maxTokens: z.int().min(1).nullable(),
  maxOutputChars: z.int().min(1),
});
export type Limits = z.infer<typeof limitsSchema>;

export const defaultLimits: Limits = {
  maxDepth: 1,
  maxChildrenAtOnce: 8,
  maxTasksPerTurn: 64,
  maxSteps: 100,
  maxWorkMs: 30 * 60_000,
  idleMs: 2 * 60_000,
  maxTokens: null,
  maxOutputChars: 1_000_000,
};

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
  version: z.int().min(1),
  name: z.string().min(1),
  description: z.string(),
  badge: badgeSchema,
  model: modelChoiceSchema,
  sampling: samplingSchema,
  tools: z.array(z.string()),
  /** Instead of the tree's own limit. */
  maxSteps: z.int().min(1).nullable(),
};

/** An agent as its owner wrote it. */
export const agentDefinitionSchema = z.strictObject({
  ...commonShape,
  systemPrompt: z.string(),
  subAgentIds: z.array(agentIdSchema),
});
export type AgentDefinition = z.infer<typeof agentDefinitionSchema>;

/** What a thread keeps of its agent: later edits of the definition don't reach it. Its prompt is the thread's first message. */
export const agentSnapshotSchema = z.strictObject({ ...commonShape, subAgents: z.array(introductionSchema) });
export type AgentSnapshot = z.infer<typeof agentSnapshotSchema>;
