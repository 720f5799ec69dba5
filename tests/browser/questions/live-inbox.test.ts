import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { type RestartingServer, startRestarting } from '../../support/apps/restarting-server.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { CutProxy } from '../../support/http/cut-proxy.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };

async function openChat({ owner }: RestartingServer, agentName: string): Promise<void> {
  await owner.openChat({ params, body: { agentId: agentIdOf(agentName), text: `Ask me, ${agentName}` } });
}

async function answerOldest({ owner }: RestartingServer): Promise<void> {
  const { results } = await owner.listOpenQuestions({ params, query: {} });
  const { chatId, questionId } = results.find(({ kind }) => kind === 'answer') ?? assert.fail('nothing is open');
  await owner.answerQuestion({ params: { ...params, chatId, questionId }, body: { answer: 'That' } });
}

async function assertAsked({ owner }: RestartingServer, count: number): Promise<void> {
  await until(async () => (await owner.listOpenQuestions({ params, query: {} })).results.length, count);
}

test('[S79.2] the inbox, its count and the title follow while questions come and go, with one request in all', async () => {
  await using proxy = await CutProxy.start();
  await using server = await startRestarting(proxy.url);
  proxy.port = Number(new URL(server.url).port);
  await using visitor = await visit({ owner: server.owner, url: proxy.url });
  const { page } = visitor;
  const requests: string[] = [];
  page.on('request', (request) => /\/questions(\?|$)/.test(request.url()) && requests.push(request.url()));
  await page.reload();
  await page.getByRole('link', { name: /^Inbox/ }).click();
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  const assertShown = async (count: number) => {
    await until(() => waiting.getByRole('article').count(), count);
    await until(() => page.title(), count > 0 ? `(${count}) Retinue` : 'Retinue');
    await until(
      async () => /\d+/.exec(await page.getByRole('link', { name: /^Inbox/ }).innerText())?.[0] ?? '0',
      `${count}`,
    );
  };
  await assertShown(0);
  for (const name of ['asker', 'mailer', 'teller']) await openChat(server, name);
  await assertShown(3);
  await answerOldest(server);
  await assertShown(2);
  proxy.cut();
  await answerOldest(server);
  await openChat(server, 'asker');
  await openChat(server, 'asker');
  await assertAsked(server, 3);
  proxy.reopen(false);
  await assertShown(3);
  proxy.cut();
  await answerOldest(server);
  await assertAsked(server, 2);
  await server.kill();
  await server.startAgain();
  proxy.reopen(false);
  await assertShown(2);
  assert.equal(requests.length, 1, requests.join('\n'));
});
