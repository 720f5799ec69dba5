import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { Client, Routes, SearchHit, WorkspaceId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { openServed } from '../support/apps/served-app.ts';
import { startServed } from '../support/apps/served-process.ts';
import { agent, temporaryDirectory, wait } from '../support/apps/test-app.ts';
import { jumpingClock } from '../support/clocks/jumping-clock.ts';
import { byAgent, bySteps } from '../support/scripted/script.ts';
import { call, say, think } from '../support/scripted/script-lines.ts';

const params = { workspaceId: localWorkspaceId };
const script = byAgent({
  boss: bySteps(
    [say('I send somebody.'), call('newTask', { task: 'Count the gulls', subAgentId: 'agt_worker' })],
    [say('There are seven gulls.')],
    [say('Later words.')],
  ),
  worker: bySteps(
    [think('secret pondering'), call('newTask', { task: 'Find the nests', subAgentId: 'agt_scout' })],
    [call('taskResult', { result: 'Seven, all on the pier', status: 'success' })],
  ),
  scout: bySteps([call('askUser', { question: 'Which pier?' })], [say('Nests under the pier.')]),
});
const agents = [
  agent('boss', { subAgents: ['worker'] }),
  agent('worker', { subAgents: ['scout'] }),
  agent('scout', { tools: ['askUser'] }),
];

async function hits(
  owner: Client<Routes>,
  q: string,
  workspaceId: WorkspaceId = localWorkspaceId,
): Promise<SearchHit[]> {
  const { results } = await owner.search({ params: { workspaceId }, query: { q, limit: '100' } });
  return results.flatMap((group) => group.hits);
}

async function settle(owner: Client<Routes>, chatId: never): Promise<void> {
  while (true) {
    const [question] = (await owner.listOpenQuestions({ params })).results;
    if (question)
      await owner.answerQuestion({
        params: { ...params, chatId: question.chatId, questionId: question.questionId },
        body: { answer: 'The northern pier' },
      });
    if ((await owner.getChat({ params: { ...params, chatId } })).status === 'idle') return;
    await wait(5);
  }
}

test('[L11][L11.3][P1] text is found at every depth, with its path, in this workspace only, until the chat is gone', async () => {
  const clock = jumpingClock();
  await using app = await openServed({ script, agents, limits: { maxDepth: 3 }, replacements: { clock } });
  const { owner } = app;
  const { chatId } = await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: 'How many gulls?' } });
  await settle(owner, chatId as never);
  const found = await hits(owner, 'pier');
  assert.deepEqual(
    found.map(({ kind, agentName, path }) => [kind, agentName, path.map((step) => step.title).join(' › ')]).toSorted(),
    [
      ['question', 'scout', 'Count the gulls › Find the nests'],
      ['reply', 'scout', 'Count the gulls › Find the nests'],
      ['result', 'scout', 'Count the gulls › Find the nests'],
      ['result', 'worker', 'Count the gulls'],
    ],
  );
  const deep = found.find(({ kind }) => kind === 'question');
  assert.equal(deep?.taskId, deep?.path.at(-1)?.taskId);
  assert.deepEqual((await hits(owner, 'gulls')).map(({ kind }) => kind).toSorted(), [
    'answer',
    'instruction',
    'message',
    'title',
  ]);
  for (const words of ['pondering', '"You are boss"']) assert.deepEqual(await hits(owner, words), []);
  const second = await owner.createWorkspace({ body: { name: 'Second' } });
  assert.deepEqual(await hits(owner, 'gulls', second.workspaceId), []);
  await owner.regenerate({ params: { ...params, chatId } });
  await settle(owner, chatId as never);
  assert.deepEqual(await hits(owner, 'pier'), [], 'what was taken back');
  assert.equal((await hits(owner, 'later')).length, 1);
  await owner.deleteChat({ params: { ...params, chatId } });
  assert.deepEqual(await hits(owner, 'gulls'), []);
  await owner.restoreChat({ params: { ...params, chatId } });
  assert.equal((await hits(owner, 'gulls')).length, 2);
  await owner.deleteChat({ params: { ...params, chatId } });
  clock.jump(31_000);
  while (await app.served.retinue.log.thread(localWorkspaceId, chatId)) {
    clock.jump(6000);
    await wait(5);
  }
  assert.deepEqual(await hits(owner, 'gulls'), []);
});

test('[L11.4] a limit and a cursor page through hits; a wrong cursor is refused with the reason', async () => {
  await using app = await openServed({ script: [say('Yes.')], agents: [agent('boss')] });
  const { owner } = app;
  for (let count = 0; count < 5; count += 1)
    await owner.openChat({ params, body: { agentId: agentIdOf('boss'), text: `herring ${count}` } });
  const first = await owner.search({ params, query: { q: 'herring', limit: '6' } });
  const second = await owner.search({ params, query: { q: 'herring', limit: '6', cursor: first.cursor ?? '' } });
  const kinds = [first, second].map(({ results }) =>
    results.flatMap((group) => group.hits.map(({ kind }) => kind)).toSorted(),
  );
  assert.deepEqual(kinds, [
    ['message', 'title', 'title', 'title', 'title', 'title'],
    ['message', 'message', 'message', 'message'],
  ]);
  assert.equal(second.cursor, null);
  await assert.rejects(owner.search({ params, query: { q: 'herring', cursor: 'x' } }), { status: 400 });
  await assert.rejects(owner.search({ params, query: { q: 'herring', limit: '101' } }), { status: 400 });
});

test('[L11.5][A1] killed at any time, everything that was acknowledged is found once after the next start', async () => {
  const directory = await temporaryDirectory();
  const words: string[] = [];
  for (let life = 0; life < 4; life += 1) {
    const { child, client } = await startServed(directory, null);
    for (let count = 0; count < 8; count += 1) {
      const word = `word${life}x${count}`;
      await client.openChat({ params, body: { agentId: agentIdOf('talker'), text: word } });
      words.push(word);
      if (count % 3 === life % 3) await client.search({ params, query: { q: word } });
    }
    if (life === 3) for (const word of words) assert.equal((await hits(client, `"${word}"`)).length, 2, word);
    child.kill();
    await child.ended;
  }
  await rm(directory, { recursive: true, force: true });
});
