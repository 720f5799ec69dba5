import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect, Fact, ThreadId, ThreadState } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp, wait } from '../../../../../tests/support/apps/test-app.ts';
import { countingClock } from '../../../../../tests/support/clocks/counting-clock.ts';
import { told, toolFor } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { delegateTo, endStep, header, ids, startStep } from '../../../../../tests/support/stores/facts.ts';
import type { Tool } from '../../ports/engine/tool.ts';
import { createTools } from '../../tools/tools.ts';
import { runThread } from '../run-thread.ts';

const team = [agent('boss', { subAgents: ['worker'], tools: ['act', 'askUser'] }), agent('worker')];

/** A store as a dead process left it: the facts were committed, and no worker runs. */
async function leaveBehind(app: TestApp, facts: (thread: ThreadState) => Fact[][]): Promise<ThreadState> {
  const threadId = await app.open('go');
  const read = async () => (await app.log.thread(localWorkspaceId, threadId)) ?? assert.fail('no thread');
  for (const batch of facts(await read())) {
    await app.log.append(header('start-step'), [{ threadId, guard: 'exists', facts: batch }]);
  }
  return read();
}

const answering = byAgent({
  boss: (request) => [
    say(
      `Told: ${resultsOf(request)
        .map(({ value, failed }) => `${failed} ${told(value)}`)
        .join(', ')}`,
    ),
  ],
});

test('[A2] a step that started and did not end is requested again, and the lost attempt is counted as an estimate', async () => {
  await using app = await openTestApp({ script: answering, agents: team });
  const { threadId } = await leaveBehind(app, (thread) => [[startStep(thread)]]);
  app.retinue.start();
  const root = await app.settled(threadId);
  assert.equal(root.thread.status, 'idle');
  assert.deepEqual(
    root.thread.items.flatMap((item) => (item.type === 'step' ? [[item.step, item.attempt]] : [])),
    [[1, 2]],
  );
  assert.equal(root.thread.usage.estimatedTokens, 10);
});

const classes: [effect: Effect, runs: number, attempt: number, told: RegExp][] = [
  ['read', 1, 2, /false it ran/],
  ['idempotent', 1, 2, /false it ran/],
  ['unsafe', 0, 1, /true Interrupted\. It is unknown whether it took effect/],
];

for (const [effect, runs, attempt, answer] of classes) {
  test(`[A2.1] a call of effect ${effect} that was running at a crash is ${runs ? 'run again' : 'never run again, and the model is told'}`, async () => {
    const contexts: { attempt: number; idempotencyKey: string }[] = [];
    const act = toolFor(
      'act',
      async (_args, context) => {
        contexts.push(context);
        return 'it ran';
      },
      { effect },
    );
    await using app = await openTestApp({ script: answering, agents: team, tools: [act] });
    const callId = ids.call();
    const place = { callId, step: 1 };
    const links = { taskId: null, subAgentThreadId: null };
    const { threadId } = await leaveBehind(app, (thread) => [
      [startStep(thread)],
      [
        endStep({ ...thread, steps: 1 }, [callId]),
        { type: 'call.requested', data: { ...place, name: 'act', args: {}, effect, ...links } },
      ],
      [{ type: 'call.started', data: { ...place, attempt: 1 } }],
    ]);
    app.retinue.start();
    const root = await app.settled(threadId);
    assert.equal(contexts.length, runs);
    for (const context of contexts) assert.deepEqual([context.attempt, context.idempotencyKey], [attempt, callId]);
    assert.match(root.thread.outcome?.result ?? '', answer);
  });
}

test('[A2] a call that was requested but had not started is run once, whatever its effect', async () => {
  let runs = 0;
  const act = toolFor('act', async () => `run ${++runs}`);
  await using app = await openTestApp({ script: answering, agents: team, tools: [act] });
  const callId = ids.call();
  const requested = {
    callId,
    step: 1,
    name: 'act',
    args: {},
    effect: 'unsafe',
    taskId: null,
    subAgentThreadId: null,
  } as const;
  const { threadId } = await leaveBehind(app, (thread) => [
    [startStep(thread)],
    [endStep({ ...thread, steps: 1 }, [callId]), { type: 'call.requested', data: requested }],
  ]);
  app.retinue.start();
  const root = await app.settled(threadId);
  assert.equal(root.thread.outcome?.result, 'Told: false run 1');
});

test('[A3] children that had not started, and the parent that waits for them, continue by themselves', async () => {
  const script = byAgent({ boss: answering, worker: [say('finished')] });
  await using app = await openTestApp({ script, agents: team });
  const thread = await leaveBehind(app, (state) => [[startStep(state)]]);
  const { own, children } = delegateTo(thread, 3);
  await app.log.append(header('end-step'), [{ threadId: thread.threadId, guard: 'exists', facts: own }, ...children]);
  app.retinue.start();
  const root = await app.until(thread.threadId, (_tree, view) => view.thread.status === 'idle');
  assert.deepEqual(
    root.tasks.map(({ status }) => status),
    ['success', 'success', 'success'],
  );
});

test('[A9] a thread that repeatedly crashes the process is given up after ten times without progress', async () => {
  await using app = await openTestApp({ script: answering, agents: team });
  const { threadId } = await leaveBehind(app, (thread) => [
    [startStep(thread)],
    ...Array.from({ length: 10 }, (): Fact[] => [{ type: 'thread.recovered', data: { inDoubt: [] } }]),
  ]);
  app.retinue.start();
  const root = await app.until(threadId, (_tree, view) => view.thread.status === 'failed');
  assert.deepEqual(root.thread.outcome?.reason, { code: 'interrupted-too-often', times: 10 });
  assert.equal(app.model.requests.length, 0);
});

test('[E1] a worker that was presumed dead and returns can do no harm', async () => {
  const script = byAgent({
    boss: [barrier('slow'), say('from the dead'), call('newTask', { task: 'x', subAgentId: 'agt_worker' })],
  });
  await using app = await openTestApp({ script, agents: team });
  const threadId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('slow');
  const thread = (await app.log.thread(localWorkspaceId, threadId)) ?? assert.fail('no thread');
  const facts: Fact[] = [{ type: 'thread.recovered', data: { inDoubt: [] } }];
  await app.log.append(header('recover'), [{ threadId, guard: { epoch: thread.epoch }, facts }]);
  const scriptGoesOn = app.until(threadId, (tree) => (tree.threads[threadId]?.usage.inputTokens ?? 0) > 0);
  app.model.barriers.release('slow');
  const root = await scriptGoesOn;
  assert.equal(root.tasks.length, 0, 'the stale worker spawned nothing');
});

test('[A3] a drain ends a step without counting an attempt, and the next start continues', async () => {
  const script = byAgent({ boss: [barrier('wait'), say('done')] });
  const first = await openTestApp({ script, agents: team });
  const threadId = await first.open('go');
  first.retinue.start();
  await first.model.barriers.reached('wait');
  await first.stop(0);
  await using second = await openTestApp({ script, agents: team, directory: first.directory });
  second.model.barriers.release('wait');
  second.retinue.start();
  const root = await second.settled(threadId);
  assert.deepEqual(
    [root.thread.outcome?.result, root.thread.turnStats.providerErrors, root.thread.turnStats.recoveries],
    ['done', 0, 0],
  );
});

test('[A3] a drain waits for no tool that ignores it, and leaves no timer', async () => {
  const { clock, timers } = countingClock();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: never } = Promise.withResolvers<string>();
  const act = toolFor('act', () => {
    begin();
    return never;
  });
  const script = byAgent({ boss: [call('act')] });
  await using app = await openTestApp({ script, agents: team, tools: [act], replacements: { clock } });
  await app.open('go');
  app.retinue.start();
  await begun;
  await app.stop(0);
  assert.equal(timers.size, 0);
});

/** Duplicate workers, as a faulty scheduler might make them: each does one unit of work for the same thread. */
function workersFor(app: TestApp, threadId: ThreadId, tools: Tool[]): () => Promise<void> {
  const { log, live, agents, prices, clock, ids: maker } = app.retinue;
  const models = { find: async () => app.model };
  const { rulesIn } = app.retinue.workspaces;
  const parts = { models, prices, tools: createTools(tools), random: () => 0.5, rulesIn, beforeHooks: null };
  const engine = { log, live, agents, clock, ids: maker, ...parts };
  const wake = {
    workspaceId: localWorkspaceId,
    threadId,
    rootId: threadId,
    dueAt: null,
    waitMs: null,
    childrenAtOnce: null,
  };
  return () => runThread(engine, wake, new AbortController().signal);
}

test('[E1] of two workers that hold the same epoch, one runs the calls', async () => {
  let runs = 0;
  const act = toolFor('act', async () => ++runs);
  await using app = await openTestApp({ script: byAgent({ boss: [call('act')] }), agents: team, tools: [act] });
  const work = workersFor(app, await app.open('go'), [act]);
  await work();
  await Promise.all([work(), work()]);
  assert.equal(runs, 1);
});

test('[E1] of two workers that hold the same epoch, one ends the thread at its limit', async () => {
  const act = toolFor('act', async () => 'acted');
  const script = byAgent({ boss: [call('act')] });
  await using app = await openTestApp({ script, agents: team, tools: [act], limits: { maxSteps: 1 } });
  const threadId = await app.open('go');
  const work = workersFor(app, threadId, [act]);
  await work();
  await work();
  const next = app.commands.sendMessage.bind(app.commands, app.context());
  await Promise.all([work(), next({ threadId, text: 'more' }), work()]);
  const types = (await app.events(threadId)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === 'thread.ended').length, 1);
});

test('[E11] a worker whose call could not be recorded stays until its other calls have ended', async () => {
  let ended = false;
  const act = toolFor('act', async ({ slow }) => {
    if (slow) await wait(30);
    if (slow) ended = true;
    return 'acted';
  });
  const script = byAgent({ boss: [together(call('act'), call('act', { slow: true }))] });
  await using app = await openTestApp({ script, agents: team, tools: [act] });
  const work = workersFor(app, await app.open('go'), [act]);
  const { log } = app;
  const append = log.append.bind(log);
  log.append = async (about, entries) => {
    if (about.label === 'end-call' && !ended) throw new Error('the disk is full');
    return append(about, entries);
  };
  await work();
  await assert.rejects(work(), /the disk is full/);
  assert.equal(ended, true);
});
