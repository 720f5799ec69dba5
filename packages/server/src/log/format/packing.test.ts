import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTypes, type LogEvent } from '@retinue/protocol';
import { goldenLogs, readGolden } from '../../../../../tests/golden/logs.ts';
import { numberedTypes, packFields, typeNumber, unpackFields } from './packing.ts';

for (const [log, release] of Object.entries(goldenLogs)) {
  test(`[L12] events are stored as ${release} wrote them`, async () => {
    const linesOf = async (file: 'events.jsonl' | 'packed.txt') => (await readGolden(log, file)).trim().split('\n');
    const events = (await linesOf('events.jsonl')).map((line): LogEvent => JSON.parse(line));
    const packed = events.map(({ type, data }) => `${typeNumber(type)} ${packFields(type, data)}`);
    assert.deepEqual(packed, await linesOf('packed.txt'));
    const unpacked = events.map(({ type, data }) => unpackFields(type, packFields(type, data)));
    assert.deepEqual(
      unpacked,
      events.map(({ data }) => data),
    );
  });
}

test('[L12] every type of event has a fixed number', () => {
  assert.deepEqual([...numberedTypes].sort(), [...eventTypes].sort());
});

test('[L7] nulls, absent fields and data that was never packed are read unchanged', () => {
  const place = { callId: 'call_1', step: 1 };
  const asked = { ...place, name: '', args: null, effect: 'read', taskId: null, subAgentThreadId: null };
  const ended = { ...place, status: 'done', output: { value: null, bytes: 4, blob: null }, error: null };
  const parts = [
    { type: 'reasoning', text: 'so' },
    { type: 'reasoning', text: 'so', provider: { signed: [null] } },
  ];
  const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 };
  const step = { step: 1, attempt: 1, parts, usage, finishReason: 'stop' };
  for (const [type, data] of [
    ['call.requested', asked],
    ['call.ended', ended],
    ['step.ended', step],
  ] as const) {
    assert.deepEqual(unpackFields(type, packFields(type, data)), data);
  }
  for (const strange of [{ step: 1 }, 'text', [1, 2, 3, 4, 5, 6, 7, 8]]) {
    assert.deepEqual(unpackFields('call.started', JSON.stringify(strange)), strange);
  }
});
