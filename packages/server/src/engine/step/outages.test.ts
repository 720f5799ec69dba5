import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEvent, ThreadState } from '@retinue/protocol';
import { localWorkspaceId, reasonText } from '@retinue/protocol';
import { deltas, stream } from '../../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../../tests/fakes/openai-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import { agent, openTestApp, type TestApp, wait } from '../../../../../tests/support/apps/test-app.ts';
import { jumpingClock, passUntil } from '../../../../../tests/support/clocks/jumping-clock.ts';
import { delegating, firstTask, succeed } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, byAttempts } from '../../../../../tests/support/scripted/script.ts';
import { fail, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { createScriptedModel } from '../../../../../tests/support/scripted/scripted-model.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { createModels } from '../../models/models.ts';
import { planRetry } from './cut-step.ts';

const { stores, newDirectory } = bothStores();
const team = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
const down = (retryAfterMs: number | null = 1) => fail({ message: 'Rate limited.', isOutage: true, retryAfterMs });

test('[E30] a running tree survives a restart of its model server, beyond three attempts', async () => {
  const first = await startOpenAiServer(() => stream(...deltas('Fine.')));
  const { baseUrl, origin } = first;
  const scripted = createScriptedModel(byAgent({ boss: delegating(['worker', 'a'], ['worker', 'b']) }));
  const models = createModels({ providers: { scripted, remote: remoteModel({ baseUrl, apiKey: null }) } });
  const remote = { ...agent('worker'), model: { provider: 'remote', id: 'small' } };
  await using app = await openTestApp({
    script: [],
    agents: [agent('boss', { subAgents: ['worker'] }), remote],
    replacements: { models },
  });
  await first[Symbol.asyncDispose]();
  const rootId = await app.open('go');
  app.retinue.start();
  await app.until(rootId, ({ threads }) => {
    const children = Object.values(threads).filter(({ parent }) => parent !== null);
    return children.length === 2 && children.every(({ turnStats }) => turnStats.outages >= 3);
  });
  const port = Number(new URL(origin).port);
  await using _again = await startOpenAiServer(() => stream(...deltas('Fine.')), { port });
  const root = await app.settled(rootId);
  assert.equal(root.thread.outcome?.result, 'Heard: success: Fine. | success: Fine.');
  assert.deepEqual(await app.findings(), []);
});

test('[E30] the waits of two threads differ, and stay between half of the planned wait and all of it', async () => {
  await using app = await openTestApp({ script: [down(null)], agents: team, limits: { providerRetryMs: 0 } });
  const { thread } = await app.run('go');
  const limits = { ...thread.limits, providerRetryMs: 600_000 };
  const cut = { reason: 'provider-error', message: { code: 'rate-limited' }, retryable: true } as const;
  const waits = (failures: number, error: { isOutage?: true; retryAfterMs: number | null }) => {
    const turnStats = { ...thread.turnStats, outages: failures, providerErrors: failures, outageMs: 0 };
    return [0, 0.999].map((drawn) => {
      const plan = planRetry({ ...thread, limits, turnStats }, { ...cut, ...error }, 0, () => drawn);
      return 'waitMs' in plan ? plan.waitMs : assert.fail(plan.failure.code);
    });
  };
  const outage = { isOutage: true, retryAfterMs: null } as const;
  for (const [failures, plannedMs] of [
    [0, 500],
    [1, 1000],
    [4, 8000],
    [6, 30_000],
    [500, 30_000],
  ] as const) {
    assert.deepEqual(waits(failures, outage), [plannedMs / 2, Math.round(plannedMs * 0.9995)]);
  }
  assert.deepEqual(waits(1, { retryAfterMs: null }), [500, 1000]);
  // A provider that says when is asked no sooner.
  assert.deepEqual(waits(4, { isOutage: true, retryAfterMs: 5000 }), [5000, 7996]);
});

test('[E30.2] an outage is retried until the time that the workspace sets is over, and the failure says so', async () => {
  await using app = await openTestApp({ script: [down()], agents: team, limits: { providerRetryMs: 2500 } });
  const { thread } = await app.run('go');
  assert.equal(textOf(thread), 'Rate limited. Retried for 2.5 s. Retry later.');
  assert.ok(app.model.requests.length > 3, `${app.model.requests.length} attempts`);
  const waits = cutsIn(await app.events(thread.threadId)).map(({ at, data }) => (data.retryAt ?? at) - at);
  assert.ok((waits[2] ?? 0) > (waits[0] ?? 0), `the waits grow: ${waits}`);
});

test('[E30.2] a workspace that retries for no time fails at the first outage', async () => {
  await using app = await openTestApp({ script: [down(null)], agents: team, limits: { providerRetryMs: 0 } });
  const { thread } = await app.run('go');
  assert.equal(textOf(thread), 'Rate limited. Retry later.');
  assert.equal(app.model.requests.length, 1);
});

test('[E31] the wait that a provider requests is respected', async () => {
  const clock = jumpingClock();
  const script = byAttempts([down(240_000)], [say('back')]);
  await using app = await openTestApp({ script, agents: team, replacements: { clock } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.until(rootId, (_tree, { thread }) => thread.retryAt !== null);
  const [cut] = cutsIn(await app.events(rootId));
  assert.equal((cut?.data.retryAt ?? 0) - (cut?.at ?? 0), 240_000);
  await wait(50); // Its worker stops, and its timer starts.
  await clock.pass(235_000);
  assert.equal(app.model.requests.length, 1);
  const thread = () => app.log.thread(localWorkspaceId, rootId);
  await passUntil(clock, 250_000, async () => (await thread())?.outcome?.result === 'back');
});

test('[E31] a wait that is longer than the remaining time fails at once and says so', async () => {
  await using app = await openTestApp({ script: [down(3_600_000)], agents: team });
  const { thread } = await app.run('go');
  const { reason } = thread.outcome ?? {};
  assert.ok(reason?.code === 'provider-error' && reason.askedMs === 3_600_000 && reason.maxWaitMs === 600_000);
  assert.equal(textOf(thread), 'Rate limited. The provider asks to wait 60 min. The limit is 10 min. Retry later.');
  assert.equal(app.model.requests.length, 1);
});

test('[E32] a thread that waits for a provider frees its place, and can be stopped', async () => {
  const script = byAgent({ boss: [down(300_000)], worker: [say('I had a place')] });
  await using app = await openTestApp({ script, agents: team, maxRunning: 1 });
  const waiting = await app.open('wait');
  app.retinue.start();
  await app.until(waiting, (_tree, { thread }) => thread.retryAt !== null);
  const other = await app.open('go', 'worker');
  assert.equal((await app.settled(other)).thread.outcome?.result, 'I had a place');
  await app.commands.cancelThread(app.context(), { threadId: waiting });
  const { thread } = await app.settled(waiting);
  assert.deepEqual([thread.status, thread.retryAt], ['cancelled', null]);
});

test('[E32] waiting for a provider is not working time', async () => {
  const clock = jumpingClock();
  const script = byAgent({
    boss: delegating(['worker', 'a']),
    worker: byAttempts([down(200_000)], [down(200_000)], [succeed('in time')]),
  });
  await using app = await openTestApp({ script, agents: team, limits: { maxWorkMs: 60_000 }, replacements: { clock } });
  const rootId = await app.open('go');
  app.retinue.start();
  await passUntil(clock, 900_000, async () => (await app.view(rootId)).thread.outcome !== null);
  const root = await app.settled(rootId);
  assert.equal(firstTask(root).task.outcome?.status, 'success');
  assert.ok((firstTask(root).child?.thread.workedMs ?? Number.POSITIVE_INFINITY) < 60_000);
});

for (const [kind, createStore] of Object.entries(stores)) {
  test(`[E30.1] on ${kind} the time of an outage continues to count after a restart`, async () => {
    const place = { store: await createStore(), directory: await newDirectory() };
    const clock = jumpingClock();
    const opened = () => openTestApp({ ...place, script: [down(250_000)], agents: team, replacements: { clock } });
    const first = await opened();
    const rootId = await first.open('go');
    await playUntil(first, rootId, 2, clock);
    await first.stop();
    await using second = await opened();
    second.retinue.start();
    const thread = () => second.log.thread(localWorkspaceId, rootId);
    await passWaits(clock, thread, ({ status }) => status === 'failed');
    const reason = (await thread())?.outcome?.reason ?? assert.fail('no reason');
    assert.ok(reason.code === 'provider-error' && Number(reason.retriedMs) >= 495_000);
    assert.match(reasonText(reason), /Retried for 8\.3 min\. Retry later/);
    const attempts = first.model.requests.length + second.model.requests.length;
    assert.equal(attempts, 3);
    await second.commands.sendMessage(second.context(), { threadId: rootId, text: 'again' });
    await second.until(rootId, (_tree, view) => view.thread.turnStats.outages === 1 && view.thread.retryAt !== null);
  });
}

async function playUntil(
  app: TestApp,
  rootId: Awaited<ReturnType<TestApp['open']>>,
  outages: number,
  clock: ReturnType<typeof jumpingClock>,
): Promise<void> {
  app.retinue.start();
  const thread = () => app.log.thread(localWorkspaceId, rootId);
  await passWaits(clock, thread, ({ turnStats }) => turnStats.outages === outages);
}

/**
 * Lets time pass only while the thread waits for its next attempt, so that a busy machine does not lengthen the outage.
 */
async function passWaits(
  clock: ReturnType<typeof jumpingClock>,
  thread: () => Promise<ThreadState | null>,
  holds: (thread: ThreadState) => boolean,
): Promise<void> {
  for (let tries = 0; tries < 20_000; tries += 1) {
    const found = await thread();
    if (found && holds(found)) return;
    const dueAt = found?.retryAt ?? null;
    if (dueAt !== null && clock.now() < dueAt + 500) await clock.pass(500);
    else await wait(2);
  }
  throw new Error('the outage never came to its end');
}

function cutsIn(events: readonly LogEvent[]) {
  return events.filter((event) => event.type === 'step.cut');
}

function textOf({ outcome }: ThreadState): string {
  return reasonText(outcome?.reason ?? assert.fail('no reason'));
}
