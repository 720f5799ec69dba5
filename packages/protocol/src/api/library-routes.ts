import { z } from 'zod';
import { agentChangesSchema, agentInputSchema, listedAgentSchema } from '../records/agents.ts';
import { listedPriceSchema, priceSourceSchema, ratesInputSchema, ratesSchema } from '../records/prices.ts';
import {
  providerChangesSchema,
  providerInputSchema,
  providerSchema,
  providerTestSchema,
} from '../records/providers.ts';
import { skillChangesSchema, skillInputSchema, skillSchema } from '../records/skills.ts';
import {
  deliverySchema,
  webhookChangesSchema,
  webhookInputSchema,
  webhookSchema,
  webhookTestSchema,
} from '../records/webhooks.ts';
import { route } from './route.ts';
import { done } from './shapes.ts';

const agents = '/api/workspaces/{workspaceId}/agents';
const agent = `${agents}/{agentId}` as const;

/** Agents of a workspace. */
export const agentRoutes = {
  listAgents: route('GET', agents, 'read', {
    summary: 'Lists the agents of a workspace: the built-in ones, edited or not, and its own.',
    reply: z.strictObject({ results: z.array(listedAgentSchema) }),
  }),
  createAgent: route('POST', agents, 'write', {
    summary: 'Creates an agent. Its sub-agents must be other agents of the same workspace.',
    body: agentInputSchema,
    reply: listedAgentSchema,
    status: 201,
  }),
  getAgent: route('GET', agent, 'read', {
    summary: 'Returns an agent.',
    reply: listedAgentSchema,
  }),
  changeAgent: route('PATCH', agent, 'write', {
    summary: 'Changes fields of an agent. A chat uses the new version from its next turn.',
    isVersioned: true,
    body: agentChangesSchema,
    reply: listedAgentSchema,
  }),
  deleteAgent: route('DELETE', agent, 'write', {
    summary: 'Deletes an agent of the workspace, or resets a built-in one.',
    reply: done,
  }),
  duplicateAgent: route('POST', `${agent}/duplicate`, 'write', {
    summary: 'Copies an agent under another name.',
    reply: listedAgentSchema,
    status: 201,
  }),
} as const;

const providers = '/api/workspaces/{workspaceId}/providers';
const provider = `${providers}/{providerId}` as const;

/** Sources of models. A key is written and never returned. */
export const providerRoutes = {
  listProviders: route('GET', providers, 'read', {
    summary: 'Lists the providers of a workspace. A key is returned only as its last four characters.',
    reply: z.strictObject({ results: z.array(providerSchema) }),
  }),
  createProvider: route('POST', providers, 'owner', {
    summary: 'Creates a provider. Its key is stored encrypted, and sent only to this address.',
    body: providerInputSchema,
    reply: providerSchema,
    status: 201,
  }),
  getProvider: route('GET', provider, 'read', {
    summary: 'Returns a provider.',
    reply: providerSchema,
  }),
  changeProvider: route('PATCH', provider, 'owner', {
    summary: 'Changes a provider. A new address removes its key, unless the request has a new one.',
    isVersioned: true,
    body: providerChangesSchema,
    reply: providerSchema,
  }),
  deleteProvider: route('DELETE', provider, 'owner', {
    summary: 'Deletes a provider and its key.',
    reply: done,
  }),
  testProvider: route('POST', `${provider}/test`, 'owner', {
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
  listSkills: route('GET', skills, 'read', {
    summary: 'Lists the skills of a workspace.',
    reply: z.strictObject({ results: z.array(skillSchema) }),
  }),
  createSkill: route('POST', skills, 'write', {
    summary:
      'Creates a skill. An agent with the skill sees its name and description, and reads the rest with loadSkill.',
    body: skillInputSchema,
    reply: skillSchema,
    status: 201,
  }),
  changeSkill: route('PATCH', skill, 'write', {
    summary: 'Changes a skill.',
    isVersioned: true,
    body: skillChangesSchema,
    reply: skillSchema,
  }),
  deleteSkill: route('DELETE', skill, 'write', {
    summary: 'Deletes a skill. Agents with the skill continue without it.',
    reply: done,
  }),
} as const;

const prices = '/api/workspaces/{workspaceId}/prices';
const price = `${prices}/{provider}/{modelId}` as const;

/** Prices of models. A price set in the workspace wins over the one in the table that ships with the release. */
export const priceRoutes = {
  listPrices: route('GET', prices, 'read', {
    summary: 'Lists the prices that a workspace has set, in dollars per million tokens.',
    reply: z.strictObject({ results: z.array(listedPriceSchema) }),
  }),
  setPrice: route('PUT', price, 'owner', {
    summary:
      'Sets the price of a model from now on, in dollars per million tokens. A price that does not exist yet has version 0.',
    isVersioned: true,
    body: ratesInputSchema,
    reply: listedPriceSchema,
  }),
  removePrice: route('DELETE', price, 'owner', {
    summary: 'Removes a price that the workspace has set.',
    reply: done,
  }),
  getModelPrice: route('GET', price, 'read', {
    summary:
      'Returns the current price of a model with its source, and the price without one of the workspace; null if unknown.',
    reply: z.strictObject({
      price: ratesSchema.extend({ source: priceSourceSchema }).nullable(),
      known: ratesSchema.nullable(),
    }),
  }),
} as const;

const webhooks = '/api/workspaces/{workspaceId}/webhooks';
const webhook = `${webhooks}/{webhookId}` as const;

/** Addresses that a workspace notifies of its events. */
export const webhookRoutes = {
  listWebhooks: route('GET', webhooks, 'owner', {
    summary: 'Lists the webhooks of a workspace. Their secrets are never returned.',
    reply: z.strictObject({ results: z.array(webhookSchema) }),
  }),
  createWebhook: route('POST', webhooks, 'owner', {
    summary: 'Creates a webhook for later events. Deliveries are signed with its secret, which is stored encrypted.',
    body: webhookInputSchema,
    reply: webhookSchema,
    status: 201,
  }),
  changeWebhook: route('PATCH', webhook, 'owner', {
    summary: 'Changes a webhook. Events from while it was disabled are not sent.',
    isVersioned: true,
    body: webhookChangesSchema,
    reply: webhookSchema,
  }),
  deleteWebhook: route('DELETE', webhook, 'owner', {
    summary: 'Deletes a webhook with its deliveries.',
    reply: done,
  }),
  testWebhook: route('POST', `${webhook}/test`, 'owner', {
    summary: 'Sends a small message of the type `test`, and returns the outcome.',
    isRepeatable: true,
    reply: webhookTestSchema,
  }),
  listDeliveries: route('GET', `${webhook}/deliveries`, 'owner', {
    summary: 'Lists the last 50 deliveries of a webhook, newest first.',
    reply: z.strictObject({ results: z.array(deliverySchema) }),
  }),
  redeliver: route('POST', `${webhook}/deliveries/{deliveryId}/redeliver`, 'owner', {
    summary: 'Sends a delivery again now, under the same id, and returns the outcome.',
    isRepeatable: true,
    reply: deliverySchema,
  }),
} as const;
