import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { Delivery, TriggerName, Webhook, WebhookInput } from '@retinue/protocol';
import {
  agentIdOf,
  deliveryIdOf,
  disabledReasonText,
  localWorkspaceId,
  problemsIn,
  refuse,
  triggerNames,
  webhookInputSchema,
} from '@retinue/protocol';
import { z } from 'zod';
import { accepted, codeOf } from '../../../../tests/support/apps/replies.ts';
import { agent, openTestApp, temporaryDirectory, wait } from '../../../../tests/support/apps/test-app.ts';
import { jumpingClock } from '../../../../tests/support/clocks/jumping-clock.ts';
import { type Answering, isSigned, startReceiver } from '../../../../tests/support/http/receiver.ts';
import { byAgent, bySteps } from '../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../tests/support/scripted/script-lines.ts';
import { backupStore } from '../integrity/backup/backup.ts';
import { triggerShapes } from '../ports/log/triggers.ts';
import { readTool } from '../tools/tools.ts';

const here = { workspaceId: localWorkspaceId };
const secretBytes = Buffer.from('0123456789abcdef01234567');
const secret = `whsec_${secretBytes.toString('base64')}`;

const script = byAgent({
  boss: bySteps([call('newTask', { task: 'Count the boats', subAgentId: 'agt_worker' })], [say('Seven boats.')]),
  worker: bySteps(
    [say('I look.'), call('look', { where: 'harbour' })],
    [call('askUser', { question: 'All of them?', options: ['yes'] })],
    [call('taskResult', { result: 'seven', status: 'success' })],
  ),
});
const look = readTool({
  name: 'look',
  description: 'Looks',
  input: z.strictObject({ where: z.string() }),
  run: () => 'boats',
});

async function openProduct(hosts: string[], clock = jumpingClock(), directory?: string) {
  const app = await openTestApp({
    ...(directory === undefined ? {} : { directory }),
    script,
    tools: [look],
    agents: [
      agent('boss', { subAgents: ['worker'] }),
      agent('worker', { tools: ['look', 'askUser'] }),
      agent('talker'),
    ],
    allowedHosts: hosts,
    replacements: { clock },
  });
  app.retinue.start();
  return { app, clock, webhooks: app.retinue.webhooks };
}

function input(url: string, triggers: readonly TriggerName[] = triggerNames) {
  return { url, triggers: [...triggers], isEnabled: true, secret };
}

async function until<Found>(find: () => Promise<Found | null | undefined | false>): Promise<Found> {
  while (true) {
    const found = await find();
    if (found) return found;
    await wait(5);
  }
}

test('[V1][P5] a webhook gets every trigger that it names, in order, in the documented shapes, and signed', async () => {
  await using receiver = await startReceiver(() => 200);
  const product = await openProduct([receiver.host]);
  await using app = product.app;
  const webhook = accepted(await product.webhooks.create(here, input(receiver.url)));
  const rootId = await app.open('How many boats?');
  const question = await until(async () => (await app.log.readModels.openQuestions(localWorkspaceId))[0]);
  await app.commands.answerQuestion(app.context(), { questionId: question.questionId, answer: 'yes' });
  const received = await receiver.until(6);
  assert.deepEqual(
    received.map(({ json }) => json.type),
    [
      'on-user-message',
      'on-new-task',
      'on-sub-agent-message',
      'on-sub-agent-tool',
      'on-task-waiting',
      'on-task-completed',
    ],
  );
  const [task] = (await app.settled(rootId)).tasks;
  for (const one of received) {
    const { json, headers } = one;
    triggerShapes[json.type as TriggerName].parse(json.data);
    assert.equal(json.chatId, rootId);
    assert.equal(json.taskId, json.type === 'on-user-message' ? null : task?.task.taskId);
    assert.equal(headers['webhook-id'], deliveryIdOf(webhook.webhookId, json.position));
    assert.ok(isSigned(one, secretBytes), 'the signature is that of the secret');
    assert.ok(!isSigned({ ...one, body: `${one.body} ` }, secretBytes));
    const ageSeconds = Date.now() / 1000 - Number(headers['webhook-timestamp']);
    assert.ok(ageSeconds >= 0 && ageSeconds < 300, 'the time of sending, which a receiver checks');
    assert.equal(headers['content-type'], 'application/json');
  }
  assert.deepEqual(received[1]?.json.data.instruction, 'Count the boats');
  assert.deepEqual(received[3]?.json.data.args, { where: 'harbour' });
  assert.deepEqual([received[4]?.json.data.text, received[4]?.json.data.options], ['All of them?', ['yes']]);
  assert.deepEqual([received[5]?.json.data.status, received[5]?.json.data.result], ['success', 'seven']);
  const deliveries = await until(async () => {
    const all = accepted(await product.webhooks.deliveries(localWorkspaceId, webhook.webhookId));
    return all.length === 6 && all;
  });
  assert.deepEqual(
    new Set(deliveries.map(({ status, tries, responseStatus }) => `${status} ${tries} ${responseStatus}`)),
    new Set(['delivered 1 200']),
  );
});

test('[V1] it starts at its creation, skips triggers that it does not name, and sends nothing from while it was disabled', async () => {
  await using receiver = await startReceiver();
  const product = await openProduct([receiver.host]);
  await using app = product.app;
  const say = async (text: string) => {
    const { refusal } = await app.commands.openChat(app.context(), { agentId: agentIdOf('talker'), text });
    assert.equal(refusal, null);
  };
  await say('before');
  const { webhookId } = accepted(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  await say('first');
  await receiver.until(1);
  accepted(await product.webhooks.update(here, webhookId, { isEnabled: false }));
  await say('unheard');
  accepted(await product.webhooks.update(here, webhookId, { isEnabled: true }));
  await say('second');
  accepted(await product.webhooks.update(here, webhookId, { triggers: ['on-task-completed'] }));
  await say('another kind');
  accepted(await product.webhooks.update(here, webhookId, { triggers: ['on-user-message', 'on-new-task'] }));
  await say('third');
  const heard = () => new Map(receiver.received.map(({ headers, json }) => [headers['webhook-id'], json.data.text]));
  await until(async () => [...heard().values()].includes('third'));
  assert.deepEqual([...heard().values()], ['first', 'second', 'third']);
});

test('[V3] a failed delivery is retried with growing waits before the next one, and order is kept', async () => {
  const statuses = [500, 503, 429, 204];
  await using receiver = await startReceiver((_received, count) => statuses[count - 1] ?? 204);
  const product = await openProduct([receiver.host]);
  await using app = product.app;
  const { webhookId } = accepted(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  const rootId = await app.open('one', 'talker');
  const waits: number[] = [];
  for (let tries = 1; tries <= 3; tries += 1) {
    await receiver.until(tries);
    const pending = await until(async () => {
      const [first] = accepted(await product.webhooks.deliveries(localWorkspaceId, webhookId));
      return first?.tries === tries && first;
    });
    assert.deepEqual([pending.status, pending.responseStatus], ['pending', statuses[tries - 1]]);
    if (tries === 1) await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'two' });
    const waitMs = (pending.nextTryAt ?? 0) - product.clock.now();
    waits.push(waitMs);
    product.clock.jump(waitMs + 1);
  }
  const received = await receiver.until(5);
  assert.deepEqual(
    received.map(({ json }) => json.data.text),
    ['one', 'one', 'one', 'one', 'two'],
  );
  const seconds = waits.map((ms) => ms / 1000);
  for (const [index, least] of [4, 24, 96].entries()) {
    assert.ok((seconds[index] ?? 0) > least - 1 && (seconds[index] ?? 0) <= (least * 3) / 2, `${seconds}`);
  }
  assert.equal(new Set(received.slice(0, 4).map(({ headers }) => headers['webhook-id'])).size, 1);
});

test('[V3] it is given up after a number of attempts and says so; the next one continues; after five in a row the webhook is disabled', async () => {
  let answering: Answering = ({ json }) => (json.data.text === 'fine' ? 204 : 500);
  await using receiver = await startReceiver((...given) => answering(...given));
  await using other = await startReceiver();
  const product = await openProduct([receiver.host, other.host]);
  await using app = product.app;
  const { webhookId } = accepted(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  accepted(await product.webhooks.create(here, input(other.url, ['on-user-message'])));
  const rootId = await app.open('bad', 'talker');
  const send = (text: string) => app.commands.sendMessage(app.context(), { threadId: rootId, text });
  const newest = async () => accepted(await product.webhooks.deliveries(localWorkspaceId, webhookId))[0];
  const isOver = async (count: number) => {
    const all = accepted(await product.webhooks.deliveries(localWorkspaceId, webhookId));
    return all.filter(({ status }) => status !== 'pending').length >= count;
  };
  const runOut = (count: number) =>
    until(async () => {
      const waits = await newest();
      if (waits?.nextTryAt) product.clock.jump(Math.max(0, waits.nextTryAt - product.clock.now()));
      return isOver(count);
    });
  await runOut(1);
  const given = await newest();
  assert.deepEqual([given?.status, given?.tries, given?.responseStatus], ['failed', 8, 500]);
  const { host } = new URL(receiver.url);
  assert.deepEqual(given?.lastError, { code: 'answered', host, status: 500 });
  await send('fine');
  await until(() => isOver(2));
  for (let count = 0; count < 4; count += 1) await send('bad');
  await runOut(6);
  assert.equal(await enabled(product, webhookId), true);
  answering = () => 400;
  await send('refused');
  await runOut(7);
  const refused = await newest();
  assert.deepEqual([refused?.status, refused?.tries], ['failed', 3], 'who says no is not asked eight times');
  const disabled = await until(async () => {
    const found = await find(product, webhookId);
    return !found.isEnabled && found;
  });
  const failing = { code: 'failing', failed: 5, lastError: { code: 'answered', host, status: 400 } } as const;
  assert.deepEqual(disabled.disabledReason, failing);
  assert.equal(disabledReasonText(failing), `5 deliveries in a row failed. Last error: ${host} answered 400.`);
  const told = receiver.received.length;
  await send('nobody hears');
  await other.until(8);
  assert.equal(receiver.received.length, told);
  accepted(await product.webhooks.update(here, webhookId, { isEnabled: true }));
  answering = () => 204;
  assert.equal((await find(product, webhookId)).disabledReason, null);
  await send('back');
  await until(async () => (await newest())?.status === 'delivered');
  assert.equal(receiver.received.at(-1)?.json.data.text, 'back');
});

test('[V3] a server that replies that it is gone gets no more deliveries', async () => {
  await using receiver = await startReceiver(() => 410);
  const product = await openProduct([receiver.host]);
  await using app = product.app;
  const { webhookId } = accepted(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  await app.open('hello', 'talker');
  const { disabledReason } = await until(async () => {
    const found = await find(product, webhookId);
    return !found.isEnabled && found;
  });
  assert.deepEqual(disabledReason, { code: 'gone', status: 410 });
});

test('[V3] sentences that an earlier release stored as reasons are read and shown as they are', async () => {
  await using receiver = await startReceiver(() => 204);
  const directory = await temporaryDirectory();
  const earlier = await openProduct([receiver.host], jumpingClock(), directory);
  const { webhookId } = accepted(await earlier.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  await earlier.app.open('hello', 'talker');
  await until(async () => accepted(await earlier.webhooks.deliveries(localWorkspaceId, webhookId))[0]);
  await earlier.app[Symbol.asyncDispose]();
  const reason = 'Its server says that it is gone (410).';
  const error = `${receiver.host} answered 410.`;
  using database = new DatabaseSync(join(directory, 'retinue.db'));
  const change = (kind: string, changes: string, value: string) =>
    database
      .prepare(`UPDATE record SET data = json_set(data, ${changes}), checksum = NULL WHERE kind = ?`)
      .run(value, kind);
  change('webhook', "'$.isEnabled', json('false'), '$.disabledReason', ?", reason);
  change('deliveries', "'$.deliveries[0].status', 'failed', '$.deliveries[0].lastError', ?", error);
  database.close();
  const product = await openProduct([receiver.host], jumpingClock(), directory);
  await using app = product.app;
  assert.deepEqual((await find(product, webhookId)).disabledReason, { code: 'text', text: reason });
  const [delivery] = accepted(await product.webhooks.deliveries(localWorkspaceId, webhookId));
  assert.deepEqual(delivery?.lastError, { code: 'text', text: error });
  assert.equal(disabledReasonText({ code: 'text', text: reason }), reason);
  assert.deepEqual([await app.retinue.workspaces.damagedSettings(localWorkspaceId), await app.findings()], [[], []]);
});

test('[V3] a silent or missing server delays no other, and is dropped when the server stops', async () => {
  await using silent = await startReceiver(() => 'silence');
  await using other = await startReceiver();
  const gone = await startReceiver();
  await gone[Symbol.asyncDispose]();
  const product = await openProduct([silent.host, other.host, gone.host]);
  await using app = product.app;
  const { webhookId } = accepted(await product.webhooks.create(here, input(silent.url, ['on-user-message'])));
  const away = accepted(await product.webhooks.create(here, input(gone.url, ['on-user-message'])));
  accepted(await product.webhooks.create(here, input(other.url, ['on-user-message'])));
  const rootId = await app.open('one', 'talker');
  for (let count = 0; count < 60; count += 1)
    await app.commands.sendMessage(app.context(), { threadId: rootId, text: `${count}` });
  const heard = await other.until(61);
  assert.deepEqual(
    heard.slice(1).map(({ json }) => Number(json.data.text)),
    Array.from({ length: 60 }, (_, count) => count),
  );
  await silent.until(1);
  const failed = await until(async () => {
    const [first] = accepted(await product.webhooks.deliveries(localWorkspaceId, away.webhookId));
    return first?.tries === 1 && first;
  });
  assert.deepEqual(failed.lastError, { code: 'unreachable', host: new URL(gone.url).host, network: 'ECONNREFUSED' });
  assert.equal(silent.received.length, 1);
  await app.stop();
  assert.deepEqual(app.problems, []);
  assert.ok(webhookId);
});

test('[V5] the last fifty deliveries are kept; each can be sent again under its id, and a test can be sent', async () => {
  let status = 204;
  await using receiver = await startReceiver(() => status);
  const product = await openProduct([receiver.host]);
  await using app = product.app;
  const { webhookId } = accepted(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  const rootId = await app.open('0', 'talker');
  for (let count = 1; count < 60; count += 1)
    await app.commands.sendMessage(app.context(), { threadId: rootId, text: `${count}` });
  await receiver.until(60);
  const list = async () => accepted(await product.webhooks.deliveries(localWorkspaceId, webhookId));
  const kept = await until(async () => {
    const all = await list();
    return all[0]?.position === receiver.received.at(-1)?.json.position && all;
  });
  assert.equal(kept.length, 50);
  const chosen: Delivery = kept[10] ?? assert.fail('no delivery');
  const again = accepted(await product.webhooks.redeliver(localWorkspaceId, webhookId, chosen.deliveryId));
  assert.deepEqual([again.status, again.tries], ['delivered', 2]);
  assert.equal(receiver.received.at(-1)?.headers['webhook-id'], chosen.deliveryId);
  assert.equal(receiver.received.at(-1)?.json.position, chosen.position);
  status = 500;
  const failed = accepted(await product.webhooks.redeliver(localWorkspaceId, webhookId, chosen.deliveryId));
  assert.deepEqual([failed.status, failed.tries, failed.responseStatus], ['delivered', 3, 500]);
  assert.equal((await list()).find(({ deliveryId }) => deliveryId === chosen.deliveryId)?.tries, 3);
  const tested = await product.webhooks.test(localWorkspaceId, webhookId);
  const failed500 = refuse('webhook-failed', {
    problem: { code: 'answered', host: new URL(receiver.url).host, status: 500 },
    responseStatus: 500,
  });
  assert.deepEqual(tested, failed500);
  assert.equal(receiver.received.at(-1)?.json.type, 'test');
  assert.ok(isSigned(receiver.received.at(-1) ?? assert.fail('no test'), secretBytes));
  const ghost = deliveryIdOf(webhookId, 999_999);
  assert.equal(codeOf(await product.webhooks.redeliver(localWorkspaceId, webhookId, ghost)), 'no-such-delivery');
  accepted(await product.webhooks.remove(here, webhookId));
  assert.equal(codeOf(await product.webhooks.deliveries(localWorkspaceId, webhookId)), 'no-such-webhook');
  assert.deepEqual(await app.retinue.records.list(localWorkspaceId, 'deliveries'), []);
});

test('[V4] its secret is in no view, record, request, backup or error', async () => {
  await using receiver = await startReceiver();
  await using second = await startReceiver();
  const product = await openProduct([receiver.host, second.host]);
  await using app = product.app;
  const idempotency = { key: 'k1', request: JSON.stringify(input(receiver.url)) };
  const create = () =>
    product.webhooks.create({ ...here, idempotency }, { ...input(receiver.url), secret: 'canary-canary-canary' });
  const made = accepted(await create());
  assert.deepEqual(accepted(await create()), made);
  assert.deepEqual(await product.webhooks.list(localWorkspaceId), [made]);
  const secret = 'canary-canary-second';
  accepted(await product.webhooks.update(here, made.webhookId, { url: second.url, secret }));
  await app.open('hello', 'talker');
  const [first] = await second.until(1);
  assert.ok(isSigned(first ?? assert.fail('nothing came'), secret));
  const lines = await Array.fromAsync(backupStore({ kind: 'sqlite', directory: app.directory }, 0));
  assert.ok(!lines.join('').includes('canary'));
  assert.ok(!inspect([made, app.problems], { depth: 9 }).includes('canary'));
});

test('[V50] another host clears the secret: nothing is sent there until one is set', async () => {
  await using receiver = await startReceiver();
  await using second = await startReceiver();
  const product = await openProduct([receiver.host, second.host]);
  await using app = product.app;
  const { webhookId } = accepted(await product.webhooks.create(here, input(receiver.url)));
  accepted(await product.webhooks.update(here, webhookId, { url: `${receiver.url}other` }));
  accepted(await product.webhooks.test(localWorkspaceId, webhookId));
  const moved = accepted(await product.webhooks.update(here, webhookId, { url: second.url }));
  assert.deepEqual([moved.isEnabled, moved.disabledReason], [false, { code: 'host-changed' }]);
  await app.open('hello', 'talker');
  assert.equal(codeOf(await product.webhooks.test(localWorkspaceId, webhookId)), 'webhook-failed');
  const refused = await product.webhooks.update(here, webhookId, { isEnabled: true });
  assert.deepEqual(refused, refuse('no-webhook-secret', { webhookId }));
  assert.equal(second.connections, 0);
  const secret = 'a-new-secret-of-some-length';
  accepted(await product.webhooks.update(here, webhookId, { isEnabled: true, secret }));
  await app.open('hello again', 'talker');
  const [first] = await second.until(1);
  assert.ok(isSigned(first ?? assert.fail('nothing came'), secret));
});

test('[V4.1][O3] nothing is sent off the public internet; the delivery says why', async () => {
  await using canary = await startReceiver();
  const directory = await temporaryDirectory();
  const { port } = new URL(canary.url);
  const urls = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://2130706433:${port}/`,
    `http://[::1]:${port}/`,
  ];
  // They were allowed when they were saved, and are not any more.
  const allowed = ['127.0.0.1', 'localhost', '::1'].map((host) => `${host}:${port}`);
  const earlier = await openProduct(allowed, jumpingClock(), directory);
  const made = await Promise.all(urls.map(async (url) => accepted(await earlier.webhooks.create(here, input(url)))));
  await earlier.app[Symbol.asyncDispose]();
  const product = await openProduct([], jumpingClock(), directory);
  await using app = product.app;
  await app.open('hello', 'talker');
  for (const { webhookId } of made) {
    const [first] = await until(async () => {
      const all = accepted(await product.webhooks.deliveries(localWorkspaceId, webhookId));
      return all.length > 0 && all;
    });
    assert.ok(first?.lastError?.code === 'address-refused');
    assert.match(first.lastError.problem.code, /closed-port|not-public/);
    const tested = await product.webhooks.test(localWorkspaceId, webhookId);
    assert.equal(codeOf(tested), 'webhook-failed');
  }
  assert.equal(canary.connections, 0);
});

test('[V4.1] a redirect is not followed', async () => {
  await using receiver = await startReceiver(() => 302);
  const product = await openProduct([receiver.host]);
  await using app = product.app;
  const { webhookId } = accepted(await product.webhooks.create(here, input(receiver.url)));
  const code = codeOf(await product.webhooks.test(localWorkspaceId, webhookId));
  assert.deepEqual([code, receiver.received.length, app.problems], ['webhook-failed', 1, []]);
});

const wrong: [changes: Partial<WebhookInput>, message: RegExp][] = [
  [{ url: 'ftp://example.com' }, /url must be an http or https address/],
  [{ url: 'https://user:pass@example.com/' }, /must have no user name/],
  [{ triggers: [] }, /triggers must not be empty/],
  [{ triggers: ['on-full-moon' as never] }, /triggers\.0/],
  [{ secret: 'short' }, /secret must be 16 to 200/],
];
for (const [changes, message] of wrong) {
  test(`[V4.2] ${JSON.stringify(changes)} is refused at its path`, () => {
    const { error } = webhookInputSchema.safeParse({ ...input('https://example.com/'), ...changes });
    assert.match(error ? problemsIn(error) : '', message);
  });
}

async function find(
  { webhooks }: { webhooks: Awaited<ReturnType<typeof openProduct>>['webhooks'] },
  webhookId: string,
): Promise<Webhook> {
  const all = await webhooks.list(localWorkspaceId);
  return all.find((webhook) => webhook.webhookId === webhookId) ?? assert.fail('no webhook');
}

async function enabled(product: Parameters<typeof find>[0], webhookId: string): Promise<boolean> {
  return (await find(product, webhookId)).isEnabled;
}
