import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SendRate } from './send-rate.ts';

test('[W14.2] the more active readers there are within a second, the less often each gets data; idle ones do not count', () => {
  let now = 1_000_000;
  const pace = new SendRate({
    now: () => 0,
    monotonicMs: () => now,
    elapsedMs: () => now,
    after: () => ({ [Symbol.dispose]() {} }),
  });
  const lastSeconds = Array.from({ length: 2000 }, () => 0);
  const sendTo = (readers: number) => {
    for (let reader = 0; reader < readers; reader += 1) lastSeconds[reader] = pace.count(lastSeconds[reader] ?? 0);
  };
  assert.equal(pace.pulseMs, 34);
  for (let times = 0; times < 30; times += 1) sendTo(20);
  assert.equal(pace.pulseMs, 34, 'one reader is one reader, however often it is sent something');
  sendTo(120);
  assert.equal(pace.pulseMs, 96);
  sendTo(800);
  assert.equal(pace.pulseMs, 160);
  sendTo(2000);
  assert.equal(pace.pulseMs, 400);
  now += 1000;
  sendTo(10);
  assert.equal(pace.pulseMs, 400, 'a second that has just begun says little');
  now += 1000;
  sendTo(10);
  assert.equal(pace.pulseMs, 34);
});
