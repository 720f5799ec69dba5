import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPaint } from '../output/paint.ts';
import { progressLines } from './show-progress.ts';

test('[L62] a person at a terminal sees the progress of long work, a script does not', () => {
  const told: string[] = [];
  let now = 0;
  const paint = createPaint(false);
  const page = { columns: () => 80, rows: () => 24, paint };
  const terminal = { ...page, isLive: true, canAsk: false, out: () => {}, write: () => {} };
  const err = (text: string) => void told.push(text);
  const tell = progressLines({ ...terminal, err }, () => now);
  const quiet = progressLines({ ...terminal, err, isLive: false }, () => now);
  for (now = 0; now <= 5000; now += 500) {
    tell(() => `at ${now}`);
    quiet(() => 'never');
  }
  assert.deepEqual(told, ['at 2000\n', 'at 4000\n']);
});
