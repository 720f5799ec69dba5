import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgentDefinition, agentDefinitionSchema, agentIdOf, localWorkspaceId, refuse } from '@retinue/protocol';
import { installedTools } from '../../../../tests/support/tools/demo-tools.ts';
import { createTools } from '../tools/tools.ts';
import { createBuiltInAgents } from './built-in-agents.ts';
import { checkSubAgents } from './check-agent.ts';

test('[N1] [D16] the built-in agents exist from the start, valid, with their own texts and badges', async () => {
  const agents = await createBuiltInAgents().list(localWorkspaceId);
  assert.deepEqual(
    agents.map(({ agentId }) => agentId),
    ['orchestrator', 'researcher', 'analyst', 'explorer', 'planner', 'general'].map(agentIdOf),
  );
  for (const agent of agents) assert.deepEqual(agentDefinitionSchema.parse(agent), agent);
  const distinct = (pick: (agent: AgentDefinition) => string) => new Set(agents.map(pick)).size;
  assert.equal(
    distinct(({ badge }) => badge.color),
    6,
  );
  assert.equal(
    distinct(({ badge }) => badge.icon),
    6,
  );
  assert.equal(
    distinct(({ description }) => description),
    6,
  );
  assert.equal(
    distinct(({ systemPrompt }) => systemPrompt),
    6,
  );
});

test('[N1] [D16.1] the orchestrator can delegate to all others, the planner to researchers and analysts, and no other agent delegates', async () => {
  const agents = await createBuiltInAgents().list(localWorkspaceId);
  const delegating = agents.filter(({ subAgentIds }) => subAgentIds.length > 0);
  assert.deepEqual(
    delegating.map(({ agentId, subAgentIds }) => [agentId, subAgentIds]),
    [
      ['agt_orchestrator', ['agt_researcher', 'agt_analyst', 'agt_explorer', 'agt_planner', 'agt_general']],
      ['agt_planner', ['agt_researcher', 'agt_analyst']],
    ],
  );
});

test('[N1] every tool of a built-in agent exists, and agents that talk with people draw charts and suggest questions', async () => {
  const tools = createTools(installedTools);
  const agents = await createBuiltInAgents().list(localWorkspaceId);
  for (const { agentId, tools: names } of agents)
    for (const name of names) assert.ok(name === 'askUser' || tools.find(name), `${agentId} ${name}`);
  const drawing = agents.filter(({ tools: names }) => names.includes('displayLineChart'));
  assert.deepEqual(
    drawing.map(({ name, tools: names }) => [
      name,
      names.includes('displayBarChart'),
      names.includes('suggestFollowUps'),
    ]),
    [
      ['Orchestrator', true, true],
      ['General', true, true],
    ],
  );
  const [researcher, analyst] = [await find('researcher'), await find('analyst')];
  assert.deepEqual(analyst.tools.toSorted(), [...researcher.tools, 'calculate'].toSorted());
});

test('[N1] the built-in agents use the demo model unless another one is given', async () => {
  assert.deepEqual((await find('analyst')).model, { provider: 'demo', id: 'demo' });
  const model = { provider: 'openai-compatible', id: 'small' };
  const agents = await createBuiltInAgents(model).list(localWorkspaceId);
  assert.ok(agents.every((agent) => agent.model.id === 'small'));
});

test('[N1] a missing agent is null', async () => {
  assert.equal(await createBuiltInAgents().find(localWorkspaceId, agentIdOf('ghost')), null);
});

test('[N2] [D1] a list of sub-agents is deduplicated in its order', async () => {
  const orchestrator = await find('orchestrator');
  const [first, second] = [agentIdOf('researcher'), agentIdOf('analyst')];
  const checked = checkSubAgents({ ...orchestrator, subAgentIds: [first, second, first] }, [first, second]);
  assert.deepEqual('subAgentIds' in checked && checked.subAgentIds, [first, second]);
});

test('[N2] [D1] an agent that lists itself or an unknown agent is refused by its id', async () => {
  const orchestrator = await find('orchestrator');
  const known = [orchestrator.agentId, agentIdOf('analyst')];
  const { agentId } = orchestrator;
  const check = (subAgentIds: AgentDefinition['subAgentIds']) =>
    checkSubAgents({ ...orchestrator, subAgentIds }, known);
  assert.deepEqual(check([agentId]), refuse('sub-agent-is-self', { agentId }));
  const ghost = { agentId, subAgentIds: ['agt_ghost'], known: ['agt_analyst'] };
  assert.deepEqual(check([agentIdOf('ghost')]), refuse('no-such-sub-agent', ghost));
});

async function find(name: string): Promise<AgentDefinition> {
  const agent = await createBuiltInAgents().find(localWorkspaceId, agentIdOf(name));
  assert.ok(agent);
  return agent;
}
