import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawHook } from '../../../../../tests/support/browser/drawn-hook.ts';
import { useSingleRequest } from './use-single-request.ts';

test('[U97] two clicks are one request, a retry after a lost reply has the same key, and another subject another one', async () => {
  const keys: string[] = [];
  let reply = Promise.withResolvers<boolean>();
  let subject = 'tsk_1';
  await using button = await drawHook(() =>
    useSingleRequest([subject], (idempotencyKey) => {
      keys.push(idempotencyKey);
      return reply.promise;
    }),
  );
  await button.run(() => {
    void button.current().send();
    void button.current().send();
  });
  assert.equal(button.current().isBusy, true);
  await button.run(() => void button.current().send());
  assert.equal(keys.length, 1);
  await button.run(() => reply.resolve(false));
  assert.equal(button.current().isBusy, false);
  reply = Promise.withResolvers();
  reply.resolve(true);
  await button.run(() => button.current().send());
  // The page may show the old state for a moment: a second click is still the same request.
  await button.run(() => button.current().send());
  assert.equal(new Set(keys).size, 1);
  subject = 'tsk_2';
  await button.run(() => button.current().send());
  await button.run(() => button.current().send());
  assert.equal(new Set(keys).size, 2);
});
