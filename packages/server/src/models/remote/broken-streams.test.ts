import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderKind, ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import fc from 'fast-check';
import { message, startAnthropicServer, text, thinking, toolUse } from '../../../../../tests/fakes/anthropic-server.ts';
import { generated, startGoogleServer } from '../../../../../tests/fakes/google-server.ts';
import { mutationsOf } from '../../../../../tests/fakes/mutated-replies.ts';
import { deltas, type Reply, reasoning, stream, toolCall } from '../../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../../tests/fakes/openai-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { toolFor } from '../../../../../tests/support/models/scripts.ts';
import { strictly } from '../../../../../tests/support/models/strict-prompt.ts';
import { treeAtRest } from '../../../../../tests/support/stores/stuck-threads.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import { createModels } from '../models.ts';

const seed = Number(process.env.RETINUE_TEST_SEED ?? 20_261_116);
const count = Number(process.env.RETINUE_MUTATIONS ?? 300);

interface Vendor {
  /** Base of the mutations: reasoning, text and two calls. */
  healthy: Reply;
  /** A plain answer. */
  fine: Reply;
  start(answer: (request: { body: object }) => Reply): Promise<AsyncDisposable & { baseUrl: string }>;
}

const openAi = {
  healthy: stream(
    ...reasoning('Let me ', 'see.'),
    ...deltas('Grüße ', '🦊 ', 'here.'),
    ...toolCall(0, 'a', 'add', '{"a":', '1}'),
    ...toolCall(1, 'b', 'add', '{}'),
  ),
  fine: stream(...deltas('Fine.')),
  start: startOpenAiServer,
};
const vendors: Record<ProviderKind, Vendor> = {
  'openai-compatible': openAi,
  openai: openAi,
  anthropic: {
    healthy: message(
      thinking(0, 'signed', 'Hm', '.'),
      text(1, 'Grüße ', '🦊.'),
      toolUse(2, 'a', 'add', '{"a"', ':1}'),
      toolUse(3, 'b', 'add', '{}'),
    ),
    fine: message(text(0, 'Fine.')),
    start: startAnthropicServer,
  },
  google: {
    healthy: generated([
      { text: 'Hm.', thought: true },
      { text: 'Grüße 🦊.' },
      { functionCall: { name: 'add', args: { a: 1 } } },
      { functionCall: { name: 'add', args: {} } },
    ]),
    fine: generated([{ text: 'Fine.' }]),
    start: startGoogleServer,
  },
};

for (const [kind, vendor] of Object.entries(vendors) as [ProviderKind, Vendor][]) {
  const share = Math.ceil(count / Object.keys(vendors).length);
  test(`[M9][A9] ${share} broken streams of ${kind}: every turn ends with a reason, and the next message works (seed ${seed})`, async () => {
    const replies = fc.sample(mutationsOf(vendor.healthy), { seed, numRuns: share });
    await using server = await vendor.start((request) => replyTo(vendor, replies, request.body));
    const { model, refusals } = strictly(remoteModel({ kind, baseUrl: server.baseUrl, apiKey: 'key' }));
    await using app = await openTestApp({
      script: [],
      agents: [agent('boss', { tools: ['add'] })],
      tools: [toolFor('add', async () => ({ sum: 3 }), { effect: 'read' })],
      limits: { idleMs: 60_000, providerRetryMs: 200 },
      replacements: { models: createModels({ providers: { scripted: model } }) },
    });
    app.retinue.start();
    const cases = replies.map((_, index) => index);
    const ends = { idle: 0, failed: 0 };
    await Promise.all(Array.from({ length: 16 }, () => playAll(app, cases, ends)));
    assert.ok(ends.idle > share / 20 && ends.failed > share / 20, `too much of one kind: ${JSON.stringify(ends)}`);
    assert.deepEqual(refusals, []);
    assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
  });
}

/** The end of the prompt decides: a case gets its broken reply, at every attempt; any other prompt a valid one. */
function replyTo({ fine }: Vendor, replies: readonly Reply[], body: object): Reply {
  const words = JSON.stringify(body);
  const place = words.lastIndexOf('"case ');
  const isLast = place >= 0 && !/And now\?|"(tool|tool_result|functionResponse|tool_call_id)"/.test(words.slice(place));
  return (isLast && replies[Number(/^"case (\d+)/.exec(words.slice(place))?.[1])]) || fine;
}

async function playAll(app: TestApp, cases: number[], ends: { idle: number; failed: number }): Promise<void> {
  for (let place = cases.shift(); place !== undefined; place = cases.shift()) {
    const rootId = await app.open(`case ${place}`);
    const { status, outcome } = await atRest(app, rootId);
    assert.ok(status === 'idle' || status === 'failed', `case ${place} is ${status}`);
    assert.ok(status === 'idle' || outcome?.reason, `case ${place} failed without a reason`);
    ends[status] += 1;
    await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'And now?' });
    const next = (await atRest(app, rootId)).outcome;
    assert.deepEqual([place, next?.status, next?.result, next?.reason], [place, 'completed', 'Fine.', null]);
  }
}

async function atRest(app: TestApp, rootId: ThreadId): Promise<ThreadState> {
  const { threads } = await treeAtRest(app, rootId);
  const root = threads[rootId] ?? assert.fail('no chat');
  assert.ok(!isUnfinished(root.status));
  return root;
}
