import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { dispatched } from '../../../../../tests/support/apps/dispatched.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';

let folder = '';
let store: StorePlace;

before(async () => {
  folder = await temporaryDirectory();
  store = { kind: 'sqlite', directory: join(folder, 'store') };
});
after(() => rmSync(folder, { recursive: true, force: true }));

const on = (...words: string[]) => dispatched(store, words);

for (const scope of ['workspace', 'server']) {
  test(`[X34] stop ${scope} keeps a prompt waiting, and stop ${scope} --resume answers it`, async () => {
    const stopped = await on('stop', scope);
    assert.deepEqual([stopped.code, stopped.stderr], [0, '']);
    assert.match(stopped.stdout, /^All work .* is stopped\. Canceled work in 0 chats\.\n$/);
    const asked = await on('run', 'hello');
    assert.equal(asked.code, 1);
    assert.match(
      asked.stderr,
      new RegExp(`All work is stopped, so this waits\\. Resume it with: .*stop ${scope} --resume`),
    );
    const resumed = await on('stop', scope, '--resume', '--json');
    assert.deepEqual(JSON.parse(resumed.stdout), { target: scope, isStopped: false });
    const answered = await on('resume');
    assert.equal(answered.code, 0);
    assert.match((await on('show', 'last')).stdout, /Hello!/);
  });
}

test('[X34] stop accepts a chat, and reports a missing one', async () => {
  assert.match((await on('stop', 'last')).stdout, /^All work in thr_\w+ is stopped\.\n$/);
  assert.match((await on('stop', 'last', '--resume')).stdout, /^Resumed work in thr_\w+\.\n$/);
  assert.equal((await on('stop', 'thr_nobody')).code, 2);
});
