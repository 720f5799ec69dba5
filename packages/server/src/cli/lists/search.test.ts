import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { SearchPage } from '@retinue/protocol';
import { triggerNames } from '@retinue/protocol';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { openServed } from '../../../../../tests/support/apps/served-app.ts';
import { agent, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { startReceiver } from '../../../../../tests/support/http/receiver.ts';
import { say } from '../../../../../tests/support/scripted/script-lines.ts';
import { writeRichStore } from '../../../../../tests/support/stores/rich-store.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';

let folder = '';
let store: StorePlace;
before(async () => {
  folder = await temporaryDirectory();
  store = { kind: 'sqlite', directory: join(folder, 'store') };
  await writeRichStore(store.directory);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('[K27] search shows hits by chat, without anything that moves the cursor', async () => {
  const json = await dispatched(store, ['search', 'the', '--json']);
  const { results }: SearchPage = JSON.parse(json.stdout);
  const [group] = results;
  assert.ok(group && group.hits.length > 0, json.stdout);
  const drawn = await dispatched(store, ['search', 'the']);
  assert.equal(drawn.code, 0);
  assert.ok(drawn.stdout.includes(group.chatId));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches these
  assert.doesNotMatch(drawn.stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  const none = await dispatched(store, ['search', 'no', 'such', 'words', 'here']);
  assert.deepEqual([none.code, none.stdout, none.stderr], [0, '', 'No results for "no such words here".\n']);
  const empty = await dispatched(store, ['search']);
  assert.equal(empty.code, 2);
  assert.match(empty.stderr, /search needs a query/);
});

test('[K27][K22] with a running server, its index is used, and shows the same', async () => {
  await using app = await openServed({ script: [say('Herring it is.')], agents: [agent('orchestrator')] });
  const place: StorePlace = { kind: 'sqlite', directory: app.directory };
  const params = { workspaceId: 'ws_local' as never };
  await app.owner.openChat({ params, body: { text: 'Which fish?' } });
  const { stdout } = await dispatched(place, ['search', 'fish']);
  assert.match(stdout, /^Which fish\? {2}thr_\w+\n {2}message of a person, just now: Which fish\?\n$/);
});

test('[K28] webhooks are listed, added, removed and redelivered through the server', async () => {
  await using receiver = await startReceiver();
  await using app = await openServed({
    script: [say('Yes.')],
    agents: [agent('orchestrator')],
    allowedHosts: [receiver.host],
  });
  const place: StorePlace = { kind: 'sqlite', directory: app.directory };
  const on = (...words: string[]) => dispatched(place, ['webhooks', ...words]);
  assert.equal((await on('list')).stdout, 'No webhooks.\n');
  const added = await on('add', receiver.url, '--triggers', 'on-user-message');
  assert.match(added.stdout, /^whk_\w+ {2}http.*\(on-user-message\)\nSecret, shown only once: whsec_\S+\n$/);
  const [webhookId = ''] = /whk_\w+/.exec(added.stdout) ?? [];
  await app.owner.openChat({ params: { workspaceId: 'ws_local' as never }, body: { text: 'Hello' } });
  const [first] = await receiver.until(1);
  const deliveryId = String(first?.headers['webhook-id']);
  const again = await on('redeliver', webhookId, deliveryId);
  assert.match(again.stdout, new RegExp(`^${deliveryId} {2}delivered {2}on-user-message, just now, \\d attempts?\\n$`));
  assert.match((await on('deliveries', webhookId)).stdout, new RegExp(`^${deliveryId} `));
  assert.equal((await on('remove', webhookId)).stdout, `Removed ${webhookId}.\n`);
  assert.equal((await on('remove', webhookId)).code, 2);
  const all = JSON.parse((await on('add', receiver.url, '--json', '--secret', 'one-of-sixteen-characters')).stdout);
  assert.deepEqual([all.triggers, all.secret], [triggerNames, undefined]);
  for (const words of [
    ['add', 'nowhere'],
    ['add', receiver.url, '--triggers', 'x'],
    ['dance'],
    ['remove'],
    ['redeliver', webhookId],
  ])
    assert.equal((await on(...words)).code, 2, words.join(' '));
});

test('[K28] without a server the command says how to start one', async () => {
  const { code, stderr } = await dispatched(store, ['webhooks', 'list']);
  assert.deepEqual([code, stderr], [1, 'No server runs on this store. Start one with: retinue start\n']);
});
