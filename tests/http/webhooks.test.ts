import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { openServed } from '../support/apps/served-app.ts';
import { startServed } from '../support/apps/served-process.ts';
import { agent, temporaryDirectory, wait } from '../support/apps/test-app.ts';
import { isSigned, startReceiver } from '../support/http/receiver.ts';
import { say } from '../support/scripted/script-lines.ts';

const params = { workspaceId: localWorkspaceId };
const secret = 'a secret of sixteen'.replaceAll(' ', '-');
const talker = agentIdOf('talker');

test('[V1][P1] workspaces are closed to each other: each webhook gets only its own chats', async () => {
  await using mine = await startReceiver();
  await using theirs = await startReceiver();
  await using app = await openServed({
    script: [say('Yes.')],
    agents: [agent('talker')],
    allowedHosts: [mine.host, theirs.host],
  });
  const { owner } = app;
  const { workspaceId } = await owner.createWorkspace({ body: { name: 'Second' } });
  const hear = (target: typeof params, url: string) =>
    owner.createWebhook({ params: target, body: { url, triggers: ['on-user-message'], secret } });
  const own = await hear(params, mine.url);
  const other = await hear({ workspaceId }, theirs.url);
  for (let count = 0; count < 10; count += 1) {
    await owner.openChat({ params, body: { agentId: talker, text: `mine ${count}` } });
    await owner.openChat({ params: { workspaceId }, body: { agentId: talker, text: `theirs ${count}` } });
  }
  const [heard, heardThere] = [await mine.until(10), await theirs.until(10)];
  assert.ok(heard.every(({ json }) => String(json.data.text).startsWith('mine')));
  assert.ok(heardThere.every(({ json }) => String(json.data.text).startsWith('theirs')));
  assert.deepEqual((await owner.listWebhooks({ params })).results, [own]);
  const there = { ...params, webhookId: other.webhookId };
  for (const asked of [
    owner.listDeliveries({ params: there }),
    owner.testWebhook({ params: there }),
    owner.deleteWebhook({ params: there }),
    owner.changeWebhook({ params: there, body: { isEnabled: false } }),
  ])
    await assert.rejects(asked, { status: 404, code: 'no-such-webhook' });
  const { results } = await owner.listDeliveries({ params: { ...params, webhookId: own.webhookId } });
  const [first] = results;
  const again = { ...params, webhookId: own.webhookId, deliveryId: first?.deliveryId ?? assert.fail('none') };
  assert.equal((await owner.redeliver({ params: again })).status, 'delivered');
  await owner.testWebhook({ params: { ...params, webhookId: own.webhookId } });
  for (let count = own.createdAt; count < own.createdAt + 19; count += 1) await hear(params, mine.url);
  await assert.rejects(hear(params, mine.url), { status: 409, code: 'too-many-webhooks' });
});

test('[V2] killed between a delivery and its cursor, it is delivered again under the same id, and nothing is lost', async () => {
  const directory = await temporaryDirectory();
  let deadly: 'no' | 'before the answer' | 'with the answer' = 'no';
  let kill = () => {};
  await using receiver = await startReceiver(() => {
    if (deadly === 'no') return 204;
    kill();
    return deadly === 'with the answer' ? 204 : 'silence';
  });
  let { child, client } = await startServed(directory, null, [receiver.host]);
  await client.createWebhook({ params, body: { url: receiver.url, triggers: ['on-user-message'], secret } });
  const open = (text: string) => client.openChat({ params, body: { agentId: talker, text } });
  const heard = (text: string) => receiver.received.filter(({ json }) => json.data.text === text);
  for (const way of ['before the answer', 'with the answer', 'before the answer'] as const) {
    const life = receiver.received.length;
    await open(`calm ${life}`);
    while (heard(`calm ${life}`).length === 0) await wait(5);
    kill = () => child.kill();
    deadly = way;
    const last = ['one', 'two', 'three'].map((word) => `${word} ${life}`);
    const opened = await Promise.allSettled(last.map(open));
    await child.ended;
    deadly = 'no';
    ({ child, client } = await startServed(directory, null, [receiver.host]));
    const kept = last.filter((_text, index) => opened[index]?.status === 'fulfilled');
    while (kept.some((text) => heard(text).length === 0)) await wait(5);
    const [first] = receiver.received.slice(life).filter(({ json }) => last.includes(String(json.data.text)));
    while (heard(String(first?.json.data.text)).length < 2) await wait(5);
  }
  const ids = Map.groupBy(receiver.received, ({ json }) => json.position);
  for (const sent of ids.values()) assert.equal(new Set(sent.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.ok(receiver.received.every((one) => isSigned(one, secret)));
  const firsts = [...ids.keys()];
  assert.deepEqual(
    firsts,
    firsts.toSorted((left, right) => left - right),
    'first deliveries are in order',
  );
  child.kill();
  await child.ended;
  await rm(directory, { recursive: true, force: true });
});
