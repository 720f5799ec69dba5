import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reason } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { toolFor } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { bySteps, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import type { Json } from '../../ports/engine/model.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';

const { stores, newDirectory } = bothStores();
const team = [agent('boss', { tools: ['act'] })];

/** Repeats verbatim the text that the model got as the result of its call. */
const repeats: Script = bySteps([call('act')], (request) => [say(JSON.stringify(resultsOf(request)[0]?.value))]);

class Money {
  readonly #cents = 1250;
  toJSON() {
    return `$${this.#cents / 100}`;
  }
}

const odd: { what: string; value: unknown; stored: Json }[] = [
  { what: 'a date', value: { at: new Date(0) }, stored: { at: '1970-01-01T00:00:00.000Z' } },
  { what: 'numbers that JSON has not', value: [Number.NaN, Infinity, -0], stored: [null, null, 0] },
  { what: 'undefined in an object', value: { here: 1, gone: undefined }, stored: { here: 1 } },
  { what: 'undefined in a list', value: [1, undefined, 3], stored: [1, null, 3] },
  { what: 'nothing at all', value: undefined, stored: null },
  { what: 'a function', value: () => 1, stored: null },
  { what: 'a map', value: { map: new Map([['a', 1]]) }, stored: { map: {} } },
  { what: 'an object with a form of its own', value: { price: new Money() }, stored: { price: '$12.5' } },
  { what: 'a value nested very deep', value: nest('end', 5000), stored: `${'['.repeat(5000)}"end"${']'.repeat(5000)}` },
  { what: 'a typed array', value: new Uint8Array([1, 2]), stored: { 0: 1, 1: 2 } },
];

for (const kind of ['sqlite', 'postgres'] as const) {
  for (const { what, value, stored } of odd) {
    test(`[D40] ${what} in a tool's result is the same before and after a restart (${kind})`, async () => {
      const seen = await runTwice(await stores[kind](), async () => value as Json);
      assert.deepEqual(seen.before, { status: 'done', value: stored, error: null });
      assert.deepEqual(seen.after, seen.before);
      assert.deepEqual(seen.told, stored);
    });
  }
}

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

const impossible: { what: string; run: () => unknown; error: Reason }[] = [
  { what: 'a BigInt', run: () => ({ count: 10n }), error: { code: 'output-no-json', problem: 'bigint' } },
  { what: 'a value that contains itself', run: () => cyclic, error: { code: 'output-no-json', problem: 'circular' } },
  {
    what: 'a value whose own form throws',
    run: () => ({ toJSON: () => assert.fail('no form today') }),
    error: { code: 'output-no-json', problem: 'other', text: 'no form today' },
  },
  { what: 'an error without words', run: () => Promise.reject({ toString: 1 }), error: { code: 'tool-failed' } },
];

for (const { what, run, error } of impossible) {
  test(`[D40] ${what} is a tool error, and the chat continues`, async () => {
    const seen = await runTwice(await stores.sqlite(), async () => (await run()) as Json);
    assert.equal(seen.before.status, 'failed');
    assert.deepEqual(seen.before.error, error);
    assert.deepEqual(seen.after, seen.before);
  });
}

function nest(value: unknown, levels: number): unknown {
  let nested = value;
  for (let level = 0; level < levels; level += 1) nested = [nested];
  return nested;
}

/** The call as the process that ran it has it, as the next process reads it, and the text for the model. */
async function runTwice(store: StorePlace, run: () => Promise<Json>) {
  const options = { store, directory: await newDirectory(), script: repeats, agents: team };
  const tools = [toolFor('act', run, { effect: 'read' })];
  const { rootId, before, told } = await (async () => {
    await using app = await openTestApp({ ...options, tools });
    const { thread } = await app.run('go');
    const kept = await app.log.thread(localWorkspaceId, thread.threadId);
    return { rootId: thread.threadId, before: callIn(kept), told: JSON.parse(thread.outcome?.result ?? '') };
  })();
  await using next = await openTestApp({ ...options, tools });
  return { before, told, after: callIn(await next.log.thread(localWorkspaceId, rootId)) };
}

function callIn(thread: Awaited<ReturnType<Awaited<ReturnType<typeof openTestApp>>['log']['thread']>>) {
  const step = thread?.items.find((item) => item.type === 'step');
  const found = step?.type === 'step' ? step.calls[0] : undefined;
  return { status: found?.status, value: found?.output?.value ?? null, error: found?.error ?? null };
}
