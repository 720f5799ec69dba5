import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { serverNow, takeServerTime } from './server-time.ts';

const hour = 3_600_000;
const clock = { wall: 1_000 * hour, steady: 0 };
mock.method(Date, 'now', () => clock.wall);
mock.method(performance, 'now', () => clock.steady);

/** The server's clock is right; the local one may be changed. */
let server = clock.wall;
function pass(ms: number): void {
  clock.wall += ms;
  clock.steady += ms;
  server += ms;
}
const errorMs = () => Math.abs(serverNow() - server);

test('[U72] heartbeats that were sent before a sleep and are read after it do not set the time back', () => {
  takeServerTime(server);
  const queued = [server + 10_000, server + 20_000, server + 20_100];
  // The machine sleeps: the monotonic clock stops.
  clock.wall += 8 * hour;
  server += 8 * hour;
  for (const now of queued) takeServerTime(now);
  assert.ok(errorMs() < 1000);
  pass(10_000);
  takeServerTime(server);
  assert.ok(errorMs() < 1000);
});

test('[U72] a clock that is set forward is detected by the second heartbeat, one that is set back by the first', () => {
  takeServerTime(server);
  clock.wall += 5 * hour;
  for (let beat = 0; beat < 2; beat += 1) {
    pass(10_000);
    takeServerTime(server);
  }
  assert.ok(errorMs() < 1000);
  clock.wall -= 5 * hour;
  pass(10_000);
  takeServerTime(server);
  assert.ok(errorMs() < 1000);
});

test('[U72] among slightly late heartbeats the earliest counts', () => {
  for (const lateMs of [900, 20, 700]) {
    pass(10_000);
    takeServerTime(server - lateMs);
  }
  assert.ok(errorMs() <= 20);
});
