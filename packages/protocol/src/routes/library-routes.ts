import { z } from 'zod';
import { agentIdSchema, providerIdSchema, skillIdSchema } from '../ids.ts';
import { agentChangesSchema, agentInputSchema, listedAgentSchema } from '../records/agents.ts';
import {
  providerChangesSchema,
  providerInputSchema,
  providerSchema,
  providerTestSchema,
} from '../records/providers.ts';
import { skillChangesSchema, skillInputSchema, skillSchema } from '../records/skills.ts';
import { route } from './route.ts';
import { done, places } from './shapes.ts';

const agents = '/api/workspaces/{workspaceId}/agents';
const agent = `${agents}/{agentId}` as const;
const agentPlace = places.workspace.extend({ agentId: agentIdSchema });

/** Who can be asked: the agents of a workspace. */
export const agentRoutes = {
  listAgents: route('GET', agents, {
    policy: 'read',
    summary: 'The agents of a workspace: the built-in ones, edited or not, and its own.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(listedAgentSchema) }),
  }),
  createAgent: route('POST', agents, {
    policy: 'write',
    summary: 'A new agent. Its sub-agents must be agents of the same workspace, never itself.',
    params: places.workspace,
    body: agentInputSchema,
    reply: listedAgentSchema,
    status: 201,
  }),
  getAgent: route('GET', agent, {
    policy: 'read',
    summary: 'One agent.',
    params: agentPlace,
    reply: listedAgentSchema,
  }),
  changeAgent: route('PATCH', agent, {
    policy: 'write',
    summary: 'Changes some fields of an agent. A chat takes the change up with its next turn.',
    params: agentPlace,
    isVersioned: true,
    body: agentChangesSchema,
    reply: listedAgentSchema,
  }),
  deleteAgent: route('DELETE', agent, {
    policy: 'write',
    summary: 'Deletes an agent of the workspace; an edited built-in one becomes what it was.',
    params: agentPlace,
    reply: done,
  }),
  duplicateAgent: route('POST', `${agent}/duplicate`, {
    policy: 'write',
    summary: 'A copy of an agent, under another name.',
    params: agentPlace,
    reply: listedAgentSchema,
    status: 201,
  }),
} as const;

const providers = '/api/workspaces/{workspaceId}/providers';
const provider = `${providers}/{providerId}` as const;
const providerPlace = places.workspace.extend({ providerId: providerIdSchema });

/** Where models come from. A key goes in and never comes out. */
export const providerRoutes = {
  listProviders: route('GET', providers, {
    policy: 'read',
    summary: 'The providers of a workspace. Of a key only the last four characters are shown.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(providerSchema) }),
  }),
  createProvider: route('POST', providers, {
    policy: 'owner',
    summary: 'A new provider. Its key is kept sealed, and sent to no other address than this one.',
    params: places.workspace,
    body: providerInputSchema,
    reply: providerSchema,
    status: 201,
  }),
  getProvider: route('GET', provider, {
    policy: 'read',
    summary: 'One provider.',
    params: providerPlace,
    reply: providerSchema,
  }),
  changeProvider: route('PATCH', provider, {
    policy: 'owner',
    summary: 'Changes a provider. Another address takes its key away, unless a new key comes with it.',
    params: providerPlace,
    isVersioned: true,
    body: providerChangesSchema,
    reply: providerSchema,
  }),
  deleteProvider: route('DELETE', provider, {
    policy: 'owner',
    summary: 'Deletes a provider and its key.',
    params: providerPlace,
    reply: done,
  }),
  testProvider: route('POST', `${provider}/test`, {
    policy: 'owner',
    summary: 'Asks one of its models for one word, and tells how it went.',
    isRepeatable: true,
    params: providerPlace,
    body: z.strictObject({ modelId: z.string().min(1).max(200).optional() }),
    reply: providerTestSchema,
  }),
} as const;

const skills = '/api/workspaces/{workspaceId}/skills';
const skill = `${skills}/{skillId}` as const;
const skillPlace = places.workspace.extend({ skillId: skillIdSchema });

/** Know-how that agents read when they need it. */
export const skillRoutes = {
  listSkills: route('GET', skills, {
    policy: 'read',
    summary: 'The skills of a workspace.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(skillSchema) }),
  }),
  createSkill: route('POST', skills, {
    policy: 'write',
    summary: 'A new skill. An agent that has it sees its name and description, and reads the rest with loadSkill.',
    params: places.workspace,
    body: skillInputSchema,
    reply: skillSchema,
    status: 201,
  }),
  changeSkill: route('PATCH', skill, {
    policy: 'write',
    summary: 'Changes a skill.',
    params: skillPlace,
    isVersioned: true,
    body: skillChangesSchema,
    reply: skillSchema,
  }),
  deleteSkill: route('DELETE', skill, {
    policy: 'write',
    summary: 'Deletes a skill. Agents that have it go on without it.',
    params: skillPlace,
    reply: done,
  }),
} as const;
