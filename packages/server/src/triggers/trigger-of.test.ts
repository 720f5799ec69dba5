import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TriggerName } from '@retinue/protocol';
import { findCall, localWorkspaceId } from '@retinue/protocol';
import type { TestApp } from '../../../../tests/support/apps/test-app.ts';
import { agent, allTasks, openTestApp, wait } from '../../../../tests/support/apps/test-app.ts';
import { openLibrary, reading } from '../../../../tests/support/models/long-thread.ts';
import { goOn, newTask, taskIn, toolFor } from '../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../tests/support/scripted/script.ts';
import { byAgent, bySteps } from '../../../../tests/support/scripted/script.ts';
import { barrier, call, say } from '../../../../tests/support/scripted/script-lines.ts';
import type { ModelRequest } from '../ports/engine/model.ts';
import { type Trigger, triggerOf } from '../ports/log/triggers.ts';

async function triggersIn(app: TestApp, rootId: Parameters<TestApp['events']>[0]): Promise<Trigger[]> {
  return (await app.events(rootId)).map(triggerOf).filter((trigger) => trigger !== null);
}

function messagesOf(triggers: readonly Trigger[]): string[] {
  return triggers.flatMap((trigger) => (trigger.type === 'on-sub-agent-message' ? [trigger.data.text] : []));
}

test('[P5.1] a summary for the model is no message of a sub-agent', async () => {
  const script = byAgent({ boss: bySteps([newTask('worker', 'Read.')], [say('Fine.')]), worker: reading(6) });
  await using app = await openLibrary(script);
  const root = await app.run('go');
  const steps = root.tasks[0]?.child?.thread.items.flatMap((item) => (item.type === 'step' ? [item.kind] : []));
  assert.ok(steps?.includes('compaction'));
  const said = messagesOf(await triggersIn(app, root.thread.threadId));
  assert.deepEqual(said, [...[1, 2, 3, 4, 5, 6].map((page) => `Page ${page}.`), 'All read.']);
});

test("[P5.1] a sub-agent's last answer at a limit is the result of its task, and no message", async () => {
  const isSalvage = ({ place }: ModelRequest) => place.kind === 'salvage';
  const script = byAgent({
    boss: bySteps([newTask('worker', 'Look.')], [say('Fine.')]),
    worker: (request) => (isSalvage(request) ? [say('So far: one.')] : [say('One.'), call('look')]),
  });
  const look = toolFor('look', async () => 'seen', { effect: 'read' });
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['look'], maxSteps: 1 })];
  await using app = await openTestApp({ script, agents, tools: [look] });
  const root = await app.run('go');
  const triggers = await triggersIn(app, root.thread.threadId);
  assert.deepEqual(messagesOf(triggers), ['One.']);
  const ended = triggers.find(({ type }) => type === 'on-task-completed');
  assert.equal(ended?.type === 'on-task-completed' && ended.data.result, 'So far: one.');
});

/** Writes text, mails, asks, reads the answer and ends: the same in each of its tasks. */
const work = (task: string): Script[] => [
  [say(`On ${task}.`), call('mail')],
  [call('askUser', { question: 'Enough?' })],
  [barrier(task), say('Nearly.')],
  [say('There.')],
];

async function oneQuestion(app: TestApp, kind: 'approval' | 'answer') {
  while (true) {
    const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
    const call =
      question &&
      findCall(
        (await app.log.thread(localWorkspaceId, question.threadId)) ?? assert.fail(),
        question.step,
        question.callId,
      );
    if (question?.kind === kind && call?.question?.audience === 'person') return question;
    await wait(5);
  }
}

test('[P5.1] triggers of a sub-agent name its current task, also after it was reactivated', async () => {
  const agents = [
    { ...agent('boss', { subAgents: ['worker'] }), answersQuestions: true },
    agent('worker', { tools: ['mail', 'askUser'] }),
  ];
  const mail = toolFor('mail', async () => 'sent', { reach: 'outbound' });
  const boss = bySteps([newTask('worker', 'north')], (request) => [goOn(taskIn(request), 'south')], [say('Fine.')]);
  const script = byAgent({
    boss: (request) => (request.tools.some(({ name }) => name === 'passOn') ? [call('passOn')] : boss),
    worker: bySteps(...work('north'), ...work('south')),
  });
  await using app = await openTestApp({ script, agents, tools: [mail] });
  const rootId = await app.open('go');
  app.retinue.start();
  for (const task of ['north', 'south']) {
    const { questionId, threadId } = await oneQuestion(app, 'approval');
    await app.commands.answerApproval(app.context(), { questionId, verdict: 'approved', reason: '' });
    const asked = await oneQuestion(app, 'answer');
    await app.commands.answerQuestion(app.context(), { questionId: asked.questionId, answer: 'Yes.' });
    await app.model.barriers.reached(task);
    await app.commands.sendMessage(app.context(), { threadId, text: 'Hurry.' });
    app.model.barriers.release(task);
  }
  const root = await app.until(rootId, (_tree, { thread }) => thread.status === 'idle');
  const [north, south] = allTasks(root).map(({ task }) => task.taskId);
  assert.ok(north && south && north !== south);
  const names: TriggerName[] = ['on-sub-agent-message', 'on-sub-agent-tool', 'on-task-waiting', 'on-user-message'];
  const triggers = (await triggersIn(app, rootId)).filter(({ threadId }) => threadId !== rootId);
  for (const name of names) {
    const told = triggers.filter(({ type }) => type === name).map(({ taskId }) => taskId);
    const half = told.length / 2;
    assert.ok(half >= 1, name);
    assert.deepEqual(told, [...Array(half).fill(north), ...Array(half).fill(south)], name);
  }
});
