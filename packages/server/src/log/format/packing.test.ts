import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Event } from '@retinue/protocol';
import { eventTypes } from '@retinue/protocol';
import { numberedTypes, packFields, typeNumber, unpackFields } from './packing.ts';

const golden = async (name: string) =>
  (await readFile(new URL(`../../../../../tests/golden/${name}`, import.meta.url), 'utf8')).trim().split('\n');

for (const [what, file, packedFile] of [
  ['the first release', 'events.jsonl', 'packed.txt'],
  ['the release that brought control', 'later-events.jsonl', 'later-packed.txt'],
  ['the release that let approvals lapse', 'lapsing-events.jsonl', 'lapsing-packed.txt'],
  ['the release that set money aside for asking a parent', 'consulted-events.jsonl', 'consulted-packed.txt'],
  ['the release that imports in slices', 'imported-events.jsonl', 'imported-packed.txt'],
  ['the release that stopped all work', 'stopped-events.jsonl', 'stopped-packed.txt'],
  ['the release that brought extensions', 'hooked-events.jsonl', 'hooked-packed.txt'],
] as const) {
  test(`[L12] events lie on disk as ${what} wrote them`, async () => {
    const events = (await golden(file)).map((line): Event => JSON.parse(line));
    const packed = events.map(({ type, data }) => `${typeNumber(type)} ${packFields(type, data)}`);
    assert.deepEqual(packed, await golden(packedFile));
    const unpacked = events.map(({ type, data }) => unpackFields(type, packFields(type, data)));
    assert.deepEqual(
      unpacked,
      events.map(({ data }) => data),
    );
  });
}

test('[L12] every type of event has its number', () => {
  assert.deepEqual([...numberedTypes].sort(), [...eventTypes].sort());
});

test('[L7] nulls, absent fields and data that was never packed come out as they went in', () => {
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
