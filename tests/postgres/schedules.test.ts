import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSeed } from '../support/random/run-seed.ts';
import { playSchedules } from './schedules.ts';

const seed = runSeed('FAULT_SEED');
const count = Number(process.env.FAULT_SCHEDULES ?? 32);

test('[L29] a network that loses, delays and cuts every statement of an append breaks no promise', async (context) => {
  context.diagnostic(`FAULT_SEED=${seed} FAULT_SCHEDULES=${count}`);
  const played = await playSchedules({ seed, count });
  const found = played.flatMap(({ seed: own, findings }) => findings.map((words) => `schedule ${own}: ${words}`));
  assert.deepEqual(found, [], `FAULT_SEED=${seed}`);
  assert.ok(played.some(({ faults }) => faults.size > 0));
  if (count >= 30)
    assert.ok(
      played.some(({ unknown }) => unknown > 0),
      'no outcome stayed unknown',
    );
});
