import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, problemSchema } from '@retinue/protocol';
import { openServed } from '../support/apps/served-app.ts';
import { agent, wait } from '../support/apps/test-app.ts';
import { ask } from '../support/http/ask.ts';
import { byAgent } from '../support/scripted/script.ts';
import { call, say, together } from '../support/scripted/script-lines.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { witnessTools } from '../support/tools/witness-tools.ts';

const params = { workspaceId: localWorkspaceId };

const { stores } = bothStores();

test('[W73] a message to the AI SDK endpoint answers the open question, also if an approval was requested first', async () => {
  const { tools, seen } = witnessTools();
  const script = byAgent({
    boss: ({ place: { step } }) =>
      step === 1
        ? [together(call('mail', { to: 'them' }), call('askUser', { question: 'Which?' }))]
        : [say('So be it.')],
  });
  const agents = [agent('boss', { tools: ['mail', 'askUser'] })];
  await using served = await openServed({ script, agents, tools });
  const { chatId } = await served.owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'Go' } });
  const questions = async () =>
    (await served.owner.listQuestions({ params: { ...params, chatId }, query: {} })).results.map(
      ({ approval, status, answer }) => [approval ? 'approval' : 'question', status, answer],
    );
  while ((await questions()).length < 2) await wait(5);
  assert.deepEqual((await questions())[0]?.[0], 'approval', 'it stands first');
  const message = { id: 'm2', role: 'user', parts: [{ type: 'text', text: 'The second one' }] };
  const first = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Go' }] };
  const sent = fetch(`${served.url}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: chatId, trigger: 'submit-message', messages: [first, message] }),
  });
  assert.equal((await sent).status, 200);
  await (await sent).body?.cancel();
  assert.deepEqual(await questions(), [
    ['approval', 'open', null],
    ['question', 'answered', 'The second one'],
  ]);
  assert.deepEqual(seen, []);
  const { results } = await served.owner.listMessages({ params: { ...params, chatId }, query: {} });
  assert.ok(!JSON.stringify(results.filter(({ from }) => from === 'person')).includes('The second one'));
});

test('[W74] a page of chats continues where the last one ended, though its last chat was unpinned or purged since', async () => {
  for (const change of ['unpin', 'purge'] as const) {
    await using served = await openServed({ script: [say('Yes.')] });
    const open = async (text: string): Promise<ThreadId> =>
      (await served.owner.openChat({ params, body: { agentId: agentIdOf('boss'), text } })).chatId;
    const chatIds: ThreadId[] = [];
    for (let index = 0; index < 6; index += 1) chatIds.push(await open(`Chat ${index}`));
    // With four pinned chats, the page ends at the third: the oldest is the fourth.
    const pinned = chatIds.slice(0, 4);
    for (const chatId of pinned) {
      await served.owner.changeChat({ params: { ...params, chatId }, body: { isPinned: true } });
    }
    const first = await served.owner.listChats({ params, query: { limit: '3' } });
    const last = first.results.at(-1)?.chatId ?? assert.fail('no chat');
    assert.equal(last, chatIds[1]);
    if (change === 'unpin') {
      await served.owner.changeChat({ params: { ...params, chatId: last }, body: { isPinned: false } });
    } else {
      await served.owner.deleteChat({ params: { ...params, chatId: last } });
      while ((await served.served.retinue.log.purge(0)).length === 0) await wait(5);
    }
    const second = await served.owner.listChats({ params, query: { cursor: first.cursor ?? '' } });
    const listed = new Set([...first.results, ...second.results].map(({ chatId }) => chatId));
    assert.deepEqual(
      [...chatIds].filter((chatId) => !listed.has(chatId)),
      [],
      change,
    );
    const path = `/api/workspaces/ws_local/chats?cursor=pinned`;
    const bad = await ask(served.url, { method: 'GET', path, headers: { authorization: `Bearer ${served.token}` } });
    assert.equal(bad.status, 400);
  }
});

test('[W74] a page of open questions continues where the last one ended, though some of that page were answered since', async () => {
  const script = byAgent({
    asker: ({ place: { step } }) => (step === 1 ? [call('askUser', { question: 'Which?' })] : [say('Yes.')]),
  });
  await using served = await openServed({ script, agents: [agent('asker', { tools: ['askUser'] })] });
  for (let index = 0; index < 6; index += 1) {
    await served.owner.openChat({ params, body: { agentId: agentIdOf('asker'), text: `Chat ${index}` } });
  }
  const list = (query: { limit?: string; cursor?: string }) => served.owner.listOpenQuestions({ params, query });
  while ((await list({})).results.length < 6) await wait(5);
  const all = (await list({})).results.map(({ questionId }) => questionId);
  const first = await list({ limit: '3' });
  for (const { chatId, questionId } of first.results.slice(1)) {
    await served.owner.answerQuestion({ params: { ...params, chatId, questionId }, body: { answer: 'This one' } });
  }
  const second = await list({ limit: '2', cursor: first.cursor ?? '' });
  const third = await list({ limit: '2', cursor: second.cursor ?? '' });
  const listed = [first, second, third].flatMap(({ results }) => results.map(({ questionId }) => questionId));
  assert.deepEqual(listed, all);
  assert.equal(third.cursor, null);
  await assert.rejects(list({ cursor: 'p3' }), { status: 400, code: 'bad-cursor' });
});

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[W12] a NUL character in a query or a path is refused and named: ${kind}`, async () => {
    await using served = await openServed({ script: [say('Done.')], store: await stores[kind]() });
    const headers = { authorization: `Bearer ${served.token}` };
    for (const [path, name] of [
      ['chats?title=a%00b', 'title'],
      ['prices/paid/%00', 'modelId'],
    ]) {
      const reply = await fetch(`${served.url}/api/workspaces/${localWorkspaceId}/${path}`, { headers });
      assert.equal(reply.status, 400);
      const { code, errors = [] } = problemSchema.parse(await reply.json());
      assert.deepEqual(
        [code, ...errors.map((error) => [error.path, error.code])],
        ['bad-input', [name, 'nul-character']],
      );
    }
    assert.deepEqual(served.errors, []);
  });
}
