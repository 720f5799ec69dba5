import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { openTestApp } from '../../../../tests/support/apps/test-app.ts';
import { hang } from '../../../../tests/support/scripted/script-lines.ts';
import type { OpenedLog } from '../ports/log/opened-log.ts';
import type { ReadModels } from '../ports/log/read-models.ts';
import { warmUp } from './warm-up.ts';

test('[W16] a start folds the chats at the top of the list, within a time limit, and none of unusual size', async () => {
  await using app = await openTestApp({ script: [hang()] });
  for (let count = 0; count < 14; count += 1) await app.open(`Chat ${count}`);
  const listed = (await app.log.readModels.chats(localWorkspaceId, { limit: 14 })).map(({ threadId }) => threadId);
  const { workspaces } = app.retinue;
  const folded: ThreadId[] = [];
  let [now, costMs] = [1000, 0];
  const clock = {
    now: () => 0,
    monotonicMs: () => now,
    elapsedMs: () => now,
    after: () => ({ [Symbol.dispose]: () => {} }),
  };
  const log: OpenedLog = Object.create(app.log, {
    readModels: {
      value: {
        chats: async (...asked: Parameters<ReadModels['chats']>) => {
          const rows = await app.log.readModels.chats(...asked);
          return rows.map((row) => (row.threadId === listed[1] ? { ...row, tasks: 201 } : row));
        },
      },
    },
    tree: {
      value: (...asked: Parameters<OpenedLog['tree']>) => {
        folded.push(asked[1]);
        now += costMs;
        return app.log.tree(...asked);
      },
    },
  });
  await warmUp({ log, workspaces, clock });
  assert.deepEqual(folded, [listed[0], ...listed.slice(2, 10)]);
  folded.length = 0;
  costMs = 60;
  await warmUp({ log, workspaces, clock });
  assert.deepEqual(folded, [listed[0], listed[2]]);
});
