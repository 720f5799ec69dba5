import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, StopScope, ThreadId } from '@retinue/protocol';
import { instanceWorkspaceId, localWorkspaceId } from '@retinue/protocol';
import { bothStores } from '../../../../../tests/support/both-stores.ts';
import type { House, HouseOptions } from '../../../../../tests/support/house.ts';
import { agent, allTasks, openHouse, wait } from '../../../../../tests/support/house.ts';
import { firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/scripts.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { Script } from '../../models/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../models/script.ts';
import { barrier, call, fail, hang, say, together } from '../../models/script-lines.ts';

const { stores, newDirectory } = bothStores();
const team = [
  agent('boss', { subAgents: ['worker'], tools: ['askUser', 'act'] }),
  agent('worker', { subAgents: ['clerk'], tools: ['act'] }),
  agent('clerk', { tools: ['act'] }),
];
const kinds = ['sqlite', 'postgres'] as const;
const scopes = ['chat', 'workspace', 'server'] as const;
type Where = (typeof scopes)[number];

async function stop(house: House, where: Where, threadId: ThreadId): Promise<void> {
  if (where === 'chat') assert.equal((await house.commands.stopChat(house.wish(), { threadId })).refusal, null);
  else await house.commands.stopAll(house.wish(), scopeOf(where));
}

async function resume(house: House, where: Where, threadId: ThreadId): Promise<void> {
  if (where === 'chat') assert.equal((await house.commands.resumeChat(house.wish(), { threadId })).refusal, null);
  else await house.commands.resumeAll(scopeOf(where));
}

function scopeOf(where: Where): StopScope {
  return where === 'server' ? 'server' : localWorkspaceId;
}

/** What starts work, at or after this place. */
function startsIn(events: readonly Event[], after: number): string[] {
  const types = ['step.started', 'call.started', 'question.consulted', 'thread.recovered'];
  return events.filter(({ type, position }) => position > after && types.includes(type)).map(({ type }) => type);
}

/** A tree three deep: a boss, a worker in the foreground, a clerk in the background of it, all in the middle of a step. */
const deep: Script = byAgent({
  boss: (request) =>
    inputsOf(request).length > 1
      ? [say(`Answer to ${inputsOf(request).at(-1)}`)]
      : bySteps([together(newTask('worker', 'one'), newTask('worker', 'two', { background: true }))], [hang()]),
  worker: bySteps([newTask('clerk', 'copy', { background: true })], [barrier('worker'), hang()]),
  clerk: [barrier('clerk'), hang()],
});

for (const kind of kinds) {
  for (const where of scopes) {
    test(`[X31] a stop of the ${where} cancels everything at any depth, and keeps it stopped over restarts (${kind})`, async () => {
      const options: HouseOptions = {
        ...{ store: await stores[kind](), directory: await newDirectory(), script: deep, agents: team },
        limits: { maxDepth: 3 },
      };
      const { threadId, stoppedAt } = await (async () => {
        await using house = await openHouse(options);
        const threadId = await house.open('go');
        house.retinue.start();
        await house.until(threadId, (tree) => Object.values(tree.threads).filter((one) => one.openStep).length >= 4);
        await stop(house, where, threadId);
        const tree = await house.tree(threadId);
        assert.ok(Object.values(tree.threads).every(({ status }) => status === 'cancelled'));
        assert.equal(Object.keys(tree.threads).length, 5);
        await house.commands.sendMessage(house.wish(), { threadId, text: 'Are you there?' });
        await wait(100);
        return { threadId, stoppedAt: tree.position };
      })();
      await (async () => {
        await using house = await openHouse(options);
        house.retinue.start();
        await house.commands.sendMessage(house.wish(), { threadId, text: 'Hello?' });
        await wait(300);
        assert.deepEqual(startsIn(await house.events(threadId), stoppedAt), []);
      })();
      await using house = await openHouse(options);
      house.retinue.start();
      await resume(house, where, threadId);
      const root = await house.until(threadId, (_tree, view) => view.thread.status === 'idle');
      assert.equal(root.thread.outcome?.result, 'Answer to Hello?', 'what came meanwhile is answered');
      assert.ok(
        allTasks(root).every(({ task }) => task.outcome?.status === 'cancelled'),
        'what was canceled stays so',
      );
      await house.stop();
      assert.deepEqual(await verifyStore(options.store ?? assert.fail('no store')), []);
    });
  }
}

for (const where of scopes) {
  test(`[X31] a retry that waits for its time is canceled with the ${where}`, async () => {
    const script = byAgent({ boss: [fail({ message: 'busy', retryable: true, retryAfterMs: 200 })] });
    await using house = await openHouse({ script, agents: team });
    const threadId = await house.open('go');
    house.retinue.start();
    await house.until(threadId, (_tree, { thread }) => thread.retryAt !== null);
    await stop(house, where, threadId);
    const { position } = await house.tree(threadId);
    await wait(600);
    assert.deepEqual(startsIn(await house.events(threadId), position), []);
    assert.equal((await house.view(threadId)).thread.status, 'cancelled');
  });

  test(`[X32] an approval that is given while the ${where} is stopped starts its call once it is resumed`, async () => {
    let runs = 0;
    const ran = async () => {
      runs += 1;
      return `ran ${runs}`;
    };
    const act = toolFor('act', ran, { reach: 'outbound' });
    const script = byAgent({
      boss: bySteps([newTask('worker', 'do it')], (request) => [say(JSON.stringify(resultsOf(request)[0]?.value))]),
      worker: bySteps([call('act')], (request) => [succeed(String(resultsOf(request)[0]?.value))]),
    });
    await using house = await openHouse({ script, agents: team, tools: [act] });
    const threadId = await house.open('go');
    house.retinue.start();
    await house.until(threadId, (_tree, view) => firstTaskStatus(view) === 'waiting_for_user');
    await stop(house, where, threadId);
    const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
    const { questionId } = question ?? assert.fail('the question stays');
    const verdict = await house.commands.answerApproval(house.wish(), { questionId, verdict: 'approved', reason: '' });
    assert.equal(verdict.refusal, null);
    await wait(200);
    assert.equal(runs, 0);
    await resume(house, where, threadId);
    const root = await house.settled(threadId);
    assert.match(root.thread.outcome?.result ?? '', /ran 1/);
  });

  test(`[X32] a sub-agent that is continued while the ${where} is stopped waits`, async () => {
    const script = byAgent({
      boss: bySteps([newTask('worker', 'one')], [say('done')], [say('heard')], [say('heard again')]),
      worker: (request) => [succeed(inputsOf(request).join(' + '))],
    });
    await using house = await openHouse({ script, agents: team });
    const { threadId } = (await house.run('go')).thread;
    const child = firstTask(await house.view(threadId)).task.childThreadId;
    await stop(house, where, threadId);
    const { position } = await house.tree(threadId);
    const sent = await house.commands.sendMessage(house.wish(), { threadId: child, text: 'two' });
    assert.equal(sent.refusal, null);
    await wait(200);
    assert.deepEqual(startsIn(await house.events(threadId), position), []);
    await resume(house, where, threadId);
    const root = await house.until(threadId, (_tree, { thread }) => thread.outcome?.result === 'heard');
    assert.ok(root.tasks.some(({ task }) => task.outcome?.result === 'one + two'));
    assert.deepEqual(await house.findings(), []);
  });

  test(`[X32] a step does not start after the stop of the ${where} that was decided in the same transaction`, async () => {
    const script = byAgent({ boss: [say('never')] });
    await using house = await openHouse({ script, agents: team });
    const stopped = Promise.withResolvers<unknown>();
    using _subscription = house.log.subscribe(({ events }) => {
      const opened = events.find(({ type }) => type === 'thread.opened');
      if (opened) stopped.resolve(stop(house, where, opened.threadId));
    });
    house.retinue.start();
    const threadId = await house.open('go');
    await stopped.promise;
    await wait(100);
    assert.deepEqual(startsIn(await house.events(threadId), 0), []);
    await resume(house, where, threadId);
    assert.equal((await house.settled(threadId)).thread.outcome?.result, 'never');
  });

  test(`[X32] a message that a turn had not seen when the ${where} was stopped is answered after it`, async () => {
    const script = byAgent({
      boss: (request) =>
        inputsOf(request).length > 1 ? [say(`Answer to ${inputsOf(request).at(-1)}`)] : [barrier('step'), hang()],
    });
    await using house = await openHouse({ script, agents: team });
    const threadId = await house.open('go');
    house.retinue.start();
    await house.model.barriers.reached('step');
    await house.commands.sendMessage(house.wish(), { threadId, text: 'also this' });
    await stop(house, where, threadId);
    await wait(100);
    assert.equal((await house.view(threadId)).thread.steps, 1);
    await resume(house, where, threadId);
    const root = await house.until(threadId, (_tree, { thread }) => thread.status === 'idle');
    assert.equal(root.thread.outcome?.result, 'Answer to also this');
    assert.deepEqual(await house.findings(), []);
  });
}

test('[X31.1] a process that dies between the stop and the cancels starts nothing, and cancels when it is back', async () => {
  const options: HouseOptions = {
    ...{ directory: await newDirectory(), script: byAgent({ boss: [barrier('step'), hang()] }), agents: team },
  };
  const first = await openHouse(options);
  const threadId = await first.open('go');
  first.retinue.start();
  await first.model.barriers.reached('step');
  // The stop is on record, and the process ends before it gets to the chat.
  await first.retinue.stops.add('server', 'person:owner');
  await first.retinue.log.close();
  await first.stop().catch(() => {});
  await using house = await openHouse(options);
  house.retinue.start();
  const root = await house.until(threadId, (_tree, { thread }) => thread.status === 'cancelled');
  assert.equal(root.thread.outcome?.reason, 'All work was stopped by a person.');
  const events = await house.events(threadId);
  assert.equal(events.filter(({ type }) => type === 'thread.recovered').length, 0);
  assert.deepEqual(
    house.retinue.stops.list().map(({ scope }) => scope),
    ['server'],
  );
});

test('[X31.2] a stop that can not be read holds the server until a person resumes it', async () => {
  await using house = await openHouse({ script: byAgent({ boss: [say('here')] }), agents: team });
  const place = { kind: 'stop', id: 'all' } as const;
  await house.retinue.records.change({ workspaceId: instanceWorkspaceId }, place, () => ({ stops: 'no' }));
  const threadId = await house.open('go');
  house.retinue.start();
  await wait(100);
  assert.equal((await house.view(threadId)).thread.steps, 0);
  await house.commands.resumeAll('server');
  house.problems.splice(0); // the damage was reported
  assert.equal((await house.settled(threadId)).thread.outcome?.result, 'here');
});

test('[X31.3] another workspace works on, and so do other chats', async () => {
  const script = byAgent({
    boss: (request) => (inputsOf(request)[0] === 'hang' ? [barrier('one'), hang()] : [say('here')]),
  });
  await using house = await openHouse({ script, agents: team });
  const created = await house.retinue.workspaces.create('Other');
  const other = created.refusal ? assert.fail('refused') : created.workspace.workspaceId;
  house.retinue.start();
  const stopped = await house.open('hang');
  await house.model.barriers.reached('one');
  await house.commands.stopChat(house.wish(), { threadId: stopped });
  assert.equal((await house.settled(await house.open('hello'))).thread.outcome?.result, 'here');
  await house.commands.stopAll(house.wish(), localWorkspaceId);
  const wish = { ...house.wish(), workspaceId: other };
  const reply = await house.commands.openChat(wish, { agentId: team[0]?.agentId ?? assert.fail(), text: 'hello' });
  const elsewhere = reply.refusal ? assert.fail('refused') : reply.done.threadId;
  while ((await house.log.thread(other, elsewhere))?.status !== 'idle') await wait(20);
  const here = await house.open('hello');
  await wait(100);
  assert.equal((await house.view(here)).thread.steps, 0);
});

function firstTaskStatus(view: Parameters<typeof firstTask>[0]): string | undefined {
  return view.tasks[0]?.child?.thread.status;
}
