import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jumpingClock } from '../../../../../tests/support/clocks/jumping-clock.ts';
import { Deadlines } from './deadlines.ts';

const hourMs = 3_600_000;
const changes = {
  'an hour back': -hourMs,
  'an hour forward': hourMs,
  '40 days back': -960 * hourMs,
  '40 days forward': 960 * hourMs,
};

for (const [what, byMs] of Object.entries(changes)) {
  test(`[E33] a stored moment comes when intended, though the clock is set ${what}`, () => {
    const clock = jumpingClock();
    const deadlines = new Deadlines(clock);
    const dueAt = clock.now() + 60_000;
    deadlines.begin('own', dueAt, 60_000);
    clock.setWall(byMs);
    assert.ok(isAbout(deadlines.leftMs('own', dueAt, 60_000), 60_000));
    assert.ok(isAbout(deadlines.leftMs('stored by an earlier process', dueAt, 60_000), 60_000));
    clock.jump(61_000);
    assert.ok(deadlines.leftMs('own', dueAt, 60_000) <= 0);
  });
}

test('[E33] after a restart a stored moment is waited for no longer than intended', () => {
  const clock = jumpingClock();
  const dueAt = clock.now() + 60_000;
  clock.setWall(-40 * 24 * hourMs);
  assert.ok(isAbout(new Deadlines(clock).leftMs('stored', dueAt, 60_000), 60_000));
  clock.setWall(80 * 24 * hourMs);
  assert.ok(new Deadlines(clock).leftMs('stored', dueAt, 60_000) <= 0);
});

function isAbout(actualMs: number, expectedMs: number): boolean {
  return Math.abs(actualMs - expectedMs) < 5000;
}
