import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogEvent, ThreadId } from '@retinue/protocol';
import { instanceWorkspaceId, localWorkspaceId } from '@retinue/protocol';
import { accepted } from '../../../../../tests/support/apps/replies.ts';
import type { TestApp, TestAppOptions } from '../../../../../tests/support/apps/test-app.ts';
import { agent, allTasks, openTestApp, wait } from '../../../../../tests/support/apps/test-app.ts';
import { firstTask, newTask, succeed, toolFor } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, bySteps, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { barrier, call, fail, hang, say, together } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { StopScope } from '../../ports/engine/stops.ts';

const { stores, newDirectory } = bothStores();
const team = [
  agent('boss', { subAgents: ['worker'], tools: ['askUser', 'act'] }),
  agent('worker', { subAgents: ['clerk'], tools: ['act'] }),
  agent('clerk', { tools: ['act'] }),
];
const kinds = ['sqlite', 'postgres'] as const;
const scopes = ['chat', 'workspace', 'server'] as const;
type Where = (typeof scopes)[number];

async function stop(app: TestApp, where: Where, threadId: ThreadId): Promise<void> {
  if (where === 'chat') assert.equal((await app.commands.stopChat(app.context(), { threadId })).refusal, null);
  else await app.commands.stopAll(app.context(), scopeOf(where));
}

async function resume(app: TestApp, where: Where, threadId: ThreadId): Promise<void> {
  if (where === 'chat') assert.equal((await app.commands.resumeChat(app.context(), { threadId })).refusal, null);
  else await app.commands.resumeAll(scopeOf(where));
}

function scopeOf(where: Where): StopScope {
  return where === 'server' ? 'server' : localWorkspaceId;
}

/** Events at or after this place that start work. */
function startsIn(events: readonly LogEvent[], after: number): string[] {
  const types = ['step.started', 'call.started', 'question.consulted', 'thread.recovered'];
  return events.filter(({ type, position }) => position > after && types.includes(type)).map(({ type }) => type);
}

/** A tree three deep: a boss, a worker in the foreground, a clerk in the background, all in the middle of a step. */
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
    test(`[X31] a stop of the ${where} cancels everything at any depth, and keeps it stopped across restarts (${kind})`, async () => {
      const options: TestAppOptions = {
        ...{ store: await stores[kind](), directory: await newDirectory(), script: deep, agents: team },
        limits: { maxDepth: 3 },
      };
      const { threadId, stoppedAt } = await (async () => {
        await using app = await openTestApp(options);
        const threadId = await app.open('go');
        app.retinue.start();
        await app.until(threadId, (tree) => Object.values(tree.threads).filter((one) => one.openStep).length >= 4);
        await stop(app, where, threadId);
        const tree = await app.tree(threadId);
        assert.ok(Object.values(tree.threads).every(({ status }) => status === 'cancelled'));
        assert.equal(Object.keys(tree.threads).length, 5);
        await app.commands.sendMessage(app.context(), { threadId, text: 'Are you there?' });
        await wait(100);
        return { threadId, stoppedAt: tree.position };
      })();
      await (async () => {
        await using app = await openTestApp(options);
        app.retinue.start();
        await app.commands.sendMessage(app.context(), { threadId, text: 'Hello?' });
        await wait(300);
        assert.deepEqual(startsIn(await app.events(threadId), stoppedAt), []);
      })();
      await using app = await openTestApp(options);
      app.retinue.start();
      await resume(app, where, threadId);
      const root = await app.until(threadId, (_tree, view) => view.thread.status === 'idle');
      assert.equal(root.thread.outcome?.result, 'Answer to Hello?', 'what came meanwhile is answered');
      assert.ok(
        allTasks(root).every(({ task }) => task.outcome?.status === 'cancelled'),
        'what was canceled stays so',
      );
      await app.stop();
      assert.deepEqual(await verifyStore(options.store ?? assert.fail('no store')), []);
    });
  }
}

for (const where of scopes) {
  test(`[X31] a retry that waits for its time is canceled with the ${where}`, async () => {
    const script = byAgent({ boss: [fail({ message: 'busy', retryable: true, retryAfterMs: 200 })] });
    await using app = await openTestApp({ script, agents: team });
    const threadId = await app.open('go');
    app.retinue.start();
    await app.until(threadId, (_tree, { thread }) => thread.retryAt !== null);
    await stop(app, where, threadId);
    const { position } = await app.tree(threadId);
    await wait(600);
    assert.deepEqual(startsIn(await app.events(threadId), position), []);
    assert.equal((await app.view(threadId)).thread.status, 'cancelled');
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
    await using app = await openTestApp({ script, agents: team, tools: [act] });
    const threadId = await app.open('go');
    app.retinue.start();
    await app.until(threadId, (_tree, view) => firstTaskStatus(view) === 'waiting_for_user');
    await stop(app, where, threadId);
    const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
    const { questionId } = question ?? assert.fail('the question stays');
    const verdict = await app.commands.answerApproval(app.context(), { questionId, verdict: 'approved', reason: '' });
    assert.equal(verdict.refusal, null);
    await wait(200);
    assert.equal(runs, 0);
    await resume(app, where, threadId);
    const root = await app.settled(threadId);
    assert.match(root.thread.outcome?.result ?? '', /ran 1/);
  });

  test(`[X32] a sub-agent that is reactivated while the ${where} is stopped waits`, async () => {
    const script = byAgent({
      boss: bySteps([newTask('worker', 'one')], [say('done')], [say('heard')], [say('heard again')]),
      worker: (request) => [succeed(inputsOf(request).join(' + '))],
    });
    await using app = await openTestApp({ script, agents: team });
    const { threadId } = (await app.run('go')).thread;
    const child = firstTask(await app.view(threadId)).task.childThreadId;
    await stop(app, where, threadId);
    const { position } = await app.tree(threadId);
    const sent = await app.commands.sendMessage(app.context(), { threadId: child, text: 'two' });
    assert.equal(sent.refusal, null);
    await wait(200);
    assert.deepEqual(startsIn(await app.events(threadId), position), []);
    await resume(app, where, threadId);
    const root = await app.until(threadId, (_tree, { thread }) => thread.outcome?.result === 'heard');
    assert.ok(root.tasks.some(({ task }) => task.outcome?.result === 'one + two'));
    assert.deepEqual(await app.findings(), []);
  });

  test(`[X32] a step does not start after the stop of the ${where} that was decided in the same transaction`, async () => {
    const script = byAgent({ boss: [say('never')] });
    await using app = await openTestApp({ script, agents: team });
    const stopped = Promise.withResolvers<unknown>();
    using _subscription = app.log.subscribe(({ events }) => {
      const opened = events.find(({ type }) => type === 'thread.opened');
      if (opened) stopped.resolve(stop(app, where, opened.threadId));
    });
    app.retinue.start();
    const threadId = await app.open('go');
    await stopped.promise;
    await wait(100);
    assert.deepEqual(startsIn(await app.events(threadId), 0), []);
    await resume(app, where, threadId);
    assert.equal((await app.settled(threadId)).thread.outcome?.result, 'never');
  });

  test(`[X32] an unread message from before the stop of the ${where} is answered after it`, async () => {
    const script = byAgent({
      boss: (request) =>
        inputsOf(request).length > 1 ? [say(`Answer to ${inputsOf(request).at(-1)}`)] : [barrier('step'), hang()],
    });
    await using app = await openTestApp({ script, agents: team });
    const threadId = await app.open('go');
    app.retinue.start();
    await app.model.barriers.reached('step');
    await app.commands.sendMessage(app.context(), { threadId, text: 'also this' });
    await stop(app, where, threadId);
    await wait(100);
    assert.equal((await app.view(threadId)).thread.steps, 1);
    await resume(app, where, threadId);
    const root = await app.until(threadId, (_tree, { thread }) => thread.status === 'idle');
    assert.equal(root.thread.outcome?.result, 'Answer to also this');
    assert.deepEqual(await app.findings(), []);
  });
}

test('[X31.1] a process that dies between the stop and the cancels starts nothing, and cancels when it is back', async () => {
  const options: TestAppOptions = {
    ...{ directory: await newDirectory(), script: byAgent({ boss: [barrier('step'), hang()] }), agents: team },
  };
  const first = await openTestApp(options);
  const threadId = await first.open('go');
  first.retinue.start();
  await first.model.barriers.reached('step');
  // The stop is recorded, and the process ends before it reaches the chat.
  await first.retinue.stops.add('server', 'person:owner');
  await first.retinue.log.close();
  await first.stop().catch(() => {});
  await using app = await openTestApp(options);
  app.retinue.start();
  const root = await app.until(threadId, (_tree, { thread }) => thread.status === 'cancelled');
  assert.deepEqual(root.thread.outcome?.reason, { code: 'all-stopped' });
  const events = await app.events(threadId);
  assert.equal(events.filter(({ type }) => type === 'thread.recovered').length, 0);
  assert.deepEqual(
    app.retinue.stops.list().map(({ scope }) => scope),
    ['server'],
  );
});

test('[X31.2] a stop that cannot be read holds the server until a person resumes it', async () => {
  await using app = await openTestApp({ script: byAgent({ boss: [say('here')] }), agents: team });
  const place = { kind: 'stop', id: 'all' } as const;
  await app.retinue.records.change({ workspaceId: instanceWorkspaceId }, place, () => ({ stops: 'no' }));
  const threadId = await app.open('go');
  app.retinue.start();
  await wait(100);
  assert.equal((await app.view(threadId)).thread.steps, 0);
  await app.commands.resumeAll('server');
  app.problems.splice(0); // The damage was reported.
  assert.equal((await app.settled(threadId)).thread.outcome?.result, 'here');
});

test('[X31.3] other workspaces and other chats keep running', async () => {
  const script = byAgent({
    boss: (request) => (inputsOf(request)[0] === 'hang' ? [barrier('one'), hang()] : [say('here')]),
  });
  await using app = await openTestApp({ script, agents: team });
  const created = await app.retinue.workspaces.create({}, 'Other');
  const other = accepted(created).workspaceId;
  app.retinue.start();
  const stopped = await app.open('hang');
  await app.model.barriers.reached('one');
  await app.commands.stopChat(app.context(), { threadId: stopped });
  assert.equal((await app.settled(await app.open('hello'))).thread.outcome?.result, 'here');
  await app.commands.stopAll(app.context(), localWorkspaceId);
  const context = { ...app.context(), workspaceId: other };
  const reply = await app.commands.openChat(context, { agentId: team[0]?.agentId ?? assert.fail(), text: 'hello' });
  const elsewhere = reply.refusal ? assert.fail('refused') : reply.done.threadId;
  while ((await app.log.thread(other, elsewhere))?.status !== 'idle') await wait(20);
  const here = await app.open('hello');
  await wait(100);
  assert.equal((await app.view(here)).thread.steps, 0);
});

function firstTaskStatus(view: Parameters<typeof firstTask>[0]): string | undefined {
  return view.tasks[0]?.child?.thread.status;
}
