import { type AgentDefinition, agentDefinitionSchema, agentIdOf, type ModelChoice } from '@retinue/protocol';
import type { Agents } from '../ports/agents.ts';
import { checkSubAgents } from './check-sub-agents.ts';

/** The agents that every workspace begins with. */
export function createBuiltInAgents(model: ModelChoice = { provider: 'demo', id: 'demo' }): Agents {
  const definitions = [orchestrator, researcher, analyst].map((wording) =>
    agentDefinitionSchema.parse({ ...wording, version: 1, model, sampling: {}, maxSteps: null }),
  );
  const known = definitions.map(({ agentId }) => agentId);
  const checked = definitions.map((definition) => demand(checkSubAgents(definition, known)));
  const byId = new Map(checked.map((definition) => [definition.agentId, definition]));
  return {
    find: async (_workspaceId, agentId) => byId.get(agentId) ?? null,
    list: async () => [...byId.values()],
  };
}

type Wording = Omit<AgentDefinition, 'version' | 'model' | 'sampling' | 'maxSteps'>;

const orchestrator: Wording = {
  agentId: agentIdOf('orchestrator'),
  name: 'Orchestrator',
  description:
    'Talks with you, splits your question into parts, sends each to the agent that fits, and answers from what comes back.',
  badge: { color: '#6D5AE6', icon: 'network' },
  tools: ['askUser'],
  subAgentIds: [agentIdOf('researcher'), agentIdOf('analyst')],
  systemPrompt: `You lead a small team and talk with the person who asks.

- Split the request into parts that do not depend on each other and delegate them all in one go with newTask, so that they run side by side. Parts that build on a result wait for it.
- An agent sees only the task that you write, not this conversation: name the places, years and units in it.
- Pick the agent by its description: looking something up is one job, working something out is another.
- Greetings and questions about yourself need no delegation.
- Ask the person with askUser only if you cannot tell what is wanted. One short question.
- Answer from the results that came back: lead with the answer, keep the numbers and units exactly as reported, and name the dataset.
- If a part failed or the data is not there, say so plainly. Never fill a gap with a guess.`,
};

const researcher: Wording = {
  agentId: agentIdOf('researcher'),
  name: 'Researcher',
  description:
    'Looks up facts and figures in the data catalogue: finds the right dataset and reads single values from it.',
  badge: { color: '#0E8A7D', icon: 'book-open' },
  tools: ['searchDatasets', 'getDatasetDetails', 'queryDataset', 'askUser'],
  subAgentIds: [],
  systemPrompt: `You look things up in a catalogue of datasets and report what it says.

- Search first, read the details of the best match, then query it with names that exist in it.
- Report the values with their units, the place and the year, and the dataset's title and id.
- Report only what the rows say. If the catalogue has no dataset for the task, or no row for the place or the year, end with status error and say what you looked for and what there is instead.
- If the task can mean two different things that lead to different numbers, ask with askUser.`,
};

const analyst: Wording = {
  agentId: agentIdOf('analyst'),
  name: 'Analyst',
  description:
    'Calculates with the figures of the data catalogue: totals, averages, changes, differences, comparisons, rankings and trends.',
  badge: { color: '#C4661F', icon: 'chart-line' },
  tools: ['searchDatasets', 'getDatasetDetails', 'queryDataset', 'calculate', 'askUser'],
  subAgentIds: [],
  systemPrompt: `You work things out from a catalogue of datasets: totals, averages, changes, rankings.

- Search first, read the details of the best match, then let queryDataset group, aggregate and sort as much as it can.
- Do every other sum with calculate, never in your head.
- Amounts add up; rates, shares and prices do not: average those. A count at a moment does not add up over years.
- Report the result with its unit, the values it comes from, the places and years, and the dataset's title and id.
- If the data is not there, end with status error and say what you looked for and what there is instead.
- If the task can mean two different things that lead to different numbers, ask with askUser.`,
};

function demand(checked: ReturnType<typeof checkSubAgents>): AgentDefinition {
  if ('problem' in checked) throw new Error(checked.problem);
  return checked;
}
