import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentDefinition, ThreadNode, Workspace } from '@retinue/protocol';
import { agentIdOf, defaultApprovals, localWorkspaceId } from '@retinue/protocol';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, allTasks, openHouse, temporaryDirectory } from '../../../../../tests/support/house.ts';
import { delegating, told } from '../../../../../tests/support/scripts.ts';
import { witnessTools } from '../../../../../tests/support/witness-tools.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, resultsOf } from '../../models/script.ts';
import { barrier, call, say, together } from '../../models/script-lines.ts';

const everything = ['look', 'note', 'mail', 'shell', 'govern'];
const allowing: Workspace['approvals'] = { internal: 'allow', outbound: 'allow', exec: 'allow', admin: 'allow' };
/** Calls everything, whether it was offered or not, and tells what came of it. */
const greedy: Script = (request) =>
  resultsOf(request).length === 0
    ? [together(...everything.map((name) => call(name)))]
    : [
        say(
          resultsOf(request)
            .map(({ value }) => told(value))
            .join('\n'),
        ),
      ];
const deep = byAgent({
  boss: delegating(['lead', 'a']),
  lead: delegating(['worker', 'b']),
  worker: delegating(['clerk', 'c']),
  clerk: greedy,
});
const idle = (_tree: unknown, view: ThreadNode) => view.thread.status === 'idle';

function teamOf(changes: Record<string, Partial<AgentDefinition>> = {}): AgentDefinition[] {
  return [
    { ...agent('boss', { subAgents: ['lead'] }), ...changes.boss },
    { ...agent('lead', { subAgents: ['worker'], tools: [] }), ...changes.lead },
    { ...agent('worker', { subAgents: ['clerk'], tools: [] }), ...changes.worker },
    { ...agent('clerk', { tools: everything }), ...changes.clerk },
  ];
}

async function open(agents: AgentDefinition[], script: Script = deep, directory?: string) {
  const { tools, seen } = witnessTools();
  const place = directory === undefined ? {} : { directory };
  const house = await openHouse({ script, agents, tools, limits: { maxDepth: 3 }, ...place });
  await house.retinue.workspaces.change(localWorkspaceId, { approvals: allowing });
  return { house, ran: () => seen.map(({ name }) => name).sort() };
}

function offeredTo(house: House, name: string): string[] {
  const requests = house.model.requests.filter(({ place }) => place.agentId === agentIdOf(name));
  return requests[0]?.tools.map((tool) => tool.name).filter((tool) => everything.includes(tool)) ?? [];
}

test('[D15] a child is offered and can call only what everybody above it could hand on', async () => {
  const { house, ran } = await open(
    teamOf({ boss: { ceiling: ['look', 'note', 'mail', 'askUser'] }, worker: { denies: ['note'] } }),
  );
  await using _house = house;
  const root = await house.run('go');
  assert.deepEqual(offeredTo(house, 'clerk'), ['look', 'mail']);
  assert.deepEqual(ran(), ['look', 'mail']);
  assert.match(root.thread.outcome?.result ?? '', /There is no tool "shell" here/);
  const clerk = allTasks(root).at(-1)?.child?.thread;
  assert.deepEqual(clerk?.rights, { use: ['look', 'mail'], ceiling: ['look', 'mail', 'askUser'], denied: ['note'] });
});

test('[D15.1] rights hold after a restart, whatever has become of the definitions', async () => {
  const directory = await temporaryDirectory();
  const chain = {
    boss: delegating(['lead', 'a']),
    lead: delegating(['worker', 'b']),
    worker: delegating(['clerk', 'c']),
  };
  const held = byAgent({ ...chain, clerk: [barrier('at work')] });
  const first = await open(teamOf({ boss: { ceiling: ['look'] } }), held, directory);
  const rootId = await first.house.open('go');
  first.house.retinue.start();
  await first.house.model.barriers.reached('at work');
  await first.house.stop();
  const { house, ran } = await open(teamOf(), deep, directory);
  await using _house = house;
  house.retinue.start();
  await house.until(rootId, idle);
  assert.deepEqual([...first.ran(), ...ran()], ['look']);
});

test('[D15.3] an owner may let one agent hand on to another what it does not have itself; what is denied above stays denied', async () => {
  const grants = { [agentIdOf('clerk')]: ['shell', 'note'] };
  const { house, ran } = await open(teamOf({ boss: { ceiling: ['look'], denies: ['note'] }, worker: { grants } }));
  await using _house = house;
  await house.run('go');
  assert.deepEqual(ran(), ['shell']);
});

test('[D15.4] what a workspace denies counts at once, also for a call that was approved before', async () => {
  const { tools, seen } = witnessTools();
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length === 0 ? [call('mail')] : [say(told(resultsOf(request)[0]?.value ?? null))],
  });
  await using house = await openHouse({ script, agents: [agent('boss', { tools: ['mail'] })], tools });
  const first = await house.run('go');
  const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
  await house.retinue.workspaces.change(localWorkspaceId, { deniedTools: ['mail'] });
  const { questionId } = question ?? assert.fail('no question');
  await house.commands.answerApproval(house.wish(), { questionId, verdict: 'approved', reason: '' });
  const settled = await house.until(first.thread.threadId, idle);
  assert.match(settled.thread.outcome?.result ?? '', /The workspace does not allow the tool "mail" any more/);
  await house.commands.sendMessage(house.wish(), { threadId: first.thread.threadId, text: 'again' });
  const again = await house.until(first.thread.threadId, (_tree, view) => view.thread.turn === 2 && idle(_tree, view));
  assert.match(again.thread.outcome?.result ?? '', /does not allow the tool "mail" any more/);
  const next = await house.run('a new chat');
  assert.match(next.thread.outcome?.result ?? '', /There is no tool "mail" here/);
  assert.equal(seen.length, 0);
});

test('[D15.9] whoever begins a chat gives it no more than they have', async () => {
  const { house, ran } = await open([agent('boss', { tools: everything })], byAgent({ boss: greedy }));
  await using _house = house;
  const reply = await house.commands.openChat(
    { ...house.wish(), role: 'editor' },
    { agentId: agentIdOf('boss'), text: 'go' },
  );
  if (reply.refusal) throw new Error(reply.refusal.code);
  house.retinue.start();
  await house.until(reply.done.threadId, idle);
  assert.deepEqual(ran(), ['look', 'mail', 'note', 'shell']);
});

test('[D15.6][L12] an edited agent gets its new tools with the next turn, within what its chat began with', async () => {
  const agents = [{ ...agent('boss', { tools: ['look'] }), ceiling: ['look', 'mail'] }];
  const { house, ran } = await open(agents, byAgent({ boss: greedy }));
  await using _house = house;
  const { thread } = await house.run('go');
  agents.splice(0, 1, { ...agent('boss', { tools: everything, version: 2 }), ceiling: everything });
  await house.commands.sendMessage(house.wish(), { threadId: thread.threadId, text: 'again' });
  const again = await house.until(thread.threadId, (_tree, view) => view.thread.turn === 2 && idle(_tree, view));
  assert.deepEqual(ran(), ['look', 'look', 'mail']);
  assert.deepEqual(again.thread.rights, { use: ['look', 'mail'], ceiling: ['look', 'mail'], denied: [] });
});

test('[D11.8] the agent has the first word on a tool, then the reach; what is denied on the way stays denied', async () => {
  const { tools, seen } = witnessTools();
  const agents = teamOf({
    boss: { approvals: { note: 'deny' } },
    clerk: { approvals: { look: 'ask', mail: 'allow', govern: 'allow', note: 'allow' } },
  });
  await using house = await openHouse({ script: deep, agents, tools, limits: { maxDepth: 3 } });
  await house.retinue.workspaces.change(localWorkspaceId, { approvals: { ...defaultApprovals, admin: 'deny' } });
  const root = await house.run('go');
  const open = await house.log.readModels.openQuestions(localWorkspaceId);
  assert.deepEqual(open.map(({ text }) => /use (\w+)/.exec(text)?.[1]).sort(), ['look', 'shell']);
  assert.deepEqual(
    seen.map(({ name }) => name),
    ['mail'],
  );
  for (const { questionId } of open)
    await house.commands.answerApproval(house.wish(), { questionId, verdict: 'refused', reason: '' });
  const settled = await house.until(root.thread.threadId, idle);
  assert.match(settled.thread.outcome?.result ?? '', /Calls of "govern" are denied in this chat/);
  assert.deepEqual(
    seen.map(({ name }) => name),
    ['mail'],
  );
});

test('[D11.9] a chat keeps the rules that it began with', async () => {
  const { tools, seen } = witnessTools();
  const script = byAgent({ boss: (request) => (resultsOf(request).length === 0 ? [call('mail')] : [say('done')]) });
  await using house = await openHouse({ script, agents: [agent('boss', { tools: ['mail'] })], tools });
  const rootId = await house.open('go');
  await house.retinue.workspaces.change(localWorkspaceId, { approvals: allowing });
  house.retinue.start();
  await house.settled(rootId);
  assert.deepEqual([(await house.log.readModels.openQuestions(localWorkspaceId)).length, seen.length], [1, 0]);
});
