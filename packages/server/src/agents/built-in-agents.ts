import {
  type AgentDefinition,
  type AgentId,
  agentDefinitionSchema,
  isRefusal,
  type ModelChoice,
  refusalText,
} from '@retinue/protocol';
import type { Tools } from '../ports/engine/tool.ts';
import type { Agents } from '../ports/settings/agents.ts';
import { checkSubAgents } from './check-agent.ts';
import { builtInWordings } from './copy.ts';

/** The agents of every new workspace, with this server's tools. */
export function createBuiltInAgents(model: ModelChoice = { provider: 'demo', id: 'demo' }, tools?: Tools): Agents {
  const definitions = builtInWordings.map((wording) =>
    agentDefinitionSchema.parse({
      ...wording,
      tools: wording.tools.filter((name) => !tools || name === 'askUser' || tools.find(name)),
      version: wordingVersion,
      model,
      sampling: {},
      maxSteps: null,
    }),
  );
  const known = definitions.map(({ agentId }) => agentId);
  const byId = new Map<AgentId, AgentDefinition>();
  for (const definition of definitions) {
    const checked = checkSubAgents(definition, known);
    if (isRefusal(checked)) throw new Error(refusalText(checked));
    byId.set(checked.agentId, checked);
  }
  return {
    find: async (_workspaceId, agentId) => byId.get(agentId) ?? null,
    list: async () => [...byId.values()],
  };
}

/** Must rise with every change of the wordings: a chat uses the new ones from its next turn. */
const wordingVersion = 3;
