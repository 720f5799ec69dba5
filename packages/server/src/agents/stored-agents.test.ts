import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentInput } from '@retinue/protocol';
import {
  agentDefinitionSchema,
  agentIdOf,
  agentSnapshotSchema,
  localWorkspaceId,
  wordsOf,
  workspaceIdSchema,
} from '@retinue/protocol';
import { installedTools } from '../../../../tests/support/demo-tools.ts';
import { openHouse } from '../../../../tests/support/house.ts';
import { say } from '../models/script-lines.ts';
import type { RecordReply } from '../ports/records.ts';
import { snapshotOf } from '../transitions/open-thread.ts';
import { createBuiltInAgents } from './built-in-agents.ts';

const here = { workspaceId: localWorkspaceId, role: 'owner' } as const;
const orchestrator = agentIdOf('orchestrator');
const input: AgentInput = { name: 'Market Research!', model: { provider: 'demo', id: 'demo' }, tools: ['askUser'] };

const open = () =>
  openHouse({
    script: [],
    tools: installedTools,
    replacements: { agents: createBuiltInAgents() },
  });

test('[N3] an agent is created with an id from its name, which is made unique, and defaults for the rest', async () => {
  await using house = await open();
  const { agents } = house.retinue;
  const made = await Promise.all([1, 2, 3].map(() => agents.create(here, input)));
  const ids = made.map((reply) => done(reply).agentId).sort();
  assert.deepEqual(ids, ['agt_market-research', 'agt_market-research-2', 'agt_market-research-3']);
  const [first] = made.map(done);
  assert.ok(first);
  assert.deepEqual(agentDefinitionSchema.parse(first), first);
  assert.deepEqual([first.version, first.placeholder, first.maxSteps], [1, '', null]);
  assert.equal(done(await agents.create(here, { ...input, name: 'שלום' })).agentId, 'agt_agent');
  assert.equal(done(await agents.create(here, { ...input, name: 'Orchestrator' })).agentId, 'agt_orchestrator-2');
  assert.equal((await agents.list(localWorkspaceId)).length, 11);
  assert.deepEqual(await agents.find(localWorkspaceId, first.agentId), first);
  assert.equal(await agents.find(workspaceIdSchema.parse('ws_other'), first.agentId), null);
});

test('[N3] an edit is the next version and is kept; the rest stays as it was', async () => {
  await using house = await open();
  const { agents } = house.retinue;
  const { agentId } = done(await agents.create(here, input));
  const edited = done(await agents.update(here, agentId, { placeholder: 'Ask me', sampling: { temperature: 0.5 } }));
  assert.deepEqual([edited.version, edited.name, edited.placeholder], [2, input.name, 'Ask me']);
  assert.deepEqual(await agents.find(localWorkspaceId, agentId), edited);
  assert.equal(refused(await agents.update(here, agentIdOf('ghost'), {})), 'no-such-agent');
});

test('[N3] an edited built-in agent is kept under its id and place, and its removal brings it back as it came', async () => {
  await using house = await open();
  const { agents } = house.retinue;
  const before = await agents.list(localWorkspaceId);
  assert.equal(refused(await agents.remove(here, orchestrator)), 'agent-built-in');
  const edited = done(await agents.update(here, orchestrator, { name: 'Boss' }));
  const after = await agents.list(localWorkspaceId);
  assert.deepEqual([after[0], after.length], [edited, before.length]);
  assert.equal(edited.version, (before[0]?.version ?? 0) + 1);
  assert.deepEqual(done(await agents.remove(here, orchestrator)), before[0]);
  assert.deepEqual(await agents.list(localWorkspaceId), before);
});

test('[N3] an agent that was reset and is edited again gets a version that it never had', async () => {
  await using house = await open();
  const { agents } = house.retinue;
  const first = done(await agents.update(here, orchestrator, { name: 'Boss' }));
  const second = done(await agents.update(here, orchestrator, { name: 'Chief' }));
  const reset = done(await agents.remove(here, orchestrator));
  assert.equal(refused(await agents.remove(here, orchestrator)), 'agent-built-in');
  const third = done(await agents.update(here, orchestrator, { name: 'Head' }));
  assert.equal(new Set([first, second, reset, third].map((agent) => agent?.version)).size, 4);
  assert.ok(third.version > second.version);
  assert.equal(third.systemPrompt, reset?.systemPrompt);
  assert.deepEqual(done(await agents.remove(here, orchestrator)), reset);
});

test('[N3] an agent of its own is gone once removed, and those that list it stay', async () => {
  await using house = await open();
  const { agents } = house.retinue;
  const child = done(await agents.create(here, input));
  const parent = done(await agents.create(here, { ...input, name: 'Parent', subAgentIds: [child.agentId] }));
  assert.equal(done(await agents.remove(here, child.agentId)), null);
  assert.equal(await agents.find(localWorkspaceId, child.agentId), null);
  assert.deepEqual(await agents.find(localWorkspaceId, parent.agentId), parent);
  assert.equal(refused(await agents.remove(here, child.agentId)), 'no-such-agent');
  const copy = done(await agents.duplicate(here, parent.agentId));
  assert.deepEqual([copy.name, copy.agentId, copy.subAgentIds], ['Parent (copy)', 'agt_parent-copy', []]);
});

test('[N3] [D15.8] an editor copies an agent with its budget, and with nothing else that only owners set', async () => {
  await using house = await open();
  const { agents } = house.retinue;
  const editor = { ...here, role: 'editor' } as const;
  const budget = { tokens: 1000 };
  const { agentId, budget: kept } = done(await agents.create(here, { ...input, budget }));
  const copy = done(await agents.duplicate(editor, agentId));
  assert.deepEqual([kept?.tokens, copy.budget], [1000, kept]);
  assert.deepEqual(done(await agents.duplicate(editor, copy.agentId)).budget, kept);
  assert.equal(refused(await agents.update(editor, copy.agentId, { budget: { tokens: 1001 } })), 'owners-only');
  assert.equal(refused(await agents.create(editor, { ...input, budget })), 'owners-only');
  await agents.update(here, agentId, { ceiling: ['askUser'] });
  assert.equal(refused(await agents.duplicate(editor, agentId)), 'owners-only');
});

test('[N3] a copy of a built-in agent has all of it but the id, however long its name', async () => {
  await using house = await open();
  const { agents } = house.retinue;
  await agents.update(here, orchestrator, { name: 'x'.repeat(80) });
  const copy = done(await agents.duplicate(here, orchestrator));
  const original = await agents.find(localWorkspaceId, orchestrator);
  assert.deepEqual(
    { ...copy, agentId: null, version: 0, name: '' },
    { ...original, agentId: null, version: 0, name: '' },
  );
  assert.equal(copy.name.length, 80);
  assert.equal(refused(await agents.duplicate(here, agentIdOf('ghost'))), 'no-such-agent');
});

test('[N3][A6] the same key twice makes one agent and one answer', async () => {
  await using house = await open();
  const { agents } = house.retinue;
  const wish = { ...here, once: { key: 'k', request: 'create' } };
  const replies = await Promise.all([1, 2, 3].map(() => agents.create(wish, input)));
  const [first, ...others] = replies.map(done);
  for (const other of others) assert.deepEqual(other, first);
  assert.equal((await agents.list(localWorkspaceId)).length, 7);
  assert.equal(
    refused(await agents.remove({ ...here, once: { key: 'k', request: 'remove' } }, orchestrator)),
    'key-reused',
  );
});

const wrong: [changes: Record<string, unknown>, code: string, words: RegExp][] = [
  [{ name: ' ' }, 'invalid-agent', /name must not be empty/],
  [{ name: 'x'.repeat(81) }, 'invalid-agent', /name must have at most 80 characters/],
  [{ description: 'x'.repeat(501) }, 'invalid-agent', /description must have at most 500/],
  [{ systemPrompt: 'ש'.repeat(40_000) }, 'invalid-agent', /systemPrompt must have at most 64 KB/],
  [{ sampling: { temperature: 3 } }, 'invalid-agent', /sampling\.temperature must be from 0 to 2/],
  [{ sampling: { topP: -1 } }, 'invalid-agent', /sampling\.topP must be from 0 to 1/],
  [{ sampling: { topK: 0 } }, 'invalid-agent', /sampling\.topK must be 1 or more/],
  [{ sampling: { presencePenalty: -3, frequencyPenalty: 3 } }, 'invalid-agent', /presencePenalty .*frequencyPenalty/],
  [{ maxSteps: 1001 }, 'invalid-agent', /maxSteps must be from 1 to 1000/],
  [{ badge: { color: 'red', icon: 'A b' } }, 'invalid-agent', /badge\.color must be a color.*badge\.icon must be/],
  [{ agentId: 'agt_x' }, 'invalid-agent', /agentId/],
  [{ tools: ['fly', 'askUser'] }, 'no-such-tool', /no tool fly\. There is: .*askUser/],
  [{ subAgentIds: ['agt_ghost'] }, 'no-such-sub-agent', /do not exist: agt_ghost\. It may list: agt_/],
  [{ subAgentIds: ['agt_orchestrator'] }, 'sub-agent-is-self', /cannot be its own sub-agent\. Remove it/],
];
for (const [changes, code, words] of wrong) {
  test(`[N4][D1] ${JSON.stringify(changes).slice(0, 60)} is refused in words`, async () => {
    await using house = await open();
    const { agents, records } = house.retinue;
    const replies = [await agents.update(here, orchestrator, changes)];
    if (code !== 'sub-agent-is-self') replies.push(await agents.create(here, { ...input, ...changes }));
    for (const { refusal } of replies) {
      assert.equal(refusal?.code, code);
      assert.match(refusal ? wordsOf(refusal) : '', words);
    }
    assert.deepEqual(await records.list(localWorkspaceId, 'agent'), []);
  });
}

test('[N3] doubled sub-agents and tools are listed once', async () => {
  await using house = await open();
  const subAgentIds = ['researcher', 'analyst', 'researcher'].map(agentIdOf);
  const made = done(await house.retinue.agents.create(here, { ...input, tools: ['askUser', 'askUser'], subAgentIds }));
  assert.deepEqual([made.tools, made.subAgentIds], [['askUser'], ['agt_researcher', 'agt_analyst']]);
});

test('[N3][L12] a chat works with the agent as it was when it began, and with its edit from the next turn', async () => {
  await using house = await openHouse({ script: () => [say('Yes.')] });
  const { agents } = house.retinue;
  const { thread } = await house.run('hello');
  await agents.update(here, agentIdOf('boss'), { name: 'Chief' });
  assert.equal(thread.agent.name, 'boss');
  await house.commands.sendMessage(house.wish(), { threadId: thread.threadId, text: 'more' });
  assert.deepEqual((await house.settled(thread.threadId)).thread.agent.name, 'Chief');
});

test('[N3] what is shown in the composer is no part of what a thread keeps', () => {
  const snapshot = snapshotOf({ definition: { ...sample, placeholder: 'Ask' }, subAgents: [], skills: [] });
  assert.deepEqual(agentSnapshotSchema.parse(snapshot), snapshot);
});

const sample = agentDefinitionSchema.parse({
  agentId: 'agt_sample',
  version: 1,
  name: 'Sample',
  description: '',
  badge: { color: '#000000', icon: 'bot' },
  model: { provider: 'demo', id: 'demo' },
  sampling: {},
  tools: [],
  maxSteps: null,
  systemPrompt: '',
  subAgentIds: [],
});

function done<Done>(reply: RecordReply<Done>): Done {
  return reply.refusal === null ? reply.done : assert.fail(wordsOf(reply.refusal));
}

function refused(reply: RecordReply<unknown>): string {
  return reply.refusal?.code ?? assert.fail('it should have been refused');
}

test('[N3] what an agent refers to and somebody removed since does not stand in the way of its next change', async () => {
  await using house = await openHouse({ script: [say('Hello.')] });
  const { agents, skills } = house.retinue;
  const wish = here;
  const skill = await skills.create(wish, { name: 'notes', description: 'Notes', content: 'Write.' });
  assert.equal(skill.refusal, null);
  const gone = await agents.create(wish, { name: 'Gone', model: { provider: 'scripted', id: 'scripted' } });
  assert.equal(gone.refusal, null);
  const refers = { subAgentIds: [gone.done.agentId, agentIdOf('worker')], skillIds: [skill.done.skillId] };
  const own = await agents.create(wish, { name: 'Own', model: { provider: 'scripted', id: 'scripted' }, ...refers });
  assert.equal(own.refusal, null);
  await agents.remove(wish, gone.done.agentId);
  await skills.remove(wish, skill.done.skillId);
  const changed = await agents.update(wish, own.done.agentId, { description: 'Changed' });
  assert.equal(changed.refusal, null);
  assert.deepEqual([changed.done.subAgentIds, changed.done.skillIds], [[agentIdOf('worker')], []]);
});

test('[N6] an agent cannot be given a skill that is being deleted at the same moment', async () => {
  await using house = await open();
  const { agents, skills } = house.retinue;
  const { agentId } = done(await agents.create(here, input));
  const { skillId } = done(await skills.create(here, { name: 'boats', description: 'Counts.', content: 'Count.' }));
  const removed = skills.remove(here, skillId);
  const changed = agents.update(here, agentId, { skillIds: [skillId] });
  assert.equal(done(await removed), null);
  assert.equal(refused(await changed), 'no-such-skill');
  assert.deepEqual((await agents.find(localWorkspaceId, agentId))?.skillIds, []);
});

test('[N6] a copy made while a sub-agent and a skill are deleted leaves them out', async () => {
  await using house = await open();
  const { agents, skills } = house.retinue;
  const child = done(await agents.create(here, input));
  const { skillId } = done(await skills.create(here, { name: 'boats', description: 'Counts.', content: 'Count.' }));
  const team = { subAgentIds: [child.agentId], skillIds: [skillId] };
  const { agentId } = done(await agents.create(here, { ...input, ...team }));
  const removed = [skills.remove(here, skillId), agents.remove(here, child.agentId)];
  const copied = agents.duplicate(here, agentId);
  for (const one of removed) assert.equal((await one).refusal, null);
  const { subAgentIds, skillIds } = done(await copied);
  assert.deepEqual([subAgentIds, skillIds], [[], []]);
});
