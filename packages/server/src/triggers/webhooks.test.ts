import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { Delivery, TriggerName, Webhook, WebhookInput } from '@retinue/protocol';
import { agentIdOf, deliveryIdOf, localWorkspaceId, triggerNames, triggerShapes, wordsOf } from '@retinue/protocol';
import { z } from 'zod';
import { agent, openHouse, temporaryDirectory, wait } from '../../../../tests/support/house.ts';
import { jumpingClock } from '../../../../tests/support/jumping-clock.ts';
import { type Answering, isSigned, startReceiver } from '../../../../tests/support/receiver.ts';
import { backupStore } from '../integrity/backup/backup.ts';
import { byAgent, bySteps } from '../models/script.ts';
import { call, say } from '../models/script-lines.ts';
import type { RecordReply } from '../ports/records.ts';
import { readTool } from '../tools/read-tool.ts';

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
  const house = await openHouse({
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
  house.retinue.start();
  return { house, clock, webhooks: house.retinue.webhooks };
}

function input(url: string, triggers: readonly TriggerName[] = triggerNames): WebhookInput {
  return { url, triggers: [...triggers], secret };
}

function done<Done>(reply: RecordReply<Done>): Done {
  return reply.refusal === null ? reply.done : assert.fail(wordsOf(reply.refusal));
}

async function until<Found>(find: () => Promise<Found | null | undefined | false>): Promise<Found> {
  while (true) {
    const found = await find();
    if (found) return found;
    await wait(5);
  }
}

test('[V1][P5] a webhook is told of everything that it names, in order, in the documented shapes, and signed', async () => {
  await using receiver = await startReceiver(() => 200);
  const product = await openProduct([receiver.host]);
  await using house = product.house;
  const webhook = done(await product.webhooks.create(here, input(receiver.url)));
  const rootId = await house.open('How many boats?');
  const question = await until(async () => (await house.log.readModels.openQuestions(localWorkspaceId))[0]);
  done(await house.commands.answerQuestion(house.wish(), { questionId: question.questionId, answer: 'yes' }));
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
  const [task] = (await house.settled(rootId)).tasks;
  for (const one of received) {
    const { json, headers } = one;
    triggerShapes[json.type as TriggerName].parse(json.data);
    assert.equal(json.chatId, rootId);
    assert.equal(json.taskId, json.type === 'on-user-message' ? null : task?.task.taskId);
    assert.equal(headers['webhook-id'], deliveryIdOf(webhook.webhookId, json.position));
    assert.ok(isSigned(one, secretBytes), 'the signature is that of the secret');
    assert.ok(!isSigned({ ...one, body: `${one.body} ` }, secretBytes));
    assert.equal(headers['content-type'], 'application/json');
  }
  assert.deepEqual(received[1]?.json.data.instruction, 'Count the boats');
  assert.deepEqual(received[3]?.json.data.args, { where: 'harbour' });
  assert.deepEqual([received[4]?.json.data.text, received[4]?.json.data.options], ['All of them?', ['yes']]);
  assert.deepEqual([received[5]?.json.data.status, received[5]?.json.data.result], ['success', 'seven']);
  const deliveries = await until(async () => {
    const all = done(await product.webhooks.deliveries(localWorkspaceId, webhook.webhookId));
    return all.length === 6 && all;
  });
  assert.deepEqual(
    new Set(deliveries.map(({ status, tries, responseStatus }) => `${status} ${tries} ${responseStatus}`)),
    new Set(['delivered 1 200']),
  );
});

test('[V1] it begins when it is there, leaves out what it does not name, and nothing is sent of what happened while it was disabled', async () => {
  await using receiver = await startReceiver();
  const product = await openProduct([receiver.host]);
  await using house = product.house;
  const say = async (text: string) => {
    const { refusal } = await house.commands.openChat(house.wish(), { agentId: agentIdOf('talker'), text });
    assert.equal(refusal, null);
  };
  await say('before');
  const { webhookId } = done(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  await say('first');
  await receiver.until(1);
  done(await product.webhooks.update(here, webhookId, { isEnabled: false }));
  await say('unheard');
  done(await product.webhooks.update(here, webhookId, { isEnabled: true }));
  await say('second');
  done(await product.webhooks.update(here, webhookId, { triggers: ['on-task-completed'] }));
  await say('another kind');
  done(await product.webhooks.update(here, webhookId, { triggers: ['on-user-message', 'on-new-task'] }));
  await say('third');
  const heard = () => new Map(receiver.received.map(({ headers, json }) => [headers['webhook-id'], json.data.text]));
  await until(async () => [...heard().values()].includes('third'));
  assert.deepEqual([...heard().values()], ['first', 'second', 'third']);
});

test('[V3] a delivery that fails is tried again with growing waits before the next one, and order is kept', async () => {
  const statuses = [500, 503, 429, 204];
  await using receiver = await startReceiver((_received, count) => statuses[count - 1] ?? 204);
  const product = await openProduct([receiver.host]);
  await using house = product.house;
  const { webhookId } = done(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  const rootId = await house.open('one', 'talker');
  const waits: number[] = [];
  for (let tries = 1; tries <= 3; tries += 1) {
    await receiver.until(tries);
    const pending = await until(async () => {
      const [first] = done(await product.webhooks.deliveries(localWorkspaceId, webhookId));
      return first?.tries === tries && first;
    });
    assert.deepEqual([pending.status, pending.responseStatus], ['pending', statuses[tries - 1]]);
    if (tries === 1) done(await house.commands.sendMessage(house.wish(), { threadId: rootId, text: 'two' }));
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

test('[V3] it is given up after so many tries and says so; the next one goes on; after five in a row the webhook is disabled', async () => {
  let answering: Answering = ({ json }) => (json.data.text === 'fine' ? 204 : 500);
  await using receiver = await startReceiver((...given) => answering(...given));
  await using other = await startReceiver();
  const product = await openProduct([receiver.host, other.host]);
  await using house = product.house;
  const { webhookId } = done(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  done(await product.webhooks.create(here, input(other.url, ['on-user-message'])));
  const rootId = await house.open('bad', 'talker');
  const send = (text: string) => house.commands.sendMessage(house.wish(), { threadId: rootId, text });
  const newest = async () => done(await product.webhooks.deliveries(localWorkspaceId, webhookId))[0];
  const isOver = async (count: number) => {
    const all = done(await product.webhooks.deliveries(localWorkspaceId, webhookId));
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
  assert.match(given?.lastError ?? '', /answered 500/);
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
  assert.match(
    disabled.disabledReason ?? '',
    /^5 deliveries in a row had to be given up\. The last one: .*answered 400/,
  );
  const told = receiver.received.length;
  await send('nobody hears');
  await other.until(8);
  assert.equal(receiver.received.length, told);
  done(await product.webhooks.update(here, webhookId, { isEnabled: true }));
  answering = () => 204;
  assert.equal((await find(product, webhookId)).disabledReason, null);
  await send('back');
  await until(async () => (await newest())?.status === 'delivered');
  assert.equal(receiver.received.at(-1)?.json.data.text, 'back');
});

test('[V3] a server that says it is gone is not asked again', async () => {
  await using receiver = await startReceiver(() => 410);
  const product = await openProduct([receiver.host]);
  await using house = product.house;
  const { webhookId } = done(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  await house.open('hello', 'talker');
  const { disabledReason } = await until(async () => {
    const found = await find(product, webhookId);
    return !found.isEnabled && found;
  });
  assert.match(disabledReason ?? '', /gone \(410\)/);
});

test('[V3] one that is silent or away holds up nobody, and is let go of when the server stops', async () => {
  await using silent = await startReceiver(() => 'silence');
  await using other = await startReceiver();
  const gone = await startReceiver();
  await gone[Symbol.asyncDispose]();
  const product = await openProduct([silent.host, other.host, gone.host]);
  await using house = product.house;
  const { webhookId } = done(await product.webhooks.create(here, input(silent.url, ['on-user-message'])));
  const away = done(await product.webhooks.create(here, input(gone.url, ['on-user-message'])));
  done(await product.webhooks.create(here, input(other.url, ['on-user-message'])));
  const rootId = await house.open('one', 'talker');
  for (let count = 0; count < 60; count += 1)
    await house.commands.sendMessage(house.wish(), { threadId: rootId, text: `${count}` });
  const heard = await other.until(61);
  assert.deepEqual(
    heard.slice(1).map(({ json }) => Number(json.data.text)),
    Array.from({ length: 60 }, (_, count) => count),
  );
  await silent.until(1);
  const failed = await until(async () => {
    const [first] = done(await product.webhooks.deliveries(localWorkspaceId, away.webhookId));
    return first?.tries === 1 && first;
  });
  assert.match(failed.lastError ?? '', /^127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED\)\.$/);
  assert.equal(silent.received.length, 1);
  await house.stop();
  assert.deepEqual(house.problems, []);
  assert.ok(webhookId);
});

test('[V5] the last fifty deliveries are kept; one is sent again under its id, and a test can be sent', async () => {
  let status = 204;
  await using receiver = await startReceiver(() => status);
  const product = await openProduct([receiver.host]);
  await using house = product.house;
  const { webhookId } = done(await product.webhooks.create(here, input(receiver.url, ['on-user-message'])));
  const rootId = await house.open('0', 'talker');
  for (let count = 1; count < 60; count += 1)
    await house.commands.sendMessage(house.wish(), { threadId: rootId, text: `${count}` });
  await receiver.until(60);
  const list = async () => done(await product.webhooks.deliveries(localWorkspaceId, webhookId));
  const kept = await until(async () => {
    const all = await list();
    return all[0]?.position === receiver.received.at(-1)?.json.position && all;
  });
  assert.equal(kept.length, 50);
  const chosen: Delivery = kept[10] ?? assert.fail('no delivery');
  const again = done(await product.webhooks.redeliver(localWorkspaceId, webhookId, chosen.deliveryId));
  assert.deepEqual([again.status, again.tries], ['delivered', 2]);
  assert.equal(receiver.received.at(-1)?.headers['webhook-id'], chosen.deliveryId);
  assert.equal(receiver.received.at(-1)?.json.position, chosen.position);
  status = 500;
  const failed = done(await product.webhooks.redeliver(localWorkspaceId, webhookId, chosen.deliveryId));
  assert.deepEqual([failed.status, failed.tries, failed.responseStatus], ['delivered', 3, 500]);
  assert.equal((await list()).find(({ deliveryId }) => deliveryId === chosen.deliveryId)?.tries, 3);
  const tested = done(await product.webhooks.test(localWorkspaceId, webhookId));
  assert.deepEqual([tested.ok, tested.responseStatus], [false, 500]);
  assert.match(tested.words ?? '', /answered 500/);
  assert.equal(receiver.received.at(-1)?.json.type, 'test');
  assert.ok(isSigned(receiver.received.at(-1) ?? assert.fail('no test'), secretBytes));
  const ghost = deliveryIdOf(webhookId, 999_999);
  const { refusal } = await product.webhooks.redeliver(localWorkspaceId, webhookId, ghost);
  assert.equal(refusal?.code, 'no-such-delivery');
  done(await product.webhooks.remove(here, webhookId));
  assert.equal((await product.webhooks.deliveries(localWorkspaceId, webhookId)).refusal?.code, 'no-such-webhook');
  assert.deepEqual(await house.retinue.records.list(localWorkspaceId, 'deliveries'), []);
});

test('[V4] its secret is in no view, record, request, backup or error', async () => {
  await using receiver = await startReceiver();
  await using second = await startReceiver();
  const product = await openProduct([receiver.host, second.host]);
  await using house = product.house;
  const once = { key: 'k1', request: JSON.stringify(input(receiver.url)) };
  const create = () =>
    product.webhooks.create({ ...here, once }, { ...input(receiver.url), secret: 'canary-canary-canary' });
  const made = done(await create());
  assert.deepEqual(done(await create()), made);
  assert.deepEqual(await product.webhooks.list(localWorkspaceId), [made]);
  const secret = 'canary-canary-second';
  done(await product.webhooks.update(here, made.webhookId, { url: second.url, secret }));
  await house.open('hello', 'talker');
  const [first] = await second.until(1);
  assert.ok(isSigned(first ?? assert.fail('nothing came'), secret));
  const lines = await Array.fromAsync(backupStore({ kind: 'sqlite', directory: house.directory }, 0));
  assert.ok(!lines.join('').includes('canary'));
  assert.ok(!inspect([made, house.problems], { depth: 9 }).includes('canary'));
});

test('[V50] another host clears the secret: nothing is sent there until one is set', async () => {
  await using receiver = await startReceiver();
  await using second = await startReceiver();
  const product = await openProduct([receiver.host, second.host]);
  await using house = product.house;
  const { webhookId } = done(await product.webhooks.create(here, input(receiver.url)));
  done(await product.webhooks.update(here, webhookId, { url: `${receiver.url}other` }));
  assert.equal(done(await product.webhooks.test(localWorkspaceId, webhookId)).ok, true, 'the same host keeps it');
  const moved = done(await product.webhooks.update(here, webhookId, { url: second.url }));
  assert.deepEqual([moved.isEnabled, /its secret was cleared/.test(moved.disabledReason ?? '')], [false, true]);
  await house.open('hello', 'talker');
  assert.equal(done(await product.webhooks.test(localWorkspaceId, webhookId)).ok, false);
  const refused = await product.webhooks.update(here, webhookId, { isEnabled: true });
  assert.match(refused.refusal ? wordsOf(refused.refusal) : '', /it has no secret/);
  assert.equal(second.connections, 0);
  const secret = 'a-new-secret-of-some-length';
  done(await product.webhooks.update(here, webhookId, { isEnabled: true, secret }));
  await house.open('hello again', 'talker');
  const [first] = await second.until(1);
  assert.ok(isSigned(first ?? assert.fail('nothing came'), secret));
});

test('[V4][O3] nothing is sent to what is not on the open internet; the delivery says why', async () => {
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
  const made = await Promise.all(urls.map(async (url) => done(await earlier.webhooks.create(here, input(url)))));
  await earlier.house[Symbol.asyncDispose]();
  const product = await openProduct([], jumpingClock(), directory);
  await using house = product.house;
  await house.open('hello', 'talker');
  for (const { webhookId } of made) {
    const [first] = await until(async () => {
      const all = done(await product.webhooks.deliveries(localWorkspaceId, webhookId));
      return all.length > 0 && all;
    });
    assert.match(first?.lastError ?? '', /Nothing is sent to port|not on the open internet/);
    const tested = done(await product.webhooks.test(localWorkspaceId, webhookId));
    assert.equal(tested.ok, false);
  }
  assert.equal(canary.connections, 0);
});

test('[V4] a redirect is not followed', async () => {
  await using receiver = await startReceiver(() => 302);
  const product = await openProduct([receiver.host]);
  await using house = product.house;
  const { webhookId } = done(await product.webhooks.create(here, input(receiver.url)));
  const { ok } = done(await product.webhooks.test(localWorkspaceId, webhookId));
  assert.deepEqual([ok, receiver.received.length, house.problems], [false, 1, []]);
});

const wrong: [changes: Partial<WebhookInput>, words: RegExp][] = [
  [{ url: 'ftp://example.com' }, /url must be an http or https address/],
  [{ url: 'https://user:pass@example.com/' }, /must have no user name/],
  [{ triggers: [] }, /must name at least one trigger/],
  [{ triggers: ['on-full-moon' as never] }, /triggers\.0/],
  [{ secret: 'short' }, /secret must be one word of 16/],
];
for (const [changes, words] of wrong) {
  test(`[V4] ${JSON.stringify(changes)} is refused in words`, async () => {
    const product = await openProduct([]);
    await using house = product.house;
    const { refusal } = await product.webhooks.create(here, { ...input('https://example.com/'), ...changes });
    assert.equal(refusal?.code, 'invalid-webhook');
    assert.match(refusal ? wordsOf(refusal) : '', words);
    assert.deepEqual(await house.retinue.webhooks.list(localWorkspaceId), []);
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
