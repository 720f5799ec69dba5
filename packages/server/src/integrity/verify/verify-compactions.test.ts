import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { EventOf, LogEvent } from '@retinue/protocol';
import { openLibrary, reading } from '../../../../../tests/support/models/long-thread.ts';
import { foldedTree } from './verify-events.ts';
import { verifyCompactions } from './verify-tree.ts';

let events: LogEvent[] = [];

before(async () => {
  await using app = await openLibrary(reading(6));
  const { thread } = await app.run('Read.');
  events = await app.events(thread.threadId);
});

const changes: Record<
  string,
  { change(event: EventOf<'thread.compacted'>): Partial<typeof event.data>; told: RegExp }
> = {
  'of another step': { change: ({ data }) => ({ step: data.step - 1 }), told: /was asked for by no such step/ },
  'of what its step had not seen': { change: () => ({ throughSeq: 1000 }), told: /which that step had not seen/ },
  'that is blank': { change: () => ({ summary: ' ' }), told: /is blank/ },
};

for (const [name, { change, told }] of Object.entries(changes)) {
  test(`[L7] finds a summary ${name}`, () => {
    const changed = events.map((event) =>
      event.type === 'thread.compacted' ? { ...event, data: { ...event.data, ...change(event) } } : event,
    );
    assert.match(wordsOf(changed), told);
  });
}

test('[L7] finds nothing wrong with summaries as they are written, and one that stands alone', () => {
  assert.equal(wordsOf(events), '');
  const place = events.findIndex(({ type }) => type === 'thread.compacted');
  const [ended, compacted] = events.slice(place - 1, place + 1);
  assert.ok(ended && compacted);
  const swapped = events
    .with(place - 1, { ...compacted, seq: ended.seq })
    .with(place, { ...ended, seq: compacted.seq });
  assert.match(wordsOf(swapped), /is not written with the end of that step/);
});

function wordsOf(told: LogEvent[]): string {
  const { tree } = foldedTree(told[0]?.rootId ?? assert.fail('no events'), told);
  assert.ok(tree);
  return verifyCompactions(tree)
    .map(({ message }) => message)
    .join('\n');
}
