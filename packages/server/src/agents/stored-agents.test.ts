import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentInput, Refusal } from '@retinue/protocol';
import {
  agentChangesSchema,
  agentDefinitionSchema,
  agentIdOf,
  agentInputSchema,
  agentSnapshotSchema,
  localWorkspaceId,
  problemsIn,
  refuse,
  workspaceIdSchema,
} from '@retinue/protocol';
import { accepted, codeOf } from '../../../../tests/support/apps/replies.ts';
import { openTestApp } from '../../../../tests/support/apps/test-app.ts';
import { say } from '../../../../tests/support/scripted/script-lines.ts';
import { installedTools } from '../../../../tests/support/tools/demo-tools.ts';
import { snapshotOf } from '../transitions/open-thread.ts';
import { createBuiltInAgents } from './built-in-agents.ts';

const here = { workspaceId: localWorkspaceId, role: 'owner' } as const;
const orchestrator = agentIdOf('orchestrator');
const input: AgentInput = { name: 'Market Research!', model: { provider: 'demo', id: 'demo' }, tools: ['askUser'] };
const agentWith = (changes: object = {}) => agentInputSchema.parse({ ...input, ...changes });
const changesOf = (changes: object) => agentChangesSchema.parse(changes);

const open = () =>
  openTestApp({
    script: [],
    tools: installedTools,
    replacements: { agents: createBuiltInAgents() },
  });

test('[N3] an agent is created with a unique id from its name, and defaults for the rest', async () => {
  await using app = await open();
  const { agents } = app.retinue;
  const made = await Promise.all([1, 2, 3].map(() => agents.create(here, agentWith())));
  const ids = made.map((reply) => accepted(reply).agentId).sort();
  assert.deepEqual(ids, ['agt_market-research', 'agt_market-research-2', 'agt_market-research-3']);
  const [first] = made.map(accepted);
  assert.ok(first);
  assert.deepEqual(agentDefinitionSchema.parse(first), first);
  assert.deepEqual([first.version, first.placeholder, first.maxSteps], [1, '', null]);
  assert.equal(accepted(await agents.create(here, agentWith({ name: 'שלום' }))).agentId, 'agt_agent');
  assert.equal(accepted(await agents.create(here, agentWith({ name: 'Orchestrator' }))).agentId, 'agt_orchestrator-2');
  assert.equal((await agents.list(localWorkspaceId)).length, 11);
  assert.deepEqual(await agents.find(localWorkspaceId, first.agentId), first);
  assert.equal(await agents.find(workspaceIdSchema.parse('ws_other'), first.agentId), null);
});

test('[N3.1] an edit is the next version and is stored; other fields do not change', async () => {
  await using app = await open();
  const { agents } = app.retinue;
  const { agentId } = accepted(await agents.create(here, agentWith()));
  const edited = accepted(
    await agents.update(here, agentId, { placeholder: 'Ask me', sampling: { temperature: 0.5 } }),
  );
  assert.deepEqual([edited.version, edited.name, edited.placeholder], [2, input.name, 'Ask me']);
  assert.deepEqual(await agents.find(localWorkspaceId, agentId), edited);
  assert.equal(codeOf(await agents.update(here, agentIdOf('ghost'), {})), 'no-such-agent');
});

test('[N3.1] an edited built-in agent keeps its id and place, and its removal restores the original', async () => {
  await using app = await open();
  const { agents } = app.retinue;
  const before = await agents.list(localWorkspaceId);
  assert.equal(codeOf(await agents.remove(here, orchestrator)), 'agent-built-in');
  const edited = accepted(await agents.update(here, orchestrator, { name: 'Boss' }));
  const after = await agents.list(localWorkspaceId);
  assert.deepEqual([after[0], after.length], [edited, before.length]);
  assert.equal(edited.version, (before[0]?.version ?? 0) + 1);
  assert.deepEqual(await agents.remove(here, orchestrator), {});
  assert.deepEqual(await agents.list(localWorkspaceId), before);
});

test('[N3.1] an agent that was reset and edited again gets a new version number', async () => {
  await using app = await open();
  const { agents } = app.retinue;
  const first = accepted(await agents.update(here, orchestrator, { name: 'Boss' }));
  const second = accepted(await agents.update(here, orchestrator, { name: 'Chief' }));
  accepted(await agents.remove(here, orchestrator));
  const reset = await agents.find(localWorkspaceId, orchestrator);
  assert.equal(codeOf(await agents.remove(here, orchestrator)), 'agent-built-in');
  const third = accepted(await agents.update(here, orchestrator, { name: 'Head' }));
  assert.equal(new Set([first, second, reset, third].map((agent) => agent?.version)).size, 4);
  assert.ok(third.version > second.version);
  assert.equal(third.systemPrompt, reset?.systemPrompt);
  accepted(await agents.remove(here, orchestrator));
  assert.deepEqual(await agents.find(localWorkspaceId, orchestrator), reset);
});

test("[N3] a workspace's own agent is gone once removed, and agents that list it stay", async () => {
  await using app = await open();
  const { agents } = app.retinue;
  const child = accepted(await agents.create(here, agentWith()));
  const parent = accepted(await agents.create(here, agentWith({ name: 'Parent', subAgentIds: [child.agentId] })));
  assert.deepEqual(await agents.remove(here, child.agentId), {});
  assert.equal(await agents.find(localWorkspaceId, child.agentId), null);
  assert.deepEqual(await agents.find(localWorkspaceId, parent.agentId), parent);
  assert.equal(codeOf(await agents.remove(here, child.agentId)), 'no-such-agent');
  const copy = accepted(await agents.duplicate(here, parent.agentId));
  assert.deepEqual([copy.name, copy.agentId, copy.subAgentIds], ['Parent (copy)', 'agt_parent-copy', []]);
});

test('[N3] [D15.8] an editor copies an agent with its budget, and with no other field that only owners set', async () => {
  await using app = await open();
  const { agents } = app.retinue;
  const editor = { ...here, role: 'editor' } as const;
  const budget = { tokens: 1000 };
  const { agentId, budget: kept } = accepted(await agents.create(here, agentWith({ budget })));
  const copy = accepted(await agents.duplicate(editor, agentId));
  assert.deepEqual([kept?.tokens, copy.budget], [1000, kept]);
  assert.deepEqual(accepted(await agents.duplicate(editor, copy.agentId)).budget, kept);
  assert.equal(
    codeOf(await agents.update(editor, copy.agentId, changesOf({ budget: { tokens: 1001 } }))),
    'owners-only',
  );
  assert.equal(codeOf(await agents.create(editor, agentWith({ budget }))), 'owners-only');
  await agents.update(here, agentId, { ceiling: ['askUser'] });
  assert.equal(codeOf(await agents.duplicate(editor, agentId)), 'owners-only');
});

test('[N3] a copy of a built-in agent has everything but the id, however long its name', async () => {
  await using app = await open();
  const { agents } = app.retinue;
  await agents.update(here, orchestrator, { name: 'x'.repeat(80) });
  const copy = accepted(await agents.duplicate(here, orchestrator));
  const original = await agents.find(localWorkspaceId, orchestrator);
  assert.deepEqual(
    { ...copy, agentId: null, version: 0, name: '' },
    { ...original, agentId: null, version: 0, name: '' },
  );
  assert.equal(copy.name.length, 80);
  assert.equal(codeOf(await agents.duplicate(here, agentIdOf('ghost'))), 'no-such-agent');
});

test('[N3][A6] the same key twice makes one agent and one reply', async () => {
  await using app = await open();
  const { agents } = app.retinue;
  const context = { ...here, idempotency: { key: 'k', request: 'create' } };
  const replies = await Promise.all([1, 2, 3].map(() => agents.create(context, agentWith())));
  const [first, ...others] = replies.map(accepted);
  for (const other of others) assert.deepEqual(other, first);
  assert.equal((await agents.list(localWorkspaceId)).length, 7);
  assert.equal(
    codeOf(await agents.remove({ ...here, idempotency: { key: 'k', request: 'remove' } }, orchestrator)),
    'key-reused',
  );
});

const wrong: [changes: Record<string, unknown>, message: RegExp][] = [
  [{ name: ' ' }, /name must not be empty/],
  [{ name: 'x'.repeat(81) }, /name must have at most 80 characters/],
  [{ description: 'x'.repeat(501) }, /description must have at most 500/],
  [{ systemPrompt: 'ש'.repeat(40_000) }, /systemPrompt must have at most 64 KB/],
  [{ sampling: { temperature: 3 } }, /sampling\.temperature must be at most 2/],
  [{ sampling: { topP: -1 } }, /sampling\.topP must be 0 or more/],
  [{ sampling: { topK: 0 } }, /sampling\.topK must be 1 or more/],
  [{ sampling: { presencePenalty: -3, frequencyPenalty: 3 } }, /presencePenalty .*frequencyPenalty/],
  [{ maxSteps: 1001 }, /maxSteps must be at most 1000/],
  [{ badge: { color: 'red', icon: 'A b' } }, /badge\.color must be a color.*badge\.icon must be/],
  [{ agentId: 'agt_x' }, /must not have agentId/],
];
for (const [changes, message] of wrong) {
  test(`[N4] ${JSON.stringify(changes).slice(0, 60)} is refused at its path`, () => {
    for (const parsed of [agentChangesSchema.safeParse(changes), agentInputSchema.safeParse({ ...input, ...changes })])
      assert.match(parsed.error ? problemsIn(parsed.error) : '', message);
  });
}

const known = [...installedTools.map(({ name }) => name), 'askUser'];
const missing: [changes: Record<string, unknown>, refusal: Refusal][] = [
  [{ tools: ['fly', 'askUser'] }, refuse('no-such-tool', { names: ['fly'], known })],
  [{ skillIds: ['skl_ghost'] }, refuse('no-such-skill', { skillIds: ['skl_ghost'] })],
  [{ subAgentIds: ['agt_orchestrator'] }, refuse('sub-agent-is-self', { agentId: orchestrator })],
];
for (const [changes, refusal] of missing) {
  test(`[N4][D1] ${JSON.stringify(changes)} is refused by name, and nothing is stored`, async () => {
    await using app = await open();
    const { agents, records } = app.retinue;
    assert.deepEqual(await agents.update(here, orchestrator, changesOf(changes)), refusal);
    if (refusal.code !== 'sub-agent-is-self') assert.deepEqual(await agents.create(here, agentWith(changes)), refusal);
    assert.deepEqual(await records.list(localWorkspaceId, 'agent'), []);
  });
}

test('[N3] duplicate sub-agents and tools are listed once', async () => {
  await using app = await open();
  const subAgentIds = ['researcher', 'analyst', 'researcher'].map(agentIdOf);
  const made = accepted(
    await app.retinue.agents.create(here, agentWith({ tools: ['askUser', 'askUser'], subAgentIds })),
  );
  assert.deepEqual([made.tools, made.subAgentIds], [['askUser'], ['agt_researcher', 'agt_analyst']]);
});

test("[N3.1][L12.2] a chat uses its agent's definition from the start, and an edit from the next turn", async () => {
  await using app = await openTestApp({ script: () => [say('Yes.')] });
  const { agents } = app.retinue;
  const { thread } = await app.run('hello');
  await agents.update(here, agentIdOf('boss'), { name: 'Chief' });
  assert.equal(thread.agent.name, 'boss');
  await app.commands.sendMessage(app.context(), { threadId: thread.threadId, text: 'more' });
  assert.deepEqual((await app.settled(thread.threadId)).thread.agent.name, 'Chief');
});

test('[N3] the placeholder of the composer is not stored in a thread', () => {
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

test('[N3] a reference to something that was deleted does not block the next change of an agent', async () => {
  await using app = await openTestApp({ script: [say('Hello.')] });
  const { agents, skills } = app.retinue;
  const context = here;
  const { skillId } = accepted(
    await skills.create(context, { name: 'notes', description: 'Notes', content: 'Write.' }),
  );
  const model = { provider: 'scripted', id: 'scripted' };
  const gone = accepted(await agents.create(context, agentInputSchema.parse({ name: 'Gone', model })));
  const refers = { subAgentIds: [gone.agentId, agentIdOf('worker')], skillIds: [skillId] };
  const own = accepted(await agents.create(context, agentInputSchema.parse({ name: 'Own', model, ...refers })));
  await agents.remove(context, gone.agentId);
  await skills.remove(context, skillId);
  const changed = accepted(await agents.update(context, own.agentId, { description: 'Changed' }));
  assert.deepEqual([changed.subAgentIds, changed.skillIds], [[agentIdOf('worker')], []]);
});

test('[N3] a change may repeat a reference of the agent that was deleted meanwhile, and not name another', async () => {
  await using app = await open();
  const { agents, skills } = app.retinue;
  const gone = accepted(await agents.create(here, agentWith()));
  const { skillId } = accepted(await skills.create(here, { name: 'notes', description: 'Notes', content: 'Write.' }));
  const own = accepted(await agents.create(here, agentWith({ subAgentIds: [gone.agentId], skillIds: [skillId] })));
  await agents.remove(here, gone.agentId);
  await skills.remove(here, skillId);
  const subAgentIds = [gone.agentId, agentIdOf('researcher')];
  const changed = accepted(await agents.update(here, own.agentId, { subAgentIds, skillIds: [skillId] }));
  assert.deepEqual([changed.subAgentIds, changed.skillIds], [[agentIdOf('researcher')], []]);
  assert.equal(codeOf(await agents.update(here, own.agentId, { subAgentIds })), 'no-such-sub-agent');
  assert.equal(codeOf(await agents.update(here, own.agentId, { skillIds: [skillId] })), 'no-such-skill');
});

test('[N6] an agent cannot be given a skill that is being deleted at the same moment', async () => {
  await using app = await open();
  const { agents, skills } = app.retinue;
  const { agentId } = accepted(await agents.create(here, agentWith()));
  const { skillId } = accepted(await skills.create(here, { name: 'boats', description: 'Counts.', content: 'Count.' }));
  const removed = skills.remove(here, skillId);
  const changed = agents.update(here, agentId, { skillIds: [skillId] });
  accepted(await removed);
  assert.equal(codeOf(await changed), 'no-such-skill');
  assert.deepEqual((await agents.find(localWorkspaceId, agentId))?.skillIds, []);
});

test('[N6] a copy made while a sub-agent and a skill are deleted leaves them out', async () => {
  await using app = await open();
  const { agents, skills } = app.retinue;
  const child = accepted(await agents.create(here, agentWith()));
  const { skillId } = accepted(await skills.create(here, { name: 'boats', description: 'Counts.', content: 'Count.' }));
  const team = { subAgentIds: [child.agentId], skillIds: [skillId] };
  const { agentId } = accepted(await agents.create(here, agentWith({ ...team })));
  const removed = [skills.remove(here, skillId), agents.remove(here, child.agentId)];
  const copied = agents.duplicate(here, agentId);
  for (const one of removed) accepted(await one);
  const { subAgentIds, skillIds } = accepted(await copied);
  assert.deepEqual([subAgentIds, skillIds], [[], []]);
});
