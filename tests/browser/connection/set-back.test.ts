import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { startPostgres } from '../../postgres/server.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, wait } from '../../support/apps/test-app.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { assertSameDrawing } from '../../support/browser/drawn.ts';
import { connect } from '../../support/http/sse.ts';
import { byAgent, inputsOf } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };

test('[W14.1] after PostgreSQL was set back, an open page and one that returns drop the lost events', async () => {
  await using postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = url.slice(url.lastIndexOf('/') + 1);
  await using served = await openServed({
    store: { kind: 'postgres', url },
    agents: [agent('boss'), agent('asker', { tools: ['askUser'] })],
    script: byAgent({
      boss: (request) => [say(`Answer to ${inputsOf(request).at(-1)}`)],
      asker: [call('askUser', { question: 'Which one?' })],
    }),
  });
  const { owner } = served;
  const openChat = (agentName: string, text: string) =>
    owner.openChat({ params, body: { agentId: agentIdOf(agentName), text } });
  const rested = async () => {
    while ((await owner.listChats({ params })).results.some(({ status }) => status === 'active')) await wait(10);
  };
  const { chatId } = await openChat('boss', 'First');
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/chat/${chatId}`);
  await page.getByText('Answer to First').waitFor();
  await rested();
  await withoutConnections(() => postgres.query(`CREATE DATABASE earlier TEMPLATE ${database}`));
  await owner.sendMessage({ params: { ...params, chatId }, body: { text: 'Second' } });
  await openChat('asker', 'Lost chat');
  await page.getByText('Answer to Second').waitFor();
  await page.getByRole('navigation', { name: 'Chats' }).getByText('Lost chat').waitFor();
  await until(async () => (await page.title()).startsWith('(1)'), true);
  await rested();
  const { position } = await owner.listChats({ params });
  await withoutConnections(async () => {
    await postgres.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await postgres.query(`ALTER DATABASE earlier RENAME TO ${database}`);
  });
  await owner.sendMessage({ params: { ...params, chatId }, body: { text: 'Third' } });
  await page.getByText('Answer to Third').waitFor();
  const fresh = await visitor.openTab(`/chat/${chatId}`);
  await fresh.getByText('Answer to Third').waitFor();
  assert.equal(await fresh.getByText('Second').count(), 0);
  assert.doesNotMatch(await fresh.title(), /\(1\)/);
  await assertSameDrawing(page, fresh, 'after the set-back');
  const frames: string[] = [];
  const stream = `/api/workspaces/${localWorkspaceId}/stream?chats=${chatId}&after=${position}`;
  const returning = connect(served.url + stream, { authorization: `Bearer ${served.token}` }, ({ type }) =>
    frames.push(type),
  );
  while (!frames.includes('beat')) await wait(5);
  returning.cut();
  assert.equal(
    frames.find((type) => type !== ''),
    'resync',
  );

  /** As while a replica takes over: every connection is lost, and none is accepted. */
  async function withoutConnections(change: () => Promise<unknown>): Promise<void> {
    await postgres.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await postgres.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
    await wait(100);
    await change();
    await postgres.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  }
});
