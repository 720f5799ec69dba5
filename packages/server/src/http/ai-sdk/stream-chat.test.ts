import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { ThreadId, TreeState } from '@retinue/protocol';
import { foldTree, localWorkspaceId } from '@retinue/protocol';
import { asJson, readByClient } from '../../../../../tests/support/ai-sdk/ui-client.ts';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp, wait } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { writeRandomLog } from '../../../../../tests/support/random/random-log.ts';
import { byAgent, bySteps } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, endless, pause, say } from '../../../../../tests/support/scripted/script-lines.ts';
import type { Live } from '../../ports/engine/live.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import { systemClock } from '../../ports/runtime/clock.ts';
import { streamChat } from './stream-chat.ts';
import { toUiMessages } from './to-ui-messages.ts';
import type { AgentPart, UiMessageChunk } from './ui-message.ts';

test('[S5] text comes in small pieces, each character once, and ends with [DONE]', async () => {
  const words = Array.from({ length: 400 }, (_, index) => `word ${index} `);
  await using app = await openTestApp({ script: [...words.flatMap((word) => [say(word), pause(1)])] });
  const rootId = await app.open('go');
  app.retinue.start();
  const text = await readAll(watch(app, rootId));
  assert.ok(text.endsWith('data: [DONE]\n\n'));
  const deltas = chunksIn(text).flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : []));
  assert.equal(deltas.join(''), words.join(''));
  assert.ok(deltas.length > 3, `${deltas.length} pieces`);
  assert.ok(text.length < words.join('').length + 120 * (deltas.length + 10));
});

test('[S5] a stalled reader costs nothing meanwhile, and gets the difference when it reads again', async () => {
  await using app = await openTestApp({ script: [endless('and so on ', { everyMs: 1 })] });
  const rootId = await app.open('go');
  let drafts = 0;
  const draft: Live['draft'] = (threadId) => {
    drafts += 1;
    return app.retinue.live.draft(threadId);
  };
  const live = { ...app.retinue.live, draft };
  app.retinue.start();
  const reader = watch(app, rootId, { live }).getReader();
  await reader.read();
  const before = drafts;
  await wait(200);
  assert.equal(drafts, before, 'nobody looked while nobody read');
  const { value } = await reader.read();
  const [piece, ...more] = chunksIn(new TextDecoder().decode(value));
  assert.ok(piece?.type === 'text-delta' && piece.delta.length > 100);
  assert.deepEqual(more, []);
  await reader.cancel();
  const { thread } = await app.view(rootId);
  assert.equal(thread.status, 'active', 'who leaves stops nothing');
});

test('[S5] a disconnected client is no longer watched; a signal ends the stream with an error', async () => {
  await using app = await openTestApp({ script: [say('Hm.'), barrier('never')] });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('never');
  let watching = 0;
  const live: Live = {
    ...app.retinue.live,
    subscribe(listener) {
      const subscriptions = new DisposableStack();
      subscriptions.use(app.retinue.live.subscribe(listener));
      subscriptions.defer(() => {
        watching -= 1;
      });
      watching += 1;
      return subscriptions;
    },
  };
  const left = watch(app, rootId, { live }).getReader();
  await left.read();
  const reading = left.read();
  assert.equal(watching, 1);
  await left.cancel();
  assert.equal((await reading).done, true);
  const closing = new AbortController();
  const closed = watch(app, rootId, { live, signal: closing.signal }).getReader();
  await closed.read();
  const failing = closed.read();
  closing.abort(new Error('The server is closing.'));
  await assert.rejects(failing, /closing/);
  assert.equal(watching, 0);
});

test('[S5] a quiet stream sends a sign of life now and then', async () => {
  await using app = await openTestApp({ script: [say('Hm.'), barrier('never')] });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('never');
  const clock: Clock = {
    now: () => Date.now(),
    monotonicMs: () => performance.now() * 1000,
    elapsedMs: () => performance.now() * 1000,
    after: (milliseconds, run) => systemClock.after(milliseconds / 1000, run),
  };
  const reader = watch(app, rootId, { clock }).getReader();
  await reader.read();
  const { value } = await reader.read();
  assert.equal(new TextDecoder().decode(value), ': still here\n\n');
  await reader.cancel();
});

test("[S5] children's texts are not sent repeatedly; a large report is sent less often while it grows", async () => {
  const page = 'x'.repeat(30_000);
  const steps = 20;
  const read = toolFor('read', async ({ page: number = 0 }) => `${number} ${page}`, { effect: 'read' });
  const script = byAgent({
    boss: delegating(['worker', 'read it']),
    worker: bySteps(...Array.from({ length: steps }, (_, index) => [say('Next. '), call('read', { page: index })]), [
      succeed('read'),
    ]),
  });
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['read'] })];
  await using app = await openTestApp({ script, agents, tools: [read] });
  const rootId = await app.open('go');
  app.retinue.start();
  const text = await readAll(watch(app, rootId));
  assert.ok(text.length < 4 * steps * page.length, `${text.length} characters for ${steps * page.length}`);
  await assertLikeReload(app, rootId, chunksIn(text));
});

test('[S5, D12] another attempt stays in the part of its call, also when the answer has continued', async () => {
  let tries = 0;
  const script = byAgent({
    boss: bySteps([newTask('worker', 'try')], [say('It failed.')], [say('Now it worked.')]),
    worker: () => {
      tries += 1;
      return tries === 1 ? [call('taskResult', { result: 'no', status: 'error' })] : [barrier('again'), succeed('yes')];
    },
  });
  await using app = await openTestApp({ script });
  const root = await app.run('go');
  const rootId = root.thread.threadId;
  const { taskId } = root.tasks[0]?.task ?? assert.fail('no task');
  await app.commands.retryTask(app.context(), { taskId, instruction: 'harder' });
  await app.model.barriers.reached('again');
  const reading = readAll(watch(app, rootId, { isResume: true }));
  app.model.barriers.release('again');
  const chunks = chunksIn(await reading);
  const message = await assertLikeReload(app, rootId, chunks);
  const part = message.parts[2] as AgentPart;
  assert.deepEqual(
    [part.id, part.data.taskId, part.data.attempt, part.data.status],
    [taskId, `${taskId}_2`, 2, 'finished'],
  );
  assert.deepEqual(
    part.data.earlier?.map(({ status }) => status),
    ['failed'],
  );
});

test('[S2, S5] after any actions of the engine, its tools and people, a live stream ends like a reload at that moment', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    await writeRandomLog(seed, (app, rootId) => followToRest(app, rootId, seed));
  }
});

/** A client that sends a message and reconnects whenever its stream has ended, a few times. */
async function followToRest(app: TestApp, rootId: ThreadId, seed: number): Promise<void> {
  const states = [await app.tree(rootId)];
  using _subscription = app.log.subscribe(({ events }) => {
    const own = events.filter((event) => event.rootId === rootId);
    states.push(foldTree(states.at(-1) ?? null, own) ?? assert.fail('no tree'));
  });
  for (let round = 0; round < 3; round += 1) {
    const begun = states.length;
    const chunks = chunksIn(await readAll(watch(app, rootId, { isResume: round > 0 })));
    const last = states.at(-1)?.threads[rootId];
    // A page whose messages were taken back reloads them.
    if (chunks.at(-1)?.type === 'abort' && last?.status !== 'cancelled') continue;
    const held = await readByClient(chunks);
    const moments = states.slice(begun - 1).toReversed();
    const isLike = (tree: TreeState) => {
      const reloaded = new Map(toUiMessages(tree, () => null).map(({ id, parts }) => [id, parts]));
      return [...held].every(([id, { parts }]) => {
        const expected = reloaded.get(id) ?? [];
        return isDeepStrictEqual(asJson(withoutEmptyStep(parts)), asJson(withoutEmptyStep(expected)));
      });
    };
    assert.ok(moments.some(isLike), `seed ${seed}, round ${round}: ${JSON.stringify([...held.values()])}`);
    await wait(5);
  }
}

/**
 * A step that is retried after a person has written stands behind that message. A client that has sent a message can't
 * take back its `step-start`; the next reload removes it.
 */
function withoutEmptyStep<Part extends { type: string }>(parts: readonly Part[]): readonly Part[] {
  return parts.at(-1)?.type === 'step-start' ? parts.slice(0, -1) : parts;
}

function watch(
  app: TestApp,
  rootId: ThreadId,
  options: { live?: Live; clock?: Clock; signal?: AbortSignal; isResume?: boolean } = {},
): ReadableStream<Uint8Array> {
  const { log, live, clock } = app.retinue;
  const { signal } = new AbortController();
  return streamChat({ log, live, clock, workspaceId: localWorkspaceId, rootId, signal, isResume: false, ...options });
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

function chunksIn(text: string): UiMessageChunk[] {
  const lines = text.split('\n\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as UiMessageChunk);
}

async function assertLikeReload(app: TestApp, rootId: ThreadId, chunks: UiMessageChunk[]) {
  const held = [...(await readByClient(chunks)).values()].at(-1) ?? assert.fail('no message');
  const reloaded = toUiMessages(await app.tree(rootId), () => null).at(-1) ?? assert.fail('no message');
  assert.deepEqual(asJson(held), asJson(reloaded));
  return reloaded;
}
