import { isRefusal, refuse } from '@retinue/protocol';
import { workspaceStopOf } from '../../ports/engine/stops.ts';
import { plainQueries } from '../define-query.ts';

export const settingsQueries = plainQueries({
  async listAgents({ services: { agents }, context: { workspaceId } }) {
    const listed = (await agents.list(workspaceId)).map(async (agent) => ({
      ...agent,
      isBuiltIn: await agents.isBuiltIn(workspaceId, agent.agentId),
    }));
    return { results: await Promise.all(listed) };
  },
  async getAgent({ services: { agents }, context: { workspaceId }, params: { agentId } }) {
    const agent = await agents.find(workspaceId, agentId);
    if (!agent) return refuse('no-such-agent', { agentId, known: null });
    return { ...agent, isBuiltIn: await agents.isBuiltIn(workspaceId, agentId) };
  },
  listProviders: async ({ services, context }) => ({ results: await services.providers.list(context.workspaceId) }),
  async getProvider({ services, context, params: { providerId } }) {
    const provider = await services.providers.find(context.workspaceId, providerId);
    return provider ?? refuse('no-such-provider', { providerId });
  },
  listPrices: async ({ services, context }) => ({ results: await services.prices.list(context.workspaceId) }),
  async getModelPrice({ services: { prices }, context: { workspaceId }, params: { provider, modelId } }) {
    const found = await prices.find(workspaceId, { provider, id: modelId });
    const known = await prices.findKnown(workspaceId, { provider, id: modelId });
    return { price: found && { ...found.rates, source: found.source }, known: known?.rates ?? null };
  },
  listJobs: ({ services }) => ({ results: services.listJobs() }),
  listSkills: async ({ services, context }) => ({ results: await services.skills.list(context.workspaceId) }),
  listWebhooks: async ({ services, context }) => ({ results: await services.webhooks.list(context.workspaceId) }),
  async listDeliveries({ services, context, params }) {
    const listed = await services.webhooks.deliveries(context.workspaceId, params.webhookId);
    return isRefusal(listed) ? listed : { results: listed };
  },

  async listWorkspaces({ services, context }) {
    const workspaces = await services.workspaces.list();
    return { results: workspaces.filter(({ workspaceId }) => context.isMember(workspaceId)) };
  },
  async getWorkspace({ services, context: { workspaceId } }) {
    return (await services.workspaces.find(workspaceId)) ?? refuse('no-such-workspace', { workspaceId });
  },
  async listDamagedSettings({ services, context }) {
    return { results: await services.workspaces.damagedSettings(context.workspaceId) };
  },
  listTools({ services }) {
    const tools = [...services.tools.list(), askUser];
    return { results: tools.map(({ name, description, effect, reach }) => ({ name, description, effect, reach })) };
  },
  getUsage: ({ services, context, query }) => services.log.readModels.stats(context.workspaceId, query),
  getStop: ({ services, context }) => workspaceStopOf(services.stops.list(), context.workspaceId),
});

/** The engine handles it itself, without a tool. Agents get it like the others. */
const askUser = {
  name: 'askUser',
  description: 'Ask the person who started the chat a question if you need the answer to continue.',
  effect: 'idempotent',
  reach: 'internal',
} as const;
