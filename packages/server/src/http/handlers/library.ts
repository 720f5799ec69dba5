import type { AgentDefinition, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { Asking, Handlers, House } from '../house.ts';
import { refused } from '../problems.ts';
import { doneOf, recordWishOf as wishOf } from './done.ts';

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
  async listAgents({ house }, { params }) {
    const agents = await house.agents.list(params.workspaceId);
    return { results: await Promise.all(agents.map((agent) => listed(house, params, agent))) };
  },
  async createAgent({ house }, { params, body }, asking) {
    return listed(house, params, doneOf(await house.agents.create(agentWishOf(params, asking), body)));
  },
  async getAgent({ house }, { params }) {
    const agent = await house.agents.find(params.workspaceId, params.agentId);
    if (!agent) throw refused(refuse('no-such-agent', params.agentId));
    return listed(house, params, agent);
  },
  async changeAgent({ house }, { params, body }, asking) {
    return listed(house, params, doneOf(await house.agents.update(agentWishOf(params, asking), params.agentId, body)));
  },
  async deleteAgent({ house }, { params }, asking) {
    doneOf(await house.agents.remove(agentWishOf(params, asking), params.agentId));
    return {};
  },
  async duplicateAgent({ house }, { params }, asking) {
    return listed(house, params, doneOf(await house.agents.duplicate(agentWishOf(params, asking), params.agentId)));
  },

  listSkills: async ({ house }, { params }) => ({ results: await house.skills.list(params.workspaceId) }),
  async createSkill({ house }, { params, body }, asking) {
    return doneOf(await house.skills.create(wishOf(params, asking), body));
  },
  async changeSkill({ house }, { params, body }, asking) {
    return doneOf(await house.skills.update(wishOf(params, asking), params.skillId, body));
  },
  async deleteSkill({ house }, { params }, asking) {
    doneOf(await house.skills.remove(wishOf(params, asking), params.skillId));
    return {};
  },

  listProviders: async ({ house }, { params }) => ({ results: await house.providers.list(params.workspaceId) }),
  async createProvider({ house }, { params, body }, asking) {
    return doneOf(await house.providers.create(wishOf(params, asking), body));
  },
  async getProvider({ house }, { params }) {
    const provider = await house.providers.find(params.workspaceId, params.providerId);
    if (!provider) throw refused(refuse('no-such-provider', params.providerId));
    return provider;
  },
  async changeProvider({ house }, { params, body }, asking) {
    return doneOf(await house.providers.update(wishOf(params, asking), params.providerId, body));
  },
  async deleteProvider({ house }, { params }, asking) {
    doneOf(await house.providers.remove(wishOf(params, asking), params.providerId));
    return {};
  },
  async testProvider({ house }, { params, body }) {
    return doneOf(await house.providers.test(params.workspaceId, params.providerId, body.modelId));
  },
};

async function listed(house: House, { workspaceId }: { workspaceId: WorkspaceId }, agent: AgentDefinition) {
  return { ...agent, isBuiltIn: await house.agents.isBuiltIn(workspaceId, agent.agentId) };
}

function agentWishOf(params: Parameters<typeof wishOf>[0], asking: Asking) {
  return { ...wishOf(params, asking), role: asking.principal.role };
}
