import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkspaceStop } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { openServed, type ServedApp } from '../support/apps/served-app.ts';
import { wait } from '../support/apps/test-app.ts';
import { connect, type Frame } from '../support/http/sse.ts';
import { hang } from '../support/scripted/script-lines.ts';

const params = { workspaceId: localWorkspaceId };

/** A connection of the owner, with the scope of each stop that it received. */
function read({ url, token }: ServedApp) {
  const told: (string | null)[] = [];
  const types: string[] = [];
  const connection = connect(
    `${url}/api/workspaces/${localWorkspaceId}/stream`,
    { authorization: `Bearer ${token}` },
    ({ type, data }: Frame) => {
      if (type !== '') types.push(type);
      if (type === 'stop') told.push((JSON.parse(data) as WorkspaceStop).stop?.scope ?? null);
    },
  );
  return { ...connection, told, types };
}

async function toldOf(reader: { told: unknown[] }, count: number): Promise<void> {
  while (reader.told.length < count) await wait(5);
}

test('[X40] a stream says first whether all work is stopped, and again to every reader at each change', {
  timeout: 30_000,
}, async () => {
  await using served = await openServed({ script: [hang()] });
  const { owner } = served;
  const [one, other] = [read(served), read(served)];
  const all = async (count: number) => void (await Promise.all([toldOf(one, count), toldOf(other, count)]));
  await all(1);
  await owner.stopWorkspace({ params });
  await all(2);
  await owner.stopServer({});
  await all(3);
  one.cut();
  await owner.resumeServer({});
  const again = read(served);
  await Promise.all([toldOf(other, 4), toldOf(again, 1)]);
  await owner.resumeWorkspace({ params });
  await Promise.all([toldOf(other, 5), toldOf(again, 2)]);
  assert.deepEqual(one.told, [null, 'workspace', 'server']);
  assert.deepEqual(other.told, [null, 'workspace', 'server', 'workspace', null]);
  assert.deepEqual(again.told, ['workspace', null]);
  assert.equal(again.types[0], 'stop');
  for (const reader of [other, again]) reader.cut();
});

test('[X40] the first reader after a restart gets an earlier stop', {
  timeout: 30_000,
}, async () => {
  await using first = await openServed({ script: [hang()] });
  await first.owner.stopWorkspace({ params });
  await first.stop();
  await using second = await openServed({ script: [hang()], directory: first.directory });
  const reader = read(second);
  await toldOf(reader, 1);
  assert.deepEqual(reader.told, ['workspace']);
  reader.cut();
});
