import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Loading } from './loading.ts';

/** Loads that the test ends one by one. */
function loads() {
  const begun: PromiseWithResolvers<void>[] = [];
  const load = () => {
    const next = Promise.withResolvers<void>();
    begun.push(next);
    return next.promise;
  };
  return { begun, load };
}

test('[S72] one load is running and at most one is queued, however often it is requested', async () => {
  const { begun, load } = loads();
  const loading = new Loading(load);
  const first = loading.again();
  const [second, third] = [loading.again(), loading.again()];
  assert.equal(second, third);
  assert.equal(begun.length, 1);
  begun[0]?.resolve();
  await first;
  await turn();
  assert.equal(begun.length, 2);
  begun[1]?.resolve();
  await second;
  assert.equal(loading.isUnderWay, false);
  assert.equal(begun.length, 2);
});

test('[S72] a failed load rejects and is retried by itself, unless the error is final or it was stopped', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { begun, load } = loads();
  const loading = new Loading(load, (error) => error !== 'final');
  await fail(loading.again(), begun, 'passing');
  t.mock.timers.tick(30_000);
  assert.equal(begun.length, 2);
  begun[1]?.reject('final');
  await turn();
  t.mock.timers.tick(30_000);
  assert.equal(begun.length, 2);
  await fail(loading.again(), begun, 'passing');
  loading.stop();
  t.mock.timers.tick(30_000);
  assert.equal(begun.length, 3);
});

async function fail(loading: Promise<void>, begun: PromiseWithResolvers<void>[], reason: string): Promise<void> {
  begun.at(-1)?.reject(reason);
  await assert.rejects(loading, (error) => error === reason);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
