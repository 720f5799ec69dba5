import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, openTestApp, type TestApp, wait } from '../../../../../tests/support/apps/test-app.ts';
import { type JumpingClock, jumpingClock, passUntil } from '../../../../../tests/support/clocks/jumping-clock.ts';
import { toolFor } from '../../../../../tests/support/models/scripts.ts';
import { byAttempts, bySteps } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, fail, hang, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { RequestRate } from '../../http/guards/request-rate.ts';

const { stores, newDirectory } = bothStores();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const changes: Record<string, (clock: JumpingClock) => void> = {
  'an hour back': (clock) => clock.setWall(-hourMs),
  'an hour forward': (clock) => clock.setWall(hourMs),
  '40 days back': (clock) => clock.setWall(-40 * dayMs),
  '40 days forward': (clock) => clock.setWall(40 * dayMs),
  'not at all, but held': (clock) => clock.freezeWall(),
};
const team = [agent('boss', { tools: ['slow'] })];
const outage = byAttempts([fail({ isOutage: true, retryAfterMs: 60_000 })], [say('back')]);

for (const [kind, createStore] of Object.entries(stores)) {
  for (const [what, change] of Object.entries(changes)) {
    test(`[E33] on ${kind} a retry comes when it is due, though the clock is set ${what} meanwhile`, async () => {
      const clock = jumpingClock();
      const place = { store: await createStore(), directory: await newDirectory() };
      await using app = await openTestApp({ ...place, script: outage, agents: team, replacements: { clock } });
      const rootId = await waiting(app);
      change(clock);
      await clock.pass(50_000);
      assert.equal(app.model.requests.length, 1, 'not early');
      await passUntil(clock, 20_000, () => isBack(app, rootId));
    });
  }

  for (const what of ['an hour back', '40 days back', 'not at all, but held']) {
    test(`[E33] on ${kind} a retry comes when it is due after a restart, though the clock was set ${what}`, async () => {
      const clock = jumpingClock();
      const place = { store: await createStore(), directory: await newDirectory() };
      const open = () => openTestApp({ ...place, script: outage, agents: team, replacements: { clock } });
      const before = await open();
      const rootId = await waiting(before);
      await before.stop();
      changes[what]?.(clock);
      await using after = await open();
      after.retinue.start();
      await passUntil(clock, 75_000, () => isBack(after, rootId));
    });
  }
}

for (const [what, change] of Object.entries(changes)) {
  test(`[E33] the working time is the elapsed time, though the clock is set ${what} in the middle of a step and of a call`, async () => {
    const clock = jumpingClock();
    const slow = toolFor('slow', async () => {
      change(clock);
      return 'done';
    });
    const script = bySteps([say('Hm.'), barrier('step'), call('slow')], [say('fine')]);
    await using app = await openTestApp({ script, agents: team, tools: [slow], replacements: { clock } });
    const rootId = await app.open('go');
    app.retinue.start();
    await app.model.barriers.reached('step');
    change(clock);
    app.model.barriers.release('step');
    const { thread } = await app.settled(rootId);
    assert.equal(thread.outcome?.result, 'fine');
    assert.ok(thread.workedMs < 60_000, `${thread.workedMs} ms at work`);
  });

  test(`[E33] a client over its request rate waits no longer when the clock is set ${what}`, async () => {
    const clock = jumpingClock();
    const rate = new RequestRate(clock, 2);
    for (let request = 0; request < 2; request += 1) rate.take('somebody');
    assert.throws(() => rate.take('somebody'));
    change(clock);
    await clock.pass(31_000);
    rate.take('somebody');
    assert.throws(() => rate.take('somebody'), 'nor is anything given for free');
  });
}

test('[E34] the sleep of the machine is neither silence nor working time', async () => {
  const clock = jumpingClock();
  const slow = toolFor('slow', async () => {
    clock.jump(8 * hourMs);
    await wait(20);
    return 'done';
  });
  const script = bySteps([say('Hm.'), barrier('step'), call('slow')], [say('fine')]);
  await using app = await openTestApp({ script, agents: team, tools: [slow], replacements: { clock } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('step');
  clock.jump(8 * hourMs);
  await wait(20);
  app.model.barriers.release('step');
  const { thread } = await app.settled(rootId);
  assert.deepEqual([thread.outcome?.result, thread.outcome?.reason], ['fine', null]);
  assert.ok(thread.workedMs < 60_000, `${thread.workedMs} ms at work`);
});

test('[E34] a model that is silent while the machine is awake is given up on time', async () => {
  const clock = jumpingClock();
  await using app = await openTestApp({ script: [say('Hm.'), hang()], agents: team, replacements: { clock } });
  const rootId = await app.open('go');
  app.retinue.start();
  await app.until(rootId, (_tree, { thread }) => thread.openStep !== null);
  const thread = async () => app.log.thread(localWorkspaceId, rootId);
  await passUntil(clock, 150_000, async () => (await thread())?.status === 'failed');
  assert.deepEqual((await thread())?.outcome?.reason, { code: 'silence', ms: 120_000 });
});

async function waiting(app: TestApp): Promise<ThreadId> {
  const rootId = await app.open('go');
  app.retinue.start();
  await app.until(rootId, (_tree, { thread }) => thread.retryAt !== null);
  await wait(50); // Its worker stops, and its timer starts.
  return rootId;
}

async function isBack(app: TestApp, rootId: ThreadId): Promise<boolean> {
  return (await app.log.thread(localWorkspaceId, rootId))?.outcome?.result === 'back';
}
