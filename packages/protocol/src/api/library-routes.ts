import { z } from 'zod';
import { agentChangesSchema, agentInputSchema, listedAgentSchema } from '../records/agents.ts';
import {
  providerChangesSchema,
  providerInputSchema,
  providerSchema,
  providerTestSchema,
} from '../records/providers.ts';
import { skillChangesSchema, skillInputSchema, skillSchema } from '../records/skills.ts';
import { route } from './route.ts';
import { done } from './shapes.ts';

const agents = '/api/workspaces/{workspaceId}/agents';
const agent = `${agents}/{agentId}` as const;

/** Agents of a workspace. */
export const agentRoutes = {
  listAgents: route('GET', agents, {
    policy: 'read',
    summary: 'Lists the agents of a workspace: the built-in ones, edited or not, and its own.',
    reply: z.strictObject({ results: z.array(listedAgentSchema) }),
  }),
  createAgent: route('POST', agents, {
    policy: 'write',
    summary: 'Creates an agent. Its sub-agents must be other agents of the same workspace.',
    body: agentInputSchema,
    reply: listedAgentSchema,
    status: 201,
  }),
  getAgent: route('GET', agent, {
    policy: 'read',
    summary: 'Returns an agent.',
    reply: listedAgentSchema,
  }),
  changeAgent: route('PATCH', agent, {
    policy: 'write',
    summary: 'Changes fields of an agent. A chat uses the new version from its next turn.',
    isVersioned: true,
    body: agentChangesSchema,
    reply: listedAgentSchema,
  }),
  deleteAgent: route('DELETE', agent, {
    policy: 'write',
    summary: 'Deletes an agent of the workspace, or resets a built-in one.',
    reply: done,
  }),
  duplicateAgent: route('POST', `${agent}/duplicate`, {
    policy: 'write',
    summary: 'Copies an agent under another name.',
    reply: listedAgentSchema,
    status: 201,
  }),
} as const;

const providers = '/api/workspaces/{workspaceId}/providers';
const provider = `${providers}/{providerId}` as const;

/** Sources of models. A key is written and never returned. */
export const providerRoutes = {
  listProviders: route('GET', providers, {
    policy: 'read',
    summary: 'Lists the providers of a workspace. A key is returned only as its last four characters.',
    reply: z.strictObject({ results: z.array(providerSchema) }),
  }),
  createProvider: route('POST', providers, {
    policy: 'owner',
    summary: 'Creates a provider. Its key is stored encrypted, and sent only to this address.',
    body: providerInputSchema,
    reply: providerSchema,
    status: 201,
  }),
  getProvider: route('GET', provider, {
    policy: 'read',
    summary: 'Returns a provider.',
    reply: providerSchema,
  }),
  changeProvider: route('PATCH', provider, {
    policy: 'owner',
    summary: 'Changes a provider. A new address removes its key, unless the request has a new one.',
    isVersioned: true,
    body: providerChangesSchema,
    reply: providerSchema,
  }),
  deleteProvider: route('DELETE', provider, {
    policy: 'owner',
    summary: 'Deletes a provider and its key.',
    reply: done,
  }),
  testProvider: route('POST', `${provider}/test`, {
    policy: 'owner',
    summary: 'Tests a provider with a one-word answer of one of its models, and returns the outcome.',
    isRepeatable: true,
    body: z.strictObject({ modelId: z.string().min(1).max(200).optional() }),
    reply: providerTestSchema,
  }),
} as const;

const skills = '/api/workspaces/{workspaceId}/skills';
const skill = `${skills}/{skillId}` as const;

/** Instructions that agents load when they need them. */
export const skillRoutes = {
  listSkills: route('GET', skills, {
    policy: 'read',
    summary: 'Lists the skills of a workspace.',
    reply: z.strictObject({ results: z.array(skillSchema) }),
  }),
  createSkill: route('POST', skills, {
    policy: 'write',
    summary:
      'Creates a skill. An agent with the skill sees its name and description, and reads the rest with loadSkill.',
    body: skillInputSchema,
    reply: skillSchema,
    status: 201,
  }),
  changeSkill: route('PATCH', skill, {
    policy: 'write',
    summary: 'Changes a skill.',
    isVersioned: true,
    body: skillChangesSchema,
    reply: skillSchema,
  }),
  deleteSkill: route('DELETE', skill, {
    policy: 'write',
    summary: 'Deletes a skill. Agents with the skill continue without it.',
    reply: done,
  }),
} as const;
