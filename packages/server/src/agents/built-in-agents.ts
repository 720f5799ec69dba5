import { type AgentDefinition, agentDefinitionSchema, type ModelChoice, wordsOf } from '@retinue/protocol';
import type { Agents } from '../ports/agents.ts';
import type { Tools } from '../ports/tool.ts';
import { builtInWordings } from './built-in-wordings.ts';
import { checkSubAgents } from './check-sub-agents.ts';

/** The agents that every workspace begins with, with those of their tools that this server has. */
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
  const checked = definitions.map((definition) => demand(checkSubAgents(definition, known)));
  const byId = new Map(checked.map((definition) => [definition.agentId, definition]));
  return {
    find: async (_workspaceId, agentId) => byId.get(agentId) ?? null,
    list: async () => [...byId.values()],
  };
}

/** Must rise with every change of the wordings: a chat uses the new ones from its next turn. */
const wordingVersion = 3;

function demand(checked: ReturnType<typeof checkSubAgents>): AgentDefinition {
  if ('code' in checked) throw new Error(wordsOf(checked));
  return checked;
}
