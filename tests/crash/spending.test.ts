import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { costOf, localWorkspaceId, viewTree } from '@retinue/protocol';
import { openForLooking } from '../../packages/server/src/main.ts';
import { allTasks, configFor, temporaryDirectory, wait } from '../support/house.ts';
import { startChild } from './child.ts';
import { budget } from './spender.ts';

interface Seen {
  threadId: string;
  costMicros: number;
}

test('[D17] an agent that only spawns stays within its budget across kill -9: the cap, and one call for each agent at work', async () => {
  const directory = await temporaryDirectory();
  const witness = join(directory, 'witness');
  const seenSoFar = async (): Promise<Seen[]> =>
    (await readFile(witness, 'utf8').catch(() => ''))
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line));
  try {
    let kills = 0;
    for (let isAtRest = false; !isAtRest; kills += 1) {
      const before = (await seenSoFar()).length;
      const child = startChild([fileURLToPath(new URL('spender.ts', import.meta.url)), directory, witness], {});
      const rest = new Promise<boolean>((resolve) => {
        child.process.stdout.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('rest')) resolve(true);
        });
        void child.ended.then(() => resolve(false));
      });
      const over = new AbortController();
      const worked = kills < mostKills ? asked(seenSoFar, before + 3 + kills, over.signal) : rest;
      isAtRest = await Promise.race([rest, worked]);
      over.abort();
      assert.equal(child.complaints(), '');
      child.kill();
      await child.ended;
    }
    assert.ok(kills > 2, 'it was killed at work');
    await checkSpending(directory, await seenSoFar());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

const mostKills = 6;

/** Until the model was asked so often. */
async function asked(seen: () => Promise<Seen[]>, times: number, over: AbortSignal): Promise<false> {
  while (!over.aborted && (await seen()).length < times) await wait(5);
  return false;
}

async function checkSpending(directory: string, seen: readonly Seen[]): Promise<void> {
  const log = await openForLooking(configFor(directory));
  try {
    const [chat] = await log.chats(localWorkspaceId, { limit: 1 });
    const tree = chat && (await log.tree(localWorkspaceId, chat.threadId));
    const view = (tree && viewTree(tree)) ?? assert.fail('there is no chat');
    const tasks = allTasks(view);
    assert.ok(tasks.length <= budget.tasks, `${tasks.length} tasks`);
    const atWork = new Set(seen.map(({ threadId }) => threadId)).size;
    const dearest = Math.max(...seen.map(({ costMicros }) => costMicros));
    const spent = seen.reduce((sum, { costMicros }) => sum + costMicros, 0);
    assert.ok(spent <= budget.costMicros + atWork * dearest, `${spent} of ${budget.costMicros} by ${atWork} threads`);
    // What nobody counted was counted in full, so the books never say less than was asked by much.
    assert.ok(costOf(view.usage) >= spent - atWork * dearest, `${costOf(view.usage)} in the books, ${spent} seen`);
    const limited = [view.thread, ...tasks.flatMap(({ child }) => child?.thread ?? [])].filter(({ outcome }) =>
      /budget|limit|no progress/.test(outcome?.reason ?? ''),
    );
    for (const { outcome } of limited) assert.equal(outcome?.status, 'failed');
    assert.ok(limited.length > 0);
  } finally {
    await log.close();
  }
}
