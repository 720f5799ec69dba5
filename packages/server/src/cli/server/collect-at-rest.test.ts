import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jumpingClock } from '../../../../../tests/support/clocks/jumping-clock.ts';
import type { Commit } from '../../ports/log/event-log.ts';
import { collectAtRest } from './collect-at-rest.ts';

const megabyte = 1024 * 1024;

test('[K8.4] unused memory is returned when nothing was written for ten seconds, and not before', () => {
  const clock = jumpingClock();
  let commit = (_: Commit) => {};
  let isSubscribed = true;
  const log = {
    subscribe(listener: typeof commit) {
      commit = listener;
      return {
        [Symbol.dispose]() {
          isSubscribed = false;
        },
      };
    },
  };
  const write = () => commit({ events: [], wakes: [] });
  let [used, held, collections] = [40, 90, 0];
  const heap = {
    usedBytes: () => used * megabyte,
    heldBytes: () => held * megabyte,
    collect: () => {
      collections += 1;
      held = used;
    },
  };
  {
    using _resting = collectAtRest(log, clock, heap);
    for (let seconds = 0; seconds < 60; seconds += 5) {
      write();
      clock.jump(5000);
    }
    assert.equal(collections, 0);
    clock.jump(60_000);
    assert.equal(collections, 1);
    write();
    clock.jump(60_000);
    assert.equal(collections, 1, 'nothing is unused');
    [used, held] = [200, 300];
    write();
    clock.jump(60_000);
    assert.equal(collections, 1, 'a large heap takes long');
    [used, held] = [40, 90];
    write();
  }
  clock.jump(60_000);
  assert.deepEqual([collections, isSubscribed], [1, false]);
});
