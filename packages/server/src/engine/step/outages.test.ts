import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, ThreadState } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { deltas, stream } from '../../../../../tests/fakes/openai-replies.ts';
import { startOpenAiServer } from '../../../../../tests/fakes/openai-server.ts';
import { remoteModel } from '../../../../../tests/fakes/remote-model.ts';
import { bothStores } from '../../../../../tests/support/both-stores.ts';
import { agent, type House, openHouse, wait } from '../../../../../tests/support/house.ts';
import { jumpingClock, passUntil } from '../../../../../tests/support/jumping-clock.ts';
import { delegating, firstTask, succeed } from '../../../../../tests/support/scripts.ts';
import { createModels } from '../../models/models.ts';
import { byAgent, byAttempts } from '../../models/script.ts';
import { fail, say } from '../../models/script-lines.ts';
import { createScriptedModel } from '../../models/scripted.ts';

const { stores, newDirectory } = bothStores();
const team = [agent('boss', { subAgents: ['worker'] }), agent('worker')];
const down = (retryAfterMs: number | null = 1) => fail({ message: 'Rate limited.', isOutage: true, retryAfterMs });

test('[E30] a running tree outlives a restart of its model server, without three attempts being the end of it', async () => {
  const first = await startOpenAiServer(() => stream(...deltas('Fine.')));
  const { baseUrl, origin } = first;
  const scripted = createScriptedModel(byAgent({ boss: delegating(['worker', 'a'], ['worker', 'b']) }));
  const models = createModels({ providers: { scripted, remote: remoteModel({ baseUrl, apiKey: null }) } });
  const remote = { ...agent('worker'), model: { provider: 'remote', id: 'small' } };
  await using house = await openHouse({
    script: [],
    agents: [agent('boss', { subAgents: ['worker'] }), remote],
    replacements: { models },
  });
  await first[Symbol.asyncDispose]();
  const rootId = await house.open('go');
  house.retinue.start();
  await house.until(rootId, ({ threads }) => {
    const children = Object.values(threads).filter(({ parent }) => parent !== null);
    return children.length === 2 && children.every(({ turnStats }) => turnStats.outages >= 3);
  });
  const port = Number(new URL(origin).port);
  await using _again = await startOpenAiServer(() => stream(...deltas('Fine.')), { port });
  const root = await house.settled(rootId);
  assert.equal(root.thread.outcome?.result, 'Heard: success: Fine. | success: Fine.');
  assert.deepEqual(await house.findings(), []);
});

test('[E30.2] an outage is retried until the time that the workspace sets is over, and the failure says so', async () => {
  await using house = await openHouse({ script: [down()], agents: team, limits: { providerRetryMs: 2500 } });
  const { thread } = await house.run('go');
  assert.equal(thread.outcome?.reason, 'Rate limited. Retried for 2.5 s. Try again later.');
  assert.ok(house.model.requests.length > 3, `${house.model.requests.length} attempts`);
  const waits = cutsIn(await house.events(thread.threadId)).map(({ at, data }) => (data.retryAt ?? at) - at);
  assert.ok((waits[2] ?? 0) > (waits[0] ?? 0), `the waits grow: ${waits}`);
});

test('[E30.2] a workspace that retries for no time fails at the first outage', async () => {
  await using house = await openHouse({ script: [down(null)], agents: team, limits: { providerRetryMs: 0 } });
  const { thread } = await house.run('go');
  assert.equal(thread.outcome?.reason, 'Rate limited. Try again later.');
  assert.equal(house.model.requests.length, 1);
});

test('[E31] the wait that a provider asks for is kept to', async () => {
  const clock = jumpingClock();
  const script = byAttempts([down(240_000)], [say('back')]);
  await using house = await openHouse({ script, agents: team, replacements: { clock } });
  const rootId = await house.open('go');
  house.retinue.start();
  await house.until(rootId, (_tree, { thread }) => thread.retryAt !== null);
  const [cut] = cutsIn(await house.events(rootId));
  assert.equal((cut?.data.retryAt ?? 0) - (cut?.at ?? 0), 240_000);
  await wait(50); // its worker leaves, and its timer begins
  await clock.pass(235_000);
  assert.equal(house.model.requests.length, 1);
  const thread = () => house.log.thread(localWorkspaceId, rootId);
  await passUntil(clock, 250_000, async () => (await thread())?.outcome?.result === 'back');
});

test('[E31] a wait that is longer than what is left fails at once and says so', async () => {
  await using house = await openHouse({ script: [down(3_600_000)], agents: team });
  const { thread } = await house.run('go');
  assert.equal(
    thread.outcome?.reason,
    'Rate limited. The provider asks to wait 60 min. The limit is 10 min. Try again later.',
  );
  assert.equal(house.model.requests.length, 1);
});

test('[E32] a thread that waits for a provider leaves its place to others, and can be stopped', async () => {
  const script = byAgent({ boss: [down(300_000)], worker: [say('I had a place')] });
  await using house = await openHouse({ script, agents: team, maxRunning: 1 });
  const waiting = await house.open('wait');
  house.retinue.start();
  await house.until(waiting, (_tree, { thread }) => thread.retryAt !== null);
  const other = await house.open('go', 'worker');
  assert.equal((await house.settled(other)).thread.outcome?.result, 'I had a place');
  await house.commands.cancelThread(house.wish(), { threadId: waiting });
  const { thread } = await house.settled(waiting);
  assert.deepEqual([thread.status, thread.retryAt], ['cancelled', null]);
});

test('[E32] waiting for a provider is not working time', async () => {
  const clock = jumpingClock();
  const script = byAgent({
    boss: delegating(['worker', 'a']),
    worker: byAttempts([down(200_000)], [down(200_000)], [succeed('in time')]),
  });
  await using house = await openHouse({ script, agents: team, limits: { maxWorkMs: 60_000 }, replacements: { clock } });
  const rootId = await house.open('go');
  house.retinue.start();
  await passUntil(clock, 900_000, async () => (await house.view(rootId)).thread.outcome !== null);
  const root = await house.settled(rootId);
  assert.equal(firstTask(root).task.outcome?.status, 'success');
  assert.ok((firstTask(root).child?.thread.workedMs ?? Number.POSITIVE_INFINITY) < 60_000);
});

for (const [kind, createStore] of Object.entries(stores)) {
  test(`[E30.1] on ${kind} the time of an outage goes on to be counted after a restart`, async () => {
    const place = { store: await createStore(), directory: await newDirectory() };
    const clock = jumpingClock();
    const opened = () => openHouse({ ...place, script: [down(250_000)], agents: team, replacements: { clock } });
    const first = await opened();
    const rootId = await first.open('go');
    await playUntil(first, rootId, 2, clock);
    await first.stop();
    await using second = await opened();
    second.retinue.start();
    const thread = () => second.log.thread(localWorkspaceId, rootId);
    await passWaits(clock, thread, ({ status }) => status === 'failed');
    assert.match((await thread())?.outcome?.reason ?? '', /Retried for 8\.3 min\. Try again later/);
    const attempts = first.model.requests.length + second.model.requests.length;
    assert.equal(attempts, 3);
    await second.commands.sendMessage(second.wish(), { threadId: rootId, text: 'again' });
    await second.until(rootId, (_tree, view) => view.thread.turnStats.outages === 1 && view.thread.retryAt !== null);
  });
}

async function playUntil(
  house: House,
  rootId: Awaited<ReturnType<House['open']>>,
  outages: number,
  clock: ReturnType<typeof jumpingClock>,
): Promise<void> {
  house.retinue.start();
  const thread = () => house.log.thread(localWorkspaceId, rootId);
  await passWaits(clock, thread, ({ turnStats }) => turnStats.outages === outages);
}

/** Lets time pass only while the thread waits for its next attempt, so that a busy machine does not lengthen the outage. */
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

function cutsIn(events: readonly Event[]) {
  return events.filter((event) => event.type === 'step.cut');
}
