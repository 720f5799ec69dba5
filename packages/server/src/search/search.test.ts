import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { describeSearch } from '../../../../tests/contract/search.ts';
import { temporaryDirectory } from '../../../../tests/support/apps/test-app.ts';
import { header, ids, openChat } from '../../../../tests/support/stores/facts.ts';
import { noFailpoints } from '../log/failpoints.ts';
import { GroupedLog } from '../log/grouped-log.ts';
import { openStore } from '../log/open-store.ts';
import type { OpenedLog } from '../ports/log/opened-log.ts';
import type { SearchIndex } from '../ports/log/search.ts';
import { systemClock } from '../ports/runtime/clock.ts';
import { openIndexSomewhere } from './open-index.ts';
import { createSearch } from './search.ts';
import { openSqliteIndex } from './sqlite-index.ts';
import { wordsIn } from './words.ts';

describeSearch('SQLite', async () => {
  const directory = await temporaryDirectory();
  const [logs, indexes]: [OpenedLog[], SearchIndex[]] = [[], []];
  return {
    async openLog() {
      const log = await openLog(directory);
      logs.push(log);
      return log;
    },
    async openIndex() {
      const index = openSqliteIndex(directory);
      indexes.push(index);
      return index;
    },
    async [Symbol.asyncDispose]() {
      for (const index of indexes) await index.close().catch(() => {});
      for (const log of logs) await log.close();
      await rm(directory, { recursive: true });
    },
  };
});

test('[L11.6] the index file can be deleted or damaged at any time: it is rebuilt', async () => {
  const directory = await temporaryDirectory();
  const log = await openLog(directory);
  await log.append(header('open-chat'), [openChat(ids.thread())]);
  const find = async () => {
    const search = createSearch({ log, clock: systemClock, open: async () => openSqliteIndex(directory) });
    const { results } = await search.find(localWorkspaceId, { text: 'hello', limit: 5, offset: 0 });
    await search.close();
    return results.length;
  };
  assert.equal(await find(), 1);
  await rm(join(directory, 'search.db'));
  assert.equal(await find(), 1);
  await writeFile(join(directory, 'search.db'), 'not a database at all, '.repeat(500));
  assert.equal(await find(), 1);
  await log.close();
  await rm(directory, { recursive: true });
});

test('[L11.6] search works on a read-only disk, and leaves nothing there', async () => {
  const directory = await temporaryDirectory();
  const log = await openLog(directory);
  await log.append(header('open-chat'), [openChat(ids.thread())]);
  const elsewhere = join(directory, 'not', 'there');
  const open = () => openIndexSomewhere({ kind: 'sqlite', directory: elsewhere });
  const search = createSearch({ log, clock: systemClock, open });
  const { results } = await search.find(localWorkspaceId, { text: 'hello', limit: 5, offset: 0 });
  assert.equal(results.length, 1);
  await search.close();
  assert.ok(!(await readdir(directory)).includes('not'));
  await log.close();
  await rm(directory, { recursive: true });
});

test('[L11.1] a word is normalized to one case, without accents and points, and has its place', () => {
  const text = 'Ålesund’s ŽLUŤOUČKÝ שָׁלוֹם 東京 x² ﬁ';
  const words = wordsIn(text);
  assert.deepEqual(
    words.map(({ word }) => word),
    ['alesund', 's', 'zlutoucky', 'שלום', '東', '京', 'x2', 'fi'],
  );
  for (const { start, end } of words) assert.match(text.slice(start, end), /^[\p{L}\p{N}\p{M}]+$/u);
});

async function openLog(directory: string): Promise<OpenedLog> {
  const store = await openStore({ kind: 'sqlite', directory }, { readOnly: false, now: systemClock.now() });
  return new GroupedLog(store, { clock: systemClock, failpoints: noFailpoints, onProblem: assert.ifError });
}
