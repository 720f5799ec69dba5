import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { agent, wait } from '../support/apps/test-app.ts';
import { newTask, succeed, toolFor } from '../support/models/scripts.ts';
import { byAgent, bySteps, inputsOf } from '../support/scripted/script.ts';
import { barrier, call, say, together } from '../support/scripted/script-lines.ts';

const team = [
  agent('boss', { subAgents: ['worker'], tools: ['look', 'askUser'] }),
  agent('worker', { tools: ['look', 'askUser'] }),
];
const look = toolFor('look', async () => ({ seen: 42 }), { effect: 'read' });
const script = byAgent({
  boss: (request) => {
    const last = inputsOf(request).at(-1) ?? '';
    if (request.messages.at(-1)?.role === 'tool') return [say(`Done: ${last}.`)];
    if (last.startsWith('plain') || last.startsWith('Task ')) return [say(`Plainly: ${last}.`)];
    return [
      say('I will ask.'),
      together(call('look'), newTask('worker', `use the tool for ${last}`), newTask('worker', `${last} ask`)),
    ];
  },
  worker: (request) => {
    const job = inputsOf(request)[0] ?? '';
    if (job.includes('fail')) return [call('taskResult', { result: 'no luck', status: 'error' })];
    if (job.includes('hold')) return [say('Holding. '), barrier('held'), succeed('late')];
    return bySteps(
      [job.endsWith('ask') ? call('askUser', { question: 'Which?', options: ['a', 'b'] }) : call('look')],
      [succeed('42')],
    );
  },
});
const workspaceId = localWorkspaceId;

async function openChat(
  { owner }: ServedApp,
  text: string,
): Promise<{ workspaceId: typeof workspaceId; chatId: ThreadId }> {
  const { chatId } = await owner.openChat({ params: { workspaceId }, body: { agentId: agentIdOf('boss'), text } });
  return { workspaceId, chatId };
}

async function until(
  { owner }: ServedApp,
  params: Awaited<ReturnType<typeof openChat>>,
  holds: (chat: Awaited<ReturnType<typeof owner.getChat>>) => boolean,
) {
  while (true) {
    const chat = await owner.getChat({ params });
    if (holds(chat)) return chat;
    await wait(10);
  }
}

const settled = (served: ServedApp, params: Awaited<ReturnType<typeof openChat>>) =>
  until(served, params, ({ status, openQuestions }) => status !== 'active' || openQuestions > 0);

test('[L4] messages, tasks, sub-agents, tool calls and questions are nested under their chat', async () => {
  await using served = await openServed({ script, agents: team, tools: [look] });
  const { owner } = served;
  const params = await openChat(served, 'one');
  await until(served, params, ({ openQuestions }) => openQuestions === 1);
  const { results: questions } = await owner.listQuestions({ params });
  assert.deepEqual((await owner.listOpenQuestions({ params: { workspaceId } })).results, questions);
  const [question] = questions;
  assert.ok(question);
  await owner.answerQuestion({ params: { ...params, questionId: question.questionId }, body: { answer: 'a' } });
  const chat = await until(served, params, ({ status }) => status === 'idle');
  assert.deepEqual([chat.tasks, chat.openTasks, chat.openQuestions], [2, 0, 0]);

  const { results: tasks } = await owner.listTasks({ params });
  assert.deepEqual(tasks.map(({ name, status }) => [name, status]).sort(), [
    ['agent:worker', 'success'],
    ['agent:worker', 'success'],
    ['tool:look', 'success'],
  ]);
  const { results: messages } = await owner.listMessages({ params });
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'tool', 'tool', 'tool', 'assistant'],
  );
  assert.ok(tasks.every(({ triggerMessageId }) => triggerMessageId === messages[1]?.id));

  const { results: subAgents } = await owner.listSubAgents({ params });
  assert.equal(subAgents.length, 2);
  for (const { threadId, taskId } of subAgents) {
    const place = { ...params, threadId };
    assert.equal((await owner.getSubAgent({ params: place })).status, 'completed');
    assert.equal((await owner.getTask({ params: { ...params, taskId } })).subAgentThreadId, threadId);
    assert.equal((await owner.listSubAgentMessages({ params: place })).results[0]?.role, 'system');
    const { results: calls } = await owner.listSubAgentToolCalls({ params: place });
    assert.deepEqual(
      calls.map(({ status }) => status),
      ['done', 'done'],
    );
    const [first] = calls;
    assert.ok(first);
    assert.deepEqual(await owner.getSubAgentToolCall({ params: { ...place, toolCallId: first.toolCallId } }), first);
  }
  const find = async (id: string) => (await owner.findById({ params: { workspaceId }, query: { id } })).results;
  const [subAgent] = subAgents;
  for (const id of [params.chatId, subAgent?.threadId ?? '', subAgent?.taskId ?? '', question.questionId])
    assert.deepEqual(await find(id), [{ id, chatId: params.chatId }]);
  assert.equal((await find('thr_')).length, 3);
  for (const id of ['thr_none', 'task_none', 'qst_none', 'none']) assert.deepEqual(await find(id), []);
  const page = await owner.listMessages({ params, query: { limit: '2' } });
  assert.deepEqual(page.results, messages.slice(0, 2));
  assert.deepEqual(
    (await owner.listMessages({ params, query: { limit: '2', cursor: page.cursor ?? '' } })).results,
    messages.slice(2, 4),
  );
  assert.deepEqual((await owner.listMessages({ params, query: { offset: '6' } })).results, messages.slice(6));
  assert.deepEqual(served.errors, []);
});

test('[L4, S2] the tree comes with the last page of its root, the rest on demand, and its events fold to it', async () => {
  await using served = await openServed({ script, agents: team, tools: [look] });
  const { owner } = served;
  const params = await openChat(served, 'plain 0');
  await settled(served, params);
  for (let index = 1; index < 25; index += 1) {
    await owner.sendMessage({ params, body: { text: `plain ${index}` } });
    await until(served, params, ({ status }) => status === 'idle');
  }
  const tree = (await owner.getTree({ params })) as unknown as {
    position: number;
    threads: { items: object[]; itemsBefore: number }[];
  };
  const [root] = tree.threads;
  assert.deepEqual([root?.items.length, root?.itemsBefore], [30, 21]);
  const older = (await owner.listItems({
    params: { ...params, threadId: params.chatId },
    query: { before: '21', limit: '10' },
  })) as unknown as {
    items: object[];
    from: number;
  };
  assert.deepEqual([older.items.length, older.from], [10, 11]);
  const { results, cursor } = await owner.listEvents({ params, query: { limit: '100' } });
  assert.equal(results.length, 100);
  assert.equal((await owner.listEvents({ params, query: { after: cursor ?? '' } })).cursor, null);
});

test('[U1, L5] a chat is renamed, pinned, edited, answered again, exported, imported, deleted and restored', async () => {
  await using served = await openServed({ script, agents: team, tools: [look] });
  const { owner } = served;
  const params = await openChat(served, 'plain one');
  await settled(served, params);
  const changed = await owner.changeChat({ params, body: { title: ' Another title ', isPinned: true } });
  assert.deepEqual([changed.title, changed.isPinned], ['Another title', true]);
  await owner.regenerate({ params });
  await settled(served, params);
  const { results: messages } = await owner.listMessages({ params });
  const own = messages.find(({ from }) => from === 'person');
  await owner.editMessage({ params: { ...params, messageId: own?.id as never }, body: { text: 'plain two' } });
  await settled(served, params);
  assert.equal((await owner.listMessages({ params })).results.at(-1)?.content, 'Plainly: plain two.');

  const text = await (await owner.exportChat({ params })).text();
  assert.match(await (await owner.exportChat({ params, query: { format: 'markdown' } })).text(), /Another title/);
  const copy = await owner.importChat({ params: { workspaceId }, body: { chat: JSON.parse(text), isCopy: true } });
  assert.equal((await owner.listChats({ params: { workspaceId }, query: { title: 'another' } })).results.length, 2);
  await owner.deleteChat({ params: { workspaceId, chatId: copy.chatId } });
  await assert.rejects(owner.getChat({ params: { workspaceId, chatId: copy.chatId } }), {
    status: 404,
    code: 'no-such-thread',
  });
  await owner.restoreChat({ params: { workspaceId, chatId: copy.chatId } });
  assert.equal((await owner.getChat({ params: { workspaceId, chatId: copy.chatId } })).title, 'Another title');
  const report = await owner.getUsage({ params: { workspaceId } });
  assert.equal(report.chats.length, 2);
  assert.deepEqual(await owner.verify({}), { findings: [] });
  assert.match(await (await owner.backUp({})).text(), /"format":"retinue-backup"/);
});

test('[D12][D12.6] a task, a sub-agent and a whole chat are stopped, and a failed task is retried', async () => {
  await using served = await openServed({ script, agents: team, tools: [look] });
  const { owner } = served;
  const failing = await openChat(served, 'fail');
  await until(served, failing, ({ status }) => status === 'idle');
  const { results } = await owner.listTasks({ params: failing, query: { type: 'agent' } });
  assert.deepEqual(
    results.map(({ status }) => status),
    ['failed', 'failed'],
  );
  const taskId = results[0]?.taskId as never;
  const retried = await owner.retryTask({ params: { ...failing, taskId }, body: {} });
  assert.match(retried.taskId, /_2$/);
  await until(served, failing, ({ openTasks, status }) => openTasks === 0 && status === 'idle');

  const held = await openChat(served, 'hold');
  await served.model.barriers.reached('held');
  const [first, second] = (await owner.listTasks({ params: held, query: { type: 'agent' } })).results;
  await owner.steerSubAgent({
    params: { ...held, threadId: first?.subAgentThreadId as never },
    body: { text: 'Hurry.' },
  });
  await owner.cancelTask({ params: { ...held, taskId: first?.taskId as never } });
  await owner.cancelSubAgent({ params: { ...held, threadId: second?.subAgentThreadId as never } });
  const after = (await owner.listTasks({ params: held, query: { type: 'agent' } })).results;
  assert.deepEqual(
    after.map(({ status }) => status),
    ['cancelled', 'cancelled'],
  );
  const stopped = await openChat(served, 'hold on');
  await served.model.barriers.reached('held');
  await owner.cancelChat({ params: stopped });
  assert.equal((await owner.getChat({ params: stopped })).status, 'cancelled');
  await assert.rejects(owner.cancelChat({ params: stopped }), { status: 409, code: 'nothing-to-cancel' });
});

test('[D13.1][D10.3] a task is moved to the background, its notice is unread until the chat is read, and a message reactivates its sub-agent', async () => {
  await using served = await openServed({ script, agents: team, tools: [look] });
  const { owner } = served;
  const held = await openChat(served, 'hold');
  await served.model.barriers.reached('held', 2);
  for (const { taskId } of (await owner.listTasks({ params: held, query: { type: 'agent' } })).results)
    await owner.backgroundTask({ params: { ...held, taskId: taskId as never } });
  await until(served, held, ({ status }) => status === 'idle');
  served.model.barriers.release('held');
  await until(served, held, ({ unread, openTasks }) => unread === 2 && openTasks === 0);
  await owner.markRead({ params: held, body: {} });
  assert.equal((await owner.getChat({ params: held })).unread, 0);
  const [first] = (await owner.listTasks({ params: held, query: { type: 'agent' } })).results;
  assert.deepEqual([first?.isBackground, first?.reactivates, first?.contextMode], [true, null, 'fresh']);
  const threadId = first?.subAgentThreadId as never;
  await owner.steerSubAgent({ params: { ...held, threadId }, body: { text: 'More, please.' } });
  await until(served, held, ({ openTasks, status }) => openTasks === 0 && status === 'idle');
  const tasks = (await owner.listTasks({ params: held, query: { type: 'agent' } })).results;
  const more = tasks.find(({ reactivates }) => reactivates === first?.taskId);
  assert.deepEqual([more?.subAgentThreadId, more?.callId, more?.status], [threadId, first?.callId, 'success']);
  const agentOf = await owner.getSubAgent({ params: { ...held, threadId } });
  assert.deepEqual([agentOf.taskId, agentOf.taskIds], [more?.taskId, [first?.taskId, more?.taskId]]);
  const { results } = await owner.listSubAgentMessages({ params: { ...held, threadId } });
  assert.equal(results.find(({ content }) => content === 'More, please.')?.seenAtStep, 2);
  await assert.rejects(owner.backgroundTask({ params: { ...held, taskId: first?.taskId as never } }), {
    status: 409,
    code: 'task-ended',
  });
});

test('[D1, N3] agents, workspaces and providers are created, changed and removed, and a bad one is refused with the reason', async () => {
  const allowedHosts = ['127.0.0.1:9', '127.0.0.1:10'];
  await using served = await openServed({ script, agents: team, tools: [look], allowedHosts });
  const { owner } = served;
  const made = await owner.createWorkspace({ body: { name: 'Second' } });
  assert.deepEqual(
    (await owner.listWorkspaces({})).results.map(({ name }) => name),
    ['Workspace', 'Second'],
  );
  const params = { workspaceId: made.workspaceId };
  const input = {
    name: 'Critic',
    model: { provider: 'scripted', id: 'scripted' },
    subAgentIds: [agentIdOf('worker')],
    tools: ['look'],
  };
  const critic = await owner.createAgent({ params, body: input });
  const place = { ...params, agentId: critic.agentId };
  await assert.rejects(owner.changeAgent({ params: place, body: { subAgentIds: [critic.agentId] } }), {
    status: 400,
    code: 'sub-agent-is-self',
  });
  await assert.rejects(owner.createAgent({ params, body: { ...input, subAgentIds: [agentIdOf('nobody')] } }), {
    code: 'no-such-sub-agent',
  });
  await assert.rejects(owner.createAgent({ params, body: { ...input, tools: ['hammer'] } }), { code: 'no-such-tool' });
  assert.equal((await owner.changeAgent({ params: place, body: { placeholder: 'Say it' } })).version, 2);
  await owner.changeWorkspace({ params, body: { defaultAgentId: critic.agentId, maxDepth: 2 } });
  assert.equal((await owner.getWorkspace({ params })).maxDepth, 2);
  const bounded = await owner.changeWorkspace({ params, body: { limits: { maxSteps: 9, budget: { tokens: 500 } } } });
  assert.equal(bounded.limits.budget?.tokens, 500);
  const { limits } = await owner.changeWorkspace({ params, body: { limits: { budget: null } } });
  assert.deepEqual(limits, { maxSteps: 9 });
  assert.notEqual((await owner.duplicateAgent({ params: place })).agentId, critic.agentId);
  await assert.rejects(owner.deleteAgent({ params: place }), { status: 409, code: 'agent-is-default' });
  await owner.changeWorkspace({ params, body: { defaultAgentId: agentIdOf('boss') } });
  await owner.deleteAgent({ params: place });
  await assert.rejects(owner.getAgent({ params: place }), { status: 404 });
  assert.equal((await owner.listTools({ params })).results[0]?.name, 'look');

  const key = 'sk-canary-0042';
  const provider = await owner.createProvider({
    params,
    body: { name: 'Mine', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', key, models: ['m'] },
  });
  assert.deepEqual([provider.hasKey, provider.keyHint], [true, '0042']);
  const at = { ...params, providerId: provider.providerId };
  const listed = JSON.stringify(await owner.listProviders({ params }));
  assert.doesNotMatch(listed, /canary/);
  await assert.rejects(owner.testProvider({ params: at, body: {} }), { status: 422, code: 'provider-failed' });
  assert.equal((await owner.changeProvider({ params: at, body: { baseUrl: 'http://127.0.0.1:10/v1' } })).hasKey, false);
  await owner.deleteProvider({ params: at });
  assert.deepEqual((await owner.listProviders({ params })).results, []);
  assert.deepEqual(served.errors, []);
});

test('[P4] a skill is a line in the prompt, and is read in full by the agents that have it', async () => {
  const reading = byAgent({
    reader: bySteps(
      [call('loadSkill', { name: 'weekly-report' })],
      [call('loadSkill', { name: 'nothing' })],
      [say('Read.')],
    ),
  });
  await using served = await openServed({ script: reading, agents: team, tools: [look] });
  const { owner } = served;
  const params = { workspaceId };
  const body = { name: 'weekly-report', description: 'How we write reports', content: 'Begin with the figures.' };
  const { skillId } = await owner.createSkill({ params, body });
  await assert.rejects(owner.createSkill({ params, body }), { status: 409, code: 'skill-exists' });
  await assert.rejects(owner.createSkill({ params, body: { ...body, name: 'No Name' } }), { status: 400 });
  const input = { name: 'Reader', model: { provider: 'scripted', id: 'scripted' }, skillIds: [skillId] };
  const { agentId } = await owner.createAgent({ params, body: input });
  await assert.rejects(owner.createAgent({ params, body: { ...input, skillIds: ['skl_none'] as never } }), {
    code: 'no-such-skill',
  });
  const { chatId } = await owner.openChat({ params, body: { agentId, text: 'Write it' } });
  await until(served, { workspaceId, chatId }, ({ status }) => status === 'idle');
  const { results } = await owner.listMessages({ params: { workspaceId, chatId } });
  assert.match(results[0]?.content ?? '', /- weekly-report: How we write reports/);
  const { results: calls } = await owner.listToolCalls({ params: { workspaceId, chatId } });
  assert.deepEqual(
    calls.map(({ status, result, error }) => [status, result, error]),
    [
      ['done', 'Begin with the figures.', null],
      ['failed', null, 'There is no skill "nothing". Available: weekly-report.'],
    ],
  );
  await owner.changeSkill({ params: { ...params, skillId }, body: { content: 'Begin with the end.' } });
  await owner.deleteSkill({ params: { ...params, skillId } });
  assert.deepEqual((await owner.listSkills({ params })).results, []);
});
