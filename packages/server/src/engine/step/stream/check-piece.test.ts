import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadNode, Usage } from '@retinue/protocol';
import { noUsage } from '@retinue/protocol';
import { agent, openTestApp, type TestApp } from '../../../../../../tests/support/apps/test-app.ts';
import { createModels } from '../../../models/models.ts';
import { type Model, ModelError, type ModelPiece } from '../../../ports/engine/model.ts';

/* Models of extensions, which may yield and throw anything. */
const end = { type: 'end', finishReason: 'stop', usage: { ...noUsage, inputTokens: 7, outputTokens: 3 } };
const hello = { type: 'text', text: 'Hello '.repeat(100) };

/** A chat with a model that yields these pieces, or throws. */
async function play(pieces: () => Iterable<unknown>): Promise<{ view: ThreadNode; calls: number; app: TestApp }> {
  let calls = 0;
  const model: Model = {
    async *stream() {
      calls += 1;
      yield* pieces() as Iterable<ModelPiece>;
    },
  };
  const models = createModels({ providers: { scripted: model } });
  await using app = await openTestApp({ script: [], agents: [agent('boss')], replacements: { models } });
  const view = await app.run('go');
  assert.deepEqual(app.problems, []);
  assert.deepEqual(await app.findings(), []);
  return { view, calls, app };
}

const usages: [name: string, usage: unknown, expected: Partial<Usage> | 'estimated'][] = [
  ['1e300 tokens', { ...noUsage, inputTokens: 1e300, outputTokens: 3 }, 'estimated'],
  ['NaN tokens', { ...noUsage, inputTokens: 7, outputTokens: Number.NaN }, 'estimated'],
  ['-5 tokens', { ...noUsage, inputTokens: -5, outputTokens: -5 }, 'estimated'],
  ['an infinite estimate', { ...noUsage, estimatedTokens: Number.POSITIVE_INFINITY }, 'estimated'],
  ['a count that is a text', { ...noUsage, inputTokens: '7', outputTokens: 3 }, 'estimated'],
  ['no counts', {}, 'estimated'],
  ['no usage', undefined, 'estimated'],
  ['a usage that is a number', 7, 'estimated'],
  ['half a token', { ...noUsage, inputTokens: 6.5, outputTokens: 3 }, { inputTokens: 7, outputTokens: 3 }],
  [
    'parts above their whole',
    { ...noUsage, inputTokens: 7, outputTokens: 3, cachedTokens: 1e300, reasoningTokens: 9 },
    { inputTokens: 7, outputTokens: 3, reasoningTokens: 3 },
  ],
  [
    'an absurd cost and an unknown field',
    { ...noUsage, inputTokens: 7, outputTokens: 3, costMicros: 1e300, cents: 4 },
    { inputTokens: 7, outputTokens: 3 },
  ],
];

for (const [name, usage, expected] of usages) {
  test(`[L40.1] a provider of an extension that reports ${name} is called once, and the step has valid counts`, async () => {
    const { view, calls } = await play(() => [hello, { ...end, usage }]);
    assert.deepEqual([calls, view.thread.outcome?.result], [1, hello.text.trim()]);
    const { estimatedTokens, ...counted } = view.thread.usage;
    if (expected !== 'estimated') return assert.deepEqual(view.thread.usage, { ...noUsage, ...expected });
    const { estimatedTokens: _none, ...nothing } = noUsage;
    assert.deepEqual(counted, nothing);
    assert.ok(estimatedTokens >= 150 && estimatedTokens < 1000, `${estimatedTokens}`);
  });
}

const circular: { self?: unknown } = {};
circular.self = circular;
const badPieces: [name: string, pieces: unknown[], text: RegExp][] = [
  ['a text that is a number', [{ type: 'text', text: 7 }], /the "text" of a "text" piece must be a string/],
  ['a text that is missing', [{ type: 'reasoning' }], /"text" of a "reasoning" piece .* it is undefined/],
  ['a piece of an unknown type', [{ type: 'image', text: 'x' }], /a piece has the type "image", which does not exist/],
  ['a piece that is no object', [null], /a piece has the type undefined/],
  ['a name of a call that is a number', [{ type: 'call-begin', key: 'a', name: 7 }], /"name" of a "call-begin" piece/],
  [
    'arguments that are an object',
    [{ type: 'call-end', key: 'a', name: 'look', args: {} }],
    /"args" of a "call-end" piece must be a string, and it is of the type object/,
  ],
  ['arguments in parts that are no text', [{ type: 'call-args', key: 'a', text: [] }], /"text" of a "call-args" piece/],
  [
    'data of the provider that is no JSON',
    [{ type: 'reasoning', text: 'hm', provider: circular }],
    /"provider" of a "reasoning" piece must be JSON/,
  ],
  [
    'an unknown finish reason',
    [{ ...end, finishReason: 'tired' }],
    /"finishReason" of an "end" piece is "tired"; known/,
  ],
];

for (const [name, pieces, text] of badPieces) {
  test(`[M32] a provider of an extension that sends ${name} fails the step at once, with the reason`, async () => {
    const { view, calls } = await play(() => [hello, ...pieces, end]);
    assert.deepEqual([calls, view.thread.status], [1, 'failed']);
    const reason = view.thread.outcome?.reason;
    if (text === null) return assert.deepEqual(reason, { code: 'model-error' });
    assert.ok(reason?.code === 'model-failed', JSON.stringify(reason));
    assert.match(reason.text, text);
  });
}

test('[M32] fields that no piece has are not stored', async () => {
  const thought = { type: 'reasoning', text: 'hm', id: 4, provider: { when: new Date(0), nothing: undefined } };
  const { view, calls } = await play(() => [thought, { ...hello, provider: () => 7, id: 5 }, end]);
  assert.deepEqual([calls, view.thread.outcome?.reason], [1, null]);
  const parts = view.thread.items.flatMap((item) => (item.type === 'step' ? item.parts : []));
  assert.deepEqual(parts, [
    { type: 'reasoning', text: 'hm', provider: { when: '1970-01-01T00:00:00.000Z' } },
    { type: 'text', text: hello.text },
  ]);
});

const waits = [
  [1e300, 86_400_000],
  [Number.POSITIVE_INFINITY, 86_400_000],
  [1.5, 2],
] as const;
for (const [retryAfterMs, askedMs] of waits) {
  test(`[E31.1] a provider of an extension that asks for a wait of ${retryAfterMs} ms gets a bounded one`, async () => {
    let isFirst = true;
    const { view, calls } = await play(() => {
      if (!isFirst) return [hello, end];
      isFirst = false;
      throw new ModelError('Busy.', { retryable: true, isOutage: true, retryAfterMs });
    });
    const { reason = null } = view.thread.outcome ?? {};
    if (askedMs < 1000) return assert.deepEqual([calls, reason], [2, null]);
    assert.equal(calls, 1);
    assert.deepEqual(reason, { code: 'provider-error', text: 'Busy.', askedMs, maxWaitMs: 600_000 });
  });
}

for (const retryAfterMs of [Number.NaN, -5, '7']) {
  test(`[E31.1] a wait of ${retryAfterMs} is no wait`, async () => {
    let failures = 0;
    const { view, calls } = await play(() => {
      failures += 1;
      if (failures > 1) return [hello, end];
      throw new ModelError('Busy.', { retryable: true, retryAfterMs: retryAfterMs as number });
    });
    assert.deepEqual([calls, view.thread.outcome?.reason], [2, null]);
  });
}

const thrown: [name: string, error: unknown, text: RegExp | null][] = [
  ['an error with an unknown reason', oddError({ code: 'tired' }), /The model/],
  ['an error with a reason of the engine', oddError({ code: 'canceled' }), /The model/],
  ['a word of the engine', 'drain', /^drain$/],
  ['a value without a text', Object.create(null), null],
  ['a very long text', 'x'.repeat(1e6), /^x{2000}$/],
];
for (const [name, error, text] of thrown) {
  test(`[M32] a provider of an extension that throws ${name} fails the step at once`, async () => {
    const { view, calls } = await play(() => {
      throw error;
    });
    assert.deepEqual([calls, view.thread.status], [1, 'failed']);
    const reason = view.thread.outcome?.reason;
    if (text === null) return assert.deepEqual(reason, { code: 'model-error' });
    assert.ok(reason?.code === 'model-failed', JSON.stringify(reason));
    assert.match(reason.text, text);
  });
}

/** As a class of an extension that extends ours can make it. */
function oddError(reason: object): ModelError {
  return Object.assign(new ModelError('The model is tired.', { retryable: true }), { reason });
}
