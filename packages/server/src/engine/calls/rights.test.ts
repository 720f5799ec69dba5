import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentDefinition, ThreadNode, Workspace } from '@retinue/protocol';
import { agentIdOf, defaultApprovals, localWorkspaceId } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, allTasks, openTestApp, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, told } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { witnessTools } from '../../../../../tests/support/tools/witness-tools.ts';

const everything = ['look', 'note', 'mail', 'shell', 'govern'];
const allowing: Workspace['approvals'] = { internal: 'allow', outbound: 'allow', exec: 'allow', admin: 'allow' };
/** Calls every tool, offered or not, and reports the outcome. */
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
  const app = await openTestApp({ script, agents, tools, limits: { maxDepth: 3 }, ...place });
  await app.retinue.workspaces.change({ workspaceId: localWorkspaceId }, { approvals: allowing });
  return { app, ran: () => seen.map(({ name }) => name).sort() };
}

function offeredTo(app: TestApp, name: string): string[] {
  const requests = app.model.requests.filter(({ place }) => place.agentId === agentIdOf(name));
  return requests[0]?.tools.map((tool) => tool.name).filter((tool) => everything.includes(tool)) ?? [];
}

test('[D15] a child is offered and can call only tools that everything above it can pass on', async () => {
  const { app, ran } = await open(
    teamOf({ boss: { ceiling: ['look', 'note', 'mail', 'askUser'] }, worker: { denies: ['note'] } }),
  );
  await using _house = app;
  const root = await app.run('go');
  assert.deepEqual(offeredTo(app, 'clerk'), ['look', 'mail']);
  assert.deepEqual(ran(), ['look', 'mail']);
  assert.match(root.thread.outcome?.result ?? '', /There is no tool "shell"/);
  const clerk = allTasks(root).at(-1)?.child?.thread;
  assert.deepEqual(clerk?.rights, { use: ['look', 'mail'], ceiling: ['look', 'mail', 'askUser'], denied: ['note'] });
});

test('[D15.1] rights hold after a restart, even if the definitions were changed', async () => {
  const directory = await temporaryDirectory();
  const chain = {
    boss: delegating(['lead', 'a']),
    lead: delegating(['worker', 'b']),
    worker: delegating(['clerk', 'c']),
  };
  const held = byAgent({ ...chain, clerk: [barrier('at work')] });
  const first = await open(teamOf({ boss: { ceiling: ['look'] } }), held, directory);
  const rootId = await first.app.open('go');
  first.app.retinue.start();
  await first.app.model.barriers.reached('at work');
  await first.app.stop();
  const { app, ran } = await open(teamOf(), deep, directory);
  await using _house = app;
  app.retinue.start();
  await app.until(rootId, idle);
  assert.deepEqual([...first.ran(), ...ran()], ['look']);
});

test('[D15.3] an owner can let one agent pass on a tool that it does not have; a tool that is denied above stays denied', async () => {
  const grants = { [agentIdOf('clerk')]: ['shell', 'note'] };
  const { app, ran } = await open(teamOf({ boss: { ceiling: ['look'], denies: ['note'] }, worker: { grants } }));
  await using _house = app;
  await app.run('go');
  assert.deepEqual(ran(), ['shell']);
});

test('[D15.4] a deny of the workspace counts at once, also for an approved call', async () => {
  const { tools, seen } = witnessTools();
  const script = byAgent({
    boss: (request) =>
      resultsOf(request).length === 0 ? [call('mail')] : [say(told(resultsOf(request)[0]?.value ?? null))],
  });
  await using app = await openTestApp({ script, agents: [agent('boss', { tools: ['mail'] })], tools });
  const first = await app.run('go');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  await app.retinue.workspaces.change({ workspaceId: localWorkspaceId }, { deniedTools: ['mail'] });
  const { questionId } = question ?? assert.fail('no question');
  await app.commands.answerApproval(app.context(), { questionId, verdict: 'approved', reason: '' });
  const settled = await app.until(first.thread.threadId, idle);
  assert.match(settled.thread.outcome?.result ?? '', /The workspace no longer allows the tool "mail"/);
  await app.commands.sendMessage(app.context(), { threadId: first.thread.threadId, text: 'again' });
  const again = await app.until(first.thread.threadId, (_tree, view) => view.thread.turn === 2 && idle(_tree, view));
  assert.match(again.thread.outcome?.result ?? '', /no longer allows the tool "mail"/);
  const next = await app.run('a new chat');
  assert.match(next.thread.outcome?.result ?? '', /There is no tool "mail"/);
  assert.equal(seen.length, 0);
});

test('[D15.9] a person who starts a chat gives it no more rights than they have', async () => {
  const { app, ran } = await open([agent('boss', { tools: everything })], byAgent({ boss: greedy }));
  await using _house = app;
  const reply = await app.commands.openChat(
    { ...app.context(), role: 'editor' },
    { agentId: agentIdOf('boss'), text: 'go' },
  );
  if (reply.refusal) throw new Error(reply.refusal.code);
  app.retinue.start();
  await app.until(reply.done.threadId, idle);
  assert.deepEqual(ran(), ['look', 'mail', 'note', 'shell']);
});

test("[D15.6][L12.2] an edited agent gets its new tools with the next turn, within the rights of its chat's start", async () => {
  const agents = [{ ...agent('boss', { tools: ['look'] }), ceiling: ['look', 'mail'] }];
  const { app, ran } = await open(agents, byAgent({ boss: greedy }));
  await using _house = app;
  const { thread } = await app.run('go');
  agents.splice(0, 1, { ...agent('boss', { tools: everything, version: 2 }), ceiling: everything });
  await app.commands.sendMessage(app.context(), { threadId: thread.threadId, text: 'again' });
  const again = await app.until(thread.threadId, (_tree, view) => view.thread.turn === 2 && idle(_tree, view));
  assert.deepEqual(ran(), ['look', 'look', 'mail']);
  assert.deepEqual(again.thread.rights, { use: ['look', 'mail'], ceiling: ['look', 'mail'], denied: [] });
});

test("[D11.8] the agent's rule for a tool wins over that for its reach; a tool that is denied on the path stays denied", async () => {
  const { tools, seen } = witnessTools();
  const agents = teamOf({
    boss: { approvals: { note: 'deny' } },
    clerk: { approvals: { look: 'ask', mail: 'allow', govern: 'allow', note: 'allow' } },
  });
  await using app = await openTestApp({ script: deep, agents, tools, limits: { maxDepth: 3 } });
  await app.retinue.workspaces.change(
    { workspaceId: localWorkspaceId },
    { approvals: { ...defaultApprovals, admin: 'deny' } },
  );
  const root = await app.run('go');
  const open = await app.log.readModels.openQuestions(localWorkspaceId);
  assert.deepEqual(open.map(({ text }) => /use (\w+)/.exec(text)?.[1]).sort(), ['look', 'shell']);
  assert.deepEqual(
    seen.map(({ name }) => name),
    ['mail'],
  );
  for (const { questionId } of open)
    await app.commands.answerApproval(app.context(), { questionId, verdict: 'refused', reason: '' });
  const settled = await app.until(root.thread.threadId, idle);
  assert.match(settled.thread.outcome?.result ?? '', /Calls of "govern" are denied in this chat/);
  assert.deepEqual(
    seen.map(({ name }) => name),
    ['mail'],
  );
});

test('[D11.9] a chat keeps the rules of its start', async () => {
  const { tools, seen } = witnessTools();
  const script = byAgent({ boss: (request) => (resultsOf(request).length === 0 ? [call('mail')] : [say('done')]) });
  await using app = await openTestApp({ script, agents: [agent('boss', { tools: ['mail'] })], tools });
  const rootId = await app.open('go');
  await app.retinue.workspaces.change({ workspaceId: localWorkspaceId }, { approvals: allowing });
  app.retinue.start();
  await app.settled(rootId);
  assert.deepEqual([(await app.log.readModels.openQuestions(localWorkspaceId)).length, seen.length], [1, 0]);
});
