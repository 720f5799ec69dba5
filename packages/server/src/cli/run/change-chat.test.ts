import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { commandsOf } from '../../../../../tests/support/apps/commands.ts';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { writeRichStore } from '../../../../../tests/support/stores/rich-store.ts';
import { readConfig } from '../../config.ts';
import { buildRetinue } from '../../main.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { StoredChat } from '../../ports/log/read-models.ts';

let folder = '';
let store: StorePlace;

before(async () => {
  folder = await temporaryDirectory();
  store = { kind: 'sqlite', directory: join(folder, 'store') };
  await writeRichStore(store.directory);
});
after(() => rmSync(folder, { recursive: true, force: true }));

const on = (...words: string[]) => dispatched(store, words);
const chats = async (): Promise<StoredChat[]> => {
  const { stdout } = await on('list', '--json');
  return stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
};
const open = async () => {
  const config = readConfig({});
  if ('problems' in config) assert.fail(config.problems.join());
  return buildRetinue({ ...config, store });
};

test('[K21] rename gives a chat another title; a bad one is refused with the reason', async () => {
  const { code, stdout } = await on('rename', 'last', '  Rents in Norway ');
  assert.deepEqual([code, stdout.includes('to "Rents in Norway".')], [0, true]);
  assert.equal((await chats())[0]?.title, 'Rents in Norway');
  const empty = await on('rename', 'last', ' ');
  assert.deepEqual([empty.code, empty.stderr], [2, 'title must not be empty.\n']);
  const loose = await on('rename', 'last', 'two', 'words');
  assert.match(loose.stderr, /Put the title in quotes/);
});

test('[K21] delete stops and hides a chat at once, says how long that can be undone, and leaves a consistent store', async () => {
  const [newest, second] = await chats();
  const threadId = newest?.threadId ?? assert.fail('no chat');
  const { code, stdout } = await on('delete', 'last');
  assert.equal(code, 0);
  assert.match(stdout, /Deleted "Rents in Norway".*restored for 30 seconds, then it is removed for good/);
  assert.equal((await chats()).length, 3);
  const gone = await on('delete', threadId);
  assert.deepEqual([gone.code, /There is no chat/.test(gone.stderr)], [2, true]);
  assert.equal((await on('tree', threadId)).code, 2);
  assert.equal((await on('verify')).code, 0);
  const json = await on('delete', second?.threadId ?? '', '--json');
  assert.deepEqual(JSON.parse(json.stdout), { threadId: second?.threadId });
});

test('[L5][K18] a store from which chats were purged is backed up and restored in full', async () => {
  const [newest] = await chats();
  await on('delete', newest?.threadId ?? assert.fail('no chat'));
  const retinue = await open();
  assert.ok((await retinue.log.purge(0)).length > 0);
  await retinue.stop(0);
  assert.equal((await on('verify')).code, 0);
  const file = join(folder, 'backup.jsonl');
  assert.equal((await on('backup', file)).code, 0);
  const copy: StorePlace = { kind: 'sqlite', directory: join(folder, 'copy') };
  assert.equal((await dispatched(copy, ['restore', file])).code, 0);
  assert.equal((await dispatched(copy, ['list', '--json'])).stdout, (await on('list', '--json')).stdout);
  assert.equal((await dispatched(copy, ['verify'])).code, 0);
});

test('[K7] the last chat is the newest, also when an older one is pinned', async () => {
  await on('run', 'Hello');
  const [newest, oldest] = await chats();
  const threadId = oldest?.threadId ?? assert.fail('no chat');
  const retinue = await open();
  const { ids } = retinue;
  const owner = {
    workspaceId: localWorkspaceId,
    actor: 'person:owner',
    role: 'owner',
    commandId: ids.command(),
  } as const;
  await commandsOf(retinue).pinChat(owner, { threadId, isPinned: true });
  await retinue.stop(0);
  assert.equal((await chats())[0]?.threadId, threadId);
  const { stdout } = await on('rename', 'last', 'newest', '--json');
  assert.equal(JSON.parse(stdout).threadId, newest?.threadId);
});
