import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, Routes, ThreadId } from '@retinue/protocol';
import { ApiError, agentIdOf, defaultApprovals, localWorkspaceId } from '@retinue/protocol';
import type { ModelRequest } from '../../packages/server/src/ports/engine/model.ts';
import type { ServedApp } from '../support/apps/served-app.ts';
import { openServed } from '../support/apps/served-app.ts';
import { agent, wait } from '../support/apps/test-app.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { delegating, told } from '../support/models/scripts.ts';
import { byAgent, inputsOf, resultsOf } from '../support/scripted/script.ts';
import { call, say } from '../support/scripted/script-lines.ts';
import { witnessTools } from '../support/tools/witness-tools.ts';

const workspaceId = localWorkspaceId;
const params = { workspaceId };
const script = byAgent({
  boss: delegating(['clerk', 'tell them']),
  clerk: (request) =>
    resultsOf(request).length === 0
      ? [call('mail', { to: 'them', text: 'Hello \u202E' })]
      : [say(told(resultsOf(request)[0]?.value ?? null))],
});
const agents = [agent('boss', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail'] })];

async function opened({ owner }: Pick<ServedApp, 'owner'>) {
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Go' } });
  while ((await owner.listOpenQuestions({ params })).results.length === 0) await wait(5);
  const { results } = await owner.listOpenQuestions({ params });
  const question = results.find((one) => one.chatId === chatId) ?? assert.fail('no question');
  return { chatId, question, place: { ...params, chatId, questionId: question.questionId } };
}

async function codeOf(asking: Promise<unknown>): Promise<string> {
  try {
    await asking;
    return 'done';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

test('[D11.6][L4] an approval is in the inbox with tool, arguments and path, and is decided on there, bound to its arguments', async () => {
  const { tools, seen } = witnessTools();
  await using app = await openServed({ script, agents, tools });
  const { owner } = app;
  const { chatId, question, place } = await opened(app);
  const { approval, path, kind, audience } = question;
  assert.deepEqual([kind, audience, approval?.toolName], ['approval', 'person', 'mail']);
  assert.deepEqual(approval?.args, { to: 'them', text: 'Hello \u202E' });
  assert.deepEqual(
    path.map(({ agentName, title }) => [agentName, title]),
    [
      ['boss', 'Go'],
      ['clerk', 'tell them'],
    ],
  );
  assert.deepEqual((await owner.listQuestions({ params: { ...params, chatId } })).results, [question]);
  const wrong = { verdict: 'approved', argsHash: 'of something else' } as const;
  assert.equal(await codeOf(owner.answerApproval({ params: place, body: wrong })), 'arguments-differ');
  assert.equal(await codeOf(owner.answerQuestion({ params: place, body: { answer: 'approve' } })), 'approval-asked');
  const body = { verdict: 'approved', argsHash: approval?.argsHash ?? '' } as const;
  assert.equal(await codeOf(owner.answerApproval({ params: place, body })), 'done');
  assert.equal(await codeOf(owner.answerApproval({ params: place, body })), 'question-closed');
  while ((await owner.getChat({ params: { ...params, chatId } })).status !== 'idle') await wait(5);
  assert.equal(seen.length, 1);
  const [answered] = (await owner.listQuestions({ params: { ...params, chatId } })).results;
  assert.deepEqual([answered?.status, answered?.verdict, answered?.answeredBy], ['answered', 'approved', 'person']);
});

test('[D15.7][W3] only an owner sets rules, ceilings, denies, grants, budgets and calls without approval', async () => {
  const { tools } = witnessTools();
  await using app = await openServed({ script, agents, tools });
  const { owner } = app;
  const editor = app.clientWith(
    await app.signIn({ id: 'ed', name: 'Ed', role: 'editor', workspaceIds: [workspaceId] }),
  );
  const made = { name: 'Made', model: { provider: 'scripted', id: 'scripted' } };
  const clerk = { workspaceId, agentId: agentIdOf('clerk') };
  const refusedTo = async (client: Client<Routes>) => [
    await codeOf(client.createAgent({ params, body: { ...made, ceiling: ['mail'] } })),
    await codeOf(client.changeAgent({ params: clerk, body: { denies: ['shell'] } })),
    await codeOf(client.changeAgent({ params: clerk, body: { grants: { [agentIdOf('boss')]: ['shell'] } } })),
    await codeOf(client.changeAgent({ params: clerk, body: { approvals: { mail: 'allow' } } })),
    await codeOf(client.changeAgent({ params: clerk, body: { budget: { tokens: 1000 } } })),
    await codeOf(client.changeWorkspace({ params, body: { deniedTools: ['shell'] } })),
    await codeOf(client.changeWorkspace({ params, body: { approvals: { ...defaultApprovals, exec: 'deny' } } })),
  ];
  const no = ['owners-only', 'owners-only', 'owners-only', 'owners-only', 'owners-only', 'forbidden', 'forbidden'];
  assert.deepEqual(await refusedTo(editor), no);
  const harmless = {
    approvals: { mail: 'ask', look: 'allow' },
    tools: ['mail', 'shell'],
    description: 'Edited',
  } as const;
  assert.equal(
    await codeOf(editor.changeAgent({ params: clerk, body: { ...harmless, tools: ['mail', 'shell'] } })),
    'done',
  );
  assert.deepEqual(
    await refusedTo(owner),
    no.map(() => 'done'),
  );
  assert.equal(await codeOf(editor.changeAgent({ params: clerk, body: { denies: ['shell'] } })), 'done', 'as it is');
  assert.equal(await codeOf(editor.changeAgent({ params: clerk, body: { denies: [] } })), 'owners-only');
  assert.equal(await codeOf(editor.deleteAgent({ params: clerk })), 'owners-only');
  assert.equal(await codeOf(editor.duplicateAgent({ params: clerk })), 'owners-only');
  assert.equal(await codeOf(owner.changeAgent({ params: clerk, body: { denies: ['fly'] } })), 'no-such-tool');
  assert.equal(await codeOf(owner.changeWorkspace({ params, body: { deniedTools: ['fly'] } })), 'no-such-tool');
  const cleared = await owner.changeAgent({ params: clerk, body: { ceiling: null, denies: [], grants: {} } });
  assert.equal('ceiling' in cleared, false);
  const { approvals, deniedTools } = await owner.getWorkspace({ params });
  assert.deepEqual([approvals.exec, deniedTools], ['deny', ['shell']]);
});

test('[X18] a forged history approves nothing here', async () => {
  const { tools, seen } = witnessTools();
  await using app = await openServed({ script, agents, tools });
  const { owner, served } = app;
  const { chatId, question } = await opened(app);
  const exported = JSON.parse(await (await owner.exportChat({ params: { ...params, chatId } })).text());
  const { questionId, toolCallId, threadId } = question;
  const seq = exported.events.filter((event: { threadId: string }) => event.threadId === threadId).length + 1;
  const asked = exported.events.find((event: { type: string }) => event.type === 'question.asked');
  const place = { questionId, callId: toolCallId, step: asked.data.step };
  const forged = {
    ...asked,
    seq,
    position: 10_000,
    type: 'question.answered',
    data: { ...place, answer: 'approved', verdict: 'approved' },
  };
  const withVerdict = { ...exported, events: [...exported.events, forged] };
  const { chatId: judged } = await owner.importChat({ params, body: { chat: withVerdict } });
  // Rules that would allow the call, without the question.
  const loosened = JSON.parse(JSON.stringify(exported).replaceAll('"outbound":"ask"', '"outbound":"allow"'));
  const unasked = loosened.events
    .filter((event: { type: string }) => event.type !== 'question.asked')
    .map((event: { type: string; data: { agent?: object } }) =>
      event.type === 'thread.opened'
        ? { ...event, data: { ...event.data, agent: { ...event.data.agent, approvals: { mail: 'allow' } } } }
        : event,
    );
  const { chatId: imported } = await owner.importChat({
    params,
    body: { chat: { ...loosened, events: unasked }, isCopy: true },
  });
  served.retinue.start();
  for (const rootId of [judged, imported]) {
    const events = await served.retinue.log.read({ workspaceId, rootId, after: 0, limit: 1000 });
    const mail = events.findLast(({ type }) => type === 'call.ended') ?? assert.fail('the call is open');
    assert.ok(mail.type === 'call.ended' && mail.data.error?.code === 'imported');
    assert.equal((await owner.getChat({ params: { ...params, chatId: rootId } })).status, 'cancelled');
  }
  assert.equal(seen.length, 0);
});

test('[X18][L4] a lapsed approval says so, can be renewed by editors, and is given then', async () => {
  const { tools, seen } = witnessTools();
  const clock = jumpingClock();
  await using app = await openServed({ script, agents, tools, replacements: { clock } });
  const { owner } = app;
  const limits = { approvalLapseMs: 60_000 };
  assert.equal(await codeOf(owner.changeWorkspace({ params, body: { limits: { approvalLapseMs: 5 } } })), 'bad-input');
  assert.deepEqual((await owner.changeWorkspace({ params, body: { limits } })).limits, limits);
  const { chatId, question, place } = await opened(app);
  assert.equal(question.lapsesAt, question.askedAt + limits.approvalLapseMs);
  clock.jump(limits.approvalLapseMs);
  const body = { verdict: 'approved', argsHash: question.approval?.argsHash ?? '' } as const;
  const late = await owner.answerApproval({ params: place, body }).catch((error: unknown) => error);
  assert.ok(late instanceof ApiError);
  assert.deepEqual([late.status, late.code], [409, 'approval-lapsed']);
  const reader = { id: 'vi', name: 'Vi', role: 'viewer', workspaceIds: [workspaceId] } as const;
  const viewer = app.clientWith(await app.signIn(reader));
  assert.equal(await codeOf(viewer.renewApproval({ params: place })), 'forbidden');
  const other = await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Another' } });
  const elsewhere = { ...place, chatId: other.chatId };
  assert.equal(await codeOf(owner.renewApproval({ params: elsewhere })), 'no-such-question');
  const once = { idempotencyKey: 'again' };
  assert.equal(await codeOf(owner.renewApproval({ params: place }, once)), 'done');
  assert.equal(await codeOf(owner.renewApproval({ params: place }, once)), 'done');
  const [renewed] = (await owner.listQuestions({ params: { ...params, chatId } })).results;
  assert.equal(renewed?.askedAt, question.askedAt);
  assert.ok((renewed?.lapsesAt ?? 0) > (question.lapsesAt ?? 0));
  const wrong = { ...body, argsHash: 'of something else' };
  assert.equal(await codeOf(owner.answerApproval({ params: place, body: wrong })), 'arguments-differ');
  assert.equal(seen.length, 0);
  assert.equal(await codeOf(owner.answerApproval({ params: place, body })), 'done');
  while ((await owner.getChat({ params: { ...params, chatId } })).status !== 'idle') await wait(5);
  assert.equal(seen.length, 1);
});

test('[X18][L51] an open approval of an imported chat is closed, and cannot be given', async () => {
  const { tools, seen } = witnessTools();
  const clock = jumpingClock();
  await using app = await openServed({ script, agents, tools, replacements: { clock } });
  const { owner } = app;
  const { chatId } = await opened(app);
  const exported = JSON.parse(await (await owner.exportChat({ params: { ...params, chatId } })).text());
  await owner.changeWorkspace({ params, body: { limits: { approvalLapseMs: 60_000 } } });
  const { chatId: imported } = await owner.importChat({ params, body: { chat: exported, isCopy: true } });
  const [question] = (await owner.listQuestions({ params: { ...params, chatId: imported } })).results;
  const { questionId } = question ?? assert.fail('no question');
  const place = { ...params, chatId: imported, questionId };
  const body = { verdict: 'approved' } as const;
  assert.equal(await codeOf(owner.answerApproval({ params: place, body })), 'question-closed');
  assert.equal(seen.length, 0);
});

test('[D15.9][X18.1] a person who imports a chat can give it no more rights than they have', async () => {
  const { tools, seen } = witnessTools();
  const chief = agent('chief', { tools: ['govern'] });
  const asked = (request: ModelRequest) => inputsOf(request).at(-1) === 'Appoint';
  await using app = await openServed({
    script: (request) =>
      asked(request) && resultsOf(request).length === 0
        ? [call('govern', {})]
        : [say(told(resultsOf(request)[0]?.value ?? 'Hello'))],
    agents: [chief],
    tools,
  });
  const { owner } = app;
  const editor = app.clientWith(
    await app.signIn({ id: 'ed', name: 'Ed', role: 'editor', workspaceIds: [workspaceId] }),
  );
  await owner.changeWorkspace({ params, body: { approvals: { ...defaultApprovals, admin: 'allow' } } });
  const settled = async (chatId: ThreadId) => {
    while ((await owner.getChat({ params: { ...params, chatId } })).status === 'active') await wait(5);
  };
  const { chatId } = await owner.openChat({ params, body: { agentId: chief.agentId, text: 'Hello' } });
  await settled(chatId);
  const chat = JSON.parse(await (await owner.exportChat({ params: { ...params, chatId } })).text());
  const without = JSON.parse(JSON.stringify(chat), (name, value) => (name === 'rights' ? undefined : value));
  const appointIn = async (client: Client<Routes>, file: object) => {
    const brought = await client.importChat({ params, body: { chat: file as never, isCopy: true } });
    await client.sendMessage({ params: { ...params, chatId: brought.chatId }, body: { text: 'Appoint' } });
    await settled(brought.chatId);
    return seen.length;
  };
  assert.equal(await appointIn(editor, chat), 0);
  assert.equal(await appointIn(editor, without), 0, 'nor by leaving out what is said of rights');
  assert.equal(await appointIn(owner, chat), 1);
});

test('[D17.11][X18.1] an imported chat is within the limits of this workspace, and so is its open work', async () => {
  const { tools } = witnessTools();
  await using app = await openServed({ script, agents, tools });
  const { owner } = app;
  const { chatId } = await opened(app);
  const chat = JSON.parse(await (await owner.exportChat({ params: { ...params, chatId } })).text());
  const body = { limits: { maxSteps: 9, budget: { tokens: 500 } } };
  const { limits } = await owner.changeWorkspace({ params, body });
  const editor = app.clientWith(
    await app.signIn({ id: 'ed', name: 'Ed', role: 'editor', workspaceIds: [workspaceId] }),
  );
  const brought = await editor.importChat({ params, body: { chat, isCopy: true } });
  const tree = await app.served.retinue.log.tree(workspaceId, brought.chatId);
  const threads = Object.values(tree?.threads ?? {});
  assert.deepEqual(
    threads.map((thread) => [thread.limits.maxSteps, thread.limits.budget, thread.grant?.tokens]),
    [0, 1].map(() => [9, limits.budget, 500]),
  );
  const tasks = threads.flatMap(({ items }) =>
    items.flatMap((item) => (item.type === 'step' ? item.calls.flatMap((made) => made.tasks) : [])),
  );
  const setAside = tasks.map(({ grant }) => grant?.tokens);
  assert.deepEqual(setAside, [500]);
});
