import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fold, type LogEvent, type ThreadState } from '@retinue/protocol';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { startChild } from '../../../../../tests/support/processes/child-process.ts';
import { writeRandomLog } from '../../../../../tests/support/random/random-log.ts';
import { header, ids, message, openChat } from '../../../../../tests/support/stores/facts.ts';
import { applyEntries } from '../apply.ts';
import { StateCache } from './state-cache.ts';
import { weighState } from './state-weight.ts';

test('[L70] the cache is bounded by bytes: few large threads weigh as much as many small ones', () => {
  const cache = new StateCache(10 * 2 ** 20);
  for (let chat = 0; chat < 40; chat += 1) cache.put(chatWith('x'.repeat(2 ** 20)));
  assert.ok(cache.size >= 8 && cache.size <= 10, `${cache.size} chats of a megabyte fit into ten`);
  assert.ok(cache.bytes <= 10 * 2 ** 20);
  const wide = chatWith('ж'.repeat(2 ** 20));
  assert.ok(weighState(wide) > 2 ** 21, 'a wide character takes two bytes');
});

test('[L70] the weight of a thread that grows equals its weight as a whole', async () => {
  for (const seed of [11, 12, 13]) {
    const { stored } = await writeRandomLog(seed);
    for (const ofThread of Map.groupBy(stored, ({ threadId }) => threadId).values()) checkGrowth(ofThread);
  }
});

function checkGrowth(events: readonly LogEvent[]): void {
  const cache = new StateCache(Number.MAX_SAFE_INTEGER);
  let state: ThreadState | null = null;
  for (const event of events) {
    state = fold(state, [event]) ?? assert.fail('no state');
    cache.put(state);
    assert.equal(cache.bytes, weighState(state), `after ${event.type} at ${event.seq}`);
  }
}

test('[L70] a process with a small heap opens more chats than it could cache', { timeout: 120_000 }, async () => {
  const directory = await temporaryDirectory();
  const script = fileURLToPath(new URL('../../../../../tests/support/stores/open-large-chats.ts', import.meta.url));
  const child = startChild(['--max-old-space-size=128', script, directory, '250'], {});
  let said = '';
  child.process.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const { code, signal } = await child.ended;
  await rm(directory, { recursive: true, force: true });
  assert.deepEqual({ code, signal, said }, { code: 0, signal: null, said: '250 MB\n' }, child.complaints());
});

function chatWith(text: string): ThreadState {
  const entry = openChat(ids.thread());
  const entries = [{ ...entry, facts: [...entry.facts, message(text)] }];
  const applied = applyEntries(header('open-chat'), entries, { at: 1, firstPosition: 1, thread: () => null });
  if ('code' in applied) return assert.fail(applied.code);
  return applied.states.get(entry.threadId) ?? assert.fail('no state');
}
