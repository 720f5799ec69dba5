import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { instanceWorkspaceId, localWorkspaceId } from '@retinue/protocol';
import type { Principal } from '../../packages/server/src/http/auth/principal.ts';
import { stopsRecordId } from '../../packages/server/src/ports/engine/stops.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import { openServed } from '../support/apps/served-app.ts';
import { byAgent } from '../support/scripted/script.ts';
import { say } from '../support/scripted/script-lines.ts';
import { bothStores } from '../support/stores/both-stores.ts';
import { recordCases } from './cases.ts';
import { withTables } from './write-cases.ts';

/* Records that the server reads under one certain id: a damaged one must be met under that very id. */
const isAll = process.env.RETINUE_CORRUPTION === 'all';
const { stores, newDirectory } = bothStores();
const params = { workspaceId: localWorkspaceId };
const casesOf = (kind: string) =>
  recordCases().filter((one, index) => one.kind === kind && one.flipAt === undefined && (isAll || index % 5 === 0));

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`[X31.2] a damaged record of the stops on ${kind} holds all work, and everything can be read`, async () => {
    const place = await stores[kind]();
    const directory = place.kind === 'sqlite' ? place.directory : await newDirectory();
    await (await openServed({ script: [], store: place, directory })).stop();
    for (const { name, data } of casesOf('stop')) {
      await put(place, 'stop', stopsRecordId, data);
      await using served = await openServed({ script: byAgent({ boss: [say('Yes.')] }), store: place, directory });
      const { stop } = await served.owner.getStop({ params });
      const { chatId } = await served.owner.openChat({
        params,
        body: { text: 'Hello.', agentId: 'agt_boss' as never },
      });
      await until(
        async () => stop !== null || served.model.requests.length > 0,
        `${name}: shown as not stopped, and held`,
      );
      assert.equal(served.model.requests.length, stop === null ? 1 : 0, name);
      if (stop !== null) await served.owner.resumeServer({});
      await until(async () => served.model.requests.length > 0, `${name}: not resumed`);
      const { results } = await served.owner.listChats({ params, query: {} });
      assert.ok(results.some((chat) => chat.chatId === chatId));
    }
  });

  test(`[L45.1] a damaged session on ${kind} is no error of the server, and no other person's`, async () => {
    const place = await stores[kind]();
    const directory = place.kind === 'sqlite' ? place.directory : await newDirectory();
    const viewer: Principal = { id: 'viewer', name: 'Viewer', role: 'viewer', workspaceIds: [localWorkspaceId] };
    let headers: Record<string, string> = {};
    const statusNow = async () => {
      await using served = await openServed({ script: [], store: place, directory });
      if (headers.cookie === undefined) headers = await served.signIn(viewer);
      const asked = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
      const read = await fetch(`${served.url}/api/workspaces/${localWorkspaceId}/chats`, { headers });
      const written = await fetch(`${served.url}/api/workspaces/${localWorkspaceId}/agents`, asked);
      return [read.status, written.status];
    };
    assert.deepEqual(await statusNow(), [200, 403]);
    const key = /retinue=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? assert.fail('no cookie');
    const id = createHash('sha256').update(key).digest('hex');
    for (const { name, data } of casesOf('session')) {
      await put(place, 'session', id, data);
      const [read, written] = await statusNow();
      assert.ok(read === 401 || read === 403, `${name}: ${read}`);
      assert.ok(written === 401 || written === 403, `${name}: ${written}`);
    }
  });
}

async function until(isSo: () => Promise<boolean>, problem: string): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await isSo()) return;
    await wait(20);
  }
  assert.fail(problem);
}

async function put(place: StorePlace, kind: string, id: string, data: string): Promise<void> {
  await withTables(place, async (run) => {
    await run('DELETE FROM record WHERE kind = ? AND id = ?', [kind, id]);
    const columns = '(workspace_id, kind, id, version, data, checksum, updated_at)';
    await run(`INSERT INTO record ${columns} VALUES (?, ?, ?, 1, ?, NULL, 1)`, [instanceWorkspaceId, kind, id, data]);
  });
}
