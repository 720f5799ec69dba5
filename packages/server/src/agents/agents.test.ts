import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgentDefinition, agentDefinitionSchema, agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { createBuiltInAgents } from './built-in-agents.ts';
import { checkSubAgents } from './check-sub-agents.ts';

test('[N1] [D16] orchestrator, researcher and analyst are there from the start, valid and with badges of their own', async () => {
  const agents = await createBuiltInAgents().list(localWorkspaceId);
  assert.deepEqual(
    agents.map(({ agentId }) => agentId),
    ['agt_orchestrator', 'agt_researcher', 'agt_analyst'],
  );
  for (const agent of agents) assert.deepEqual(agentDefinitionSchema.parse(agent), agent);
  assert.equal(new Set(agents.map(({ badge }) => badge.color)).size, 3);
  assert.equal(new Set(agents.map(({ badge }) => badge.icon)).size, 3);
});

test('[N1] [D16] only the orchestrator delegates; the analyst has what the researcher has, and calculate', async () => {
  const orchestrator = await find('orchestrator');
  assert.deepEqual(orchestrator.subAgentIds, ['agt_researcher', 'agt_analyst']);
  const [researcher, analyst] = [await find('researcher'), await find('analyst')];
  assert.deepEqual([...researcher.subAgentIds, ...analyst.subAgentIds], []);
  assert.deepEqual(analyst.tools.toSorted(), [...researcher.tools, 'calculate'].toSorted());
});

test('[N1] the built-in agents use the demo model unless another one is given', async () => {
  assert.deepEqual((await find('analyst')).model, { provider: 'demo', id: 'demo' });
  const model = { provider: 'openai-compatible', id: 'small' };
  const agents = await createBuiltInAgents(model).list(localWorkspaceId);
  assert.ok(agents.every((agent) => agent.model.id === 'small'));
});

test('[N1] an agent that is not there is null', async () => {
  assert.equal(await createBuiltInAgents().find(localWorkspaceId, agentIdOf('ghost')), null);
});

test('[N2] [D1] a list of sub-agents is deduplicated in its order', async () => {
  const orchestrator = await find('orchestrator');
  const [first, second] = [agentIdOf('researcher'), agentIdOf('analyst')];
  const checked = checkSubAgents({ ...orchestrator, subAgentIds: [first, second, first] }, [first, second]);
  assert.deepEqual('subAgentIds' in checked && checked.subAgentIds, [first, second]);
});

test('[N2] [D1] an agent that lists itself or an unknown agent is refused with words that say which', async () => {
  const orchestrator = await find('orchestrator');
  const known = [orchestrator.agentId, agentIdOf('analyst')];
  const refusal = (subAgentIds: AgentDefinition['subAgentIds']) => {
    const checked = checkSubAgents({ ...orchestrator, subAgentIds }, known);
    return 'problem' in checked ? checked.problem : '';
  };
  assert.match(refusal([orchestrator.agentId]), /agt_orchestrator cannot be its own sub-agent/);
  assert.match(refusal([agentIdOf('ghost')]), /do not exist: agt_ghost\. It may list: agt_analyst\./);
});

async function find(name: string): Promise<AgentDefinition> {
  const agent = await createBuiltInAgents().find(localWorkspaceId, agentIdOf(name));
  assert.ok(agent);
  return agent;
}
