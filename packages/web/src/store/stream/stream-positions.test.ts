import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedId } from '@retinue/protocol';
import { StreamPositions } from './stream-positions.ts';

const beat = (position: number, rowsPosition = position) =>
  ({ name: 'beat', body: { position, rowsPosition, now: 0 } }) as const;

test("[S74] a connection that fails leaves a chat late: the next one starts at that chat's position, until it has caught up", () => {
  const places = new StreamPositions();
  places.begin(100);
  places.addLate(storedId.thread('thr_late'), 90);
  places.take(beat(101));
  assert.deepEqual(places.connect(), { after: 90, rowsAfter: 101 });
  assert.deepEqual(places.connect(), { after: 90, rowsAfter: 101 }, 'the first try failed');
  places.take(beat(90, 101));
  assert.deepEqual(places.connect(), { after: 90, rowsAfter: 101 }, 'it was cut before it caught up');
  places.take(beat(101));
  assert.deepEqual(places.connect(), { after: 101, rowsAfter: 101 });
});

test('[S74] rows that another tab lacks are requested until a connection has delivered them', () => {
  const places = new StreamPositions();
  places.begin(100);
  assert.equal(places.addLateRows(100), false);
  assert.equal(places.addLateRows(80), true);
  places.take(beat(100));
  assert.deepEqual(places.connect(), { after: 100, rowsAfter: 80 });
  places.take(beat(100, 80));
  assert.deepEqual(places.connect(), { after: 100, rowsAfter: 80 });
  places.take(beat(100, 120));
  assert.deepEqual(places.connect(), { after: 100, rowsAfter: 120 });
});
