import type { AgentDefinition, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { AppServices, Handlers, RequestContext } from '../http-context.ts';
import { refused } from '../problems.ts';
import { unwrap, recordWishOf as wishOf } from './unwrap.ts';

type AgentNames = 'listAgents' | 'createAgent' | 'getAgent' | 'changeAgent' | 'deleteAgent' | 'duplicateAgent';
type ProviderNames =
  | 'listProviders'
  | 'createProvider'
  | 'getProvider'
  | 'changeProvider'
  | 'deleteProvider'
  | 'testProvider';

type SkillNames = 'listSkills' | 'createSkill' | 'changeSkill' | 'deleteSkill';

export const libraryHandlers: Handlers<AgentNames | ProviderNames | SkillNames> = {
  async listAgents({ services }, { params }) {
    const agents = await services.agents.list(params.workspaceId);
    return { results: await Promise.all(agents.map((agent) => listed(services, params, agent))) };
  },
  async createAgent({ services }, { params, body }, requestContext) {
    return listed(services, params, unwrap(await services.agents.create(agentWishOf(params, requestContext), body)));
  },
  async getAgent({ services }, { params }) {
    const agent = await services.agents.find(params.workspaceId, params.agentId);
    if (!agent) throw refused(refuse('no-such-agent', params.agentId));
    return listed(services, params, agent);
  },
  async changeAgent({ services }, { params, body }, requestContext) {
    return listed(
      services,
      params,
      unwrap(await services.agents.update(agentWishOf(params, requestContext), params.agentId, body)),
    );
  },
  async deleteAgent({ services }, { params }, requestContext) {
    unwrap(await services.agents.remove(agentWishOf(params, requestContext), params.agentId));
    return {};
  },
  async duplicateAgent({ services }, { params }, requestContext) {
    return listed(
      services,
      params,
      unwrap(await services.agents.duplicate(agentWishOf(params, requestContext), params.agentId)),
    );
  },

  listSkills: async ({ services }, { params }) => ({ results: await services.skills.list(params.workspaceId) }),
  async createSkill({ services }, { params, body }, requestContext) {
    return unwrap(await services.skills.create(wishOf(params, requestContext), body));
  },
  async changeSkill({ services }, { params, body }, requestContext) {
    return unwrap(await services.skills.update(wishOf(params, requestContext), params.skillId, body));
  },
  async deleteSkill({ services }, { params }, requestContext) {
    unwrap(await services.skills.remove(wishOf(params, requestContext), params.skillId));
    return {};
  },

  listProviders: async ({ services }, { params }) => ({ results: await services.providers.list(params.workspaceId) }),
  async createProvider({ services }, { params, body }, requestContext) {
    return unwrap(await services.providers.create(wishOf(params, requestContext), body));
  },
  async getProvider({ services }, { params }) {
    const provider = await services.providers.find(params.workspaceId, params.providerId);
    if (!provider) throw refused(refuse('no-such-provider', params.providerId));
    return provider;
  },
  async changeProvider({ services }, { params, body }, requestContext) {
    return unwrap(await services.providers.update(wishOf(params, requestContext), params.providerId, body));
  },
  async deleteProvider({ services }, { params }, requestContext) {
    unwrap(await services.providers.remove(wishOf(params, requestContext), params.providerId));
    return {};
  },
  async testProvider({ services }, { params, body }) {
    return unwrap(await services.providers.test(params.workspaceId, params.providerId, body.modelId));
  },
};

async function listed(services: AppServices, { workspaceId }: { workspaceId: WorkspaceId }, agent: AgentDefinition) {
  return { ...agent, isBuiltIn: await services.agents.isBuiltIn(workspaceId, agent.agentId) };
}

function agentWishOf(params: Parameters<typeof wishOf>[0], requestContext: RequestContext) {
  return { ...wishOf(params, requestContext), role: requestContext.principal.role };
}
