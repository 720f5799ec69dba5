import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trigger, TriggerName } from '@retinue/protocol';
import { findCall, localWorkspaceId, triggerOf } from '@retinue/protocol';
import type { House } from '../../../../tests/support/house.ts';
import { agent, allTasks, openHouse, wait } from '../../../../tests/support/house.ts';
import { openLibrary, reading } from '../../../../tests/support/long-thread.ts';
import { goOn, newTask, taskIn, toolFor } from '../../../../tests/support/scripts.ts';
import type { Script } from '../models/script.ts';
import { byAgent, bySteps } from '../models/script.ts';
import { barrier, call, say } from '../models/script-lines.ts';
import type { ModelRequest } from '../ports/model.ts';

async function triggersIn(house: House, rootId: Parameters<House['events']>[0]): Promise<Trigger[]> {
  return (await house.events(rootId)).map(triggerOf).filter((trigger) => trigger !== null);
}

function messagesOf(triggers: readonly Trigger[]): string[] {
  return triggers.flatMap((trigger) => (trigger.type === 'on-sub-agent-message' ? [trigger.data.text] : []));
}

test('[P5] a summary for the model is no message of a sub-agent', async () => {
  const script = byAgent({ boss: bySteps([newTask('worker', 'Read.')], [say('Fine.')]), worker: reading(6) });
  await using house = await openLibrary(script);
  const root = await house.run('go');
  const steps = root.tasks[0]?.child?.thread.items.flatMap((item) => (item.type === 'step' ? [item.kind] : []));
  assert.ok(steps?.includes('compaction'));
  const said = messagesOf(await triggersIn(house, root.thread.threadId));
  assert.deepEqual(said, [...[1, 2, 3, 4, 5, 6].map((page) => `Page ${page}.`), 'All read.']);
});

test('[P5] what a sub-agent gathers at its limit is the result of its task, and no message', async () => {
  const isSalvage = ({ place }: ModelRequest) => place.kind === 'salvage';
  const script = byAgent({
    boss: bySteps([newTask('worker', 'Look.')], [say('Fine.')]),
    worker: (request) => (isSalvage(request) ? [say('So far: one.')] : [say('One.'), call('look')]),
  });
  const look = toolFor('look', async () => 'seen', { effect: 'read' });
  const agents = [agent('boss', { subAgents: ['worker'] }), agent('worker', { tools: ['look'], maxSteps: 1 })];
  await using house = await openHouse({ script, agents, tools: [look] });
  const root = await house.run('go');
  const triggers = await triggersIn(house, root.thread.threadId);
  assert.deepEqual(messagesOf(triggers), ['One.']);
  const ended = triggers.find(({ type }) => type === 'on-task-completed');
  assert.equal(ended?.type === 'on-task-completed' && ended.data.result, 'So far: one.');
});

/** Says a word, mails, asks, hears a word and ends: the same in each of its tasks. */
const work = (task: string): Script[] => [
  [say(`On ${task}.`), call('mail')],
  [call('askUser', { question: 'Enough?' })],
  [barrier(task), say('Nearly.')],
  [say('There.')],
];

async function oneQuestion(house: House, kind: 'approval' | 'answer') {
  while (true) {
    const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
    const call =
      question &&
      findCall(
        (await house.log.thread(localWorkspaceId, question.threadId)) ?? assert.fail(),
        question.step,
        question.callId,
      );
    if (question?.kind === kind && call?.question?.audience === 'person') return question;
    await wait(5);
  }
}

test('[P5] what a sub-agent does is told with the task that it works on, also when it goes on with another', async () => {
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
  await using house = await openHouse({ script, agents, tools: [mail] });
  const rootId = await house.open('go');
  house.retinue.start();
  for (const task of ['north', 'south']) {
    const { questionId, threadId } = await oneQuestion(house, 'approval');
    await house.commands.answerApproval(house.wish(), { questionId, verdict: 'approved', reason: '' });
    const asked = await oneQuestion(house, 'answer');
    await house.commands.answerQuestion(house.wish(), { questionId: asked.questionId, answer: 'Yes.' });
    await house.model.barriers.reached(task);
    await house.commands.sendMessage(house.wish(), { threadId, text: 'Hurry.' });
    house.model.barriers.release(task);
  }
  const root = await house.until(rootId, (_tree, { thread }) => thread.status === 'idle');
  const [north, south] = allTasks(root).map(({ task }) => task.taskId);
  assert.ok(north && south && north !== south);
  const names: TriggerName[] = ['on-sub-agent-message', 'on-sub-agent-tool', 'on-task-waiting', 'on-user-message'];
  const triggers = (await triggersIn(house, rootId)).filter(({ threadId }) => threadId !== rootId);
  for (const name of names) {
    const told = triggers.filter(({ type }) => type === name).map(({ taskId }) => taskId);
    const half = told.length / 2;
    assert.ok(half >= 1, name);
    assert.deepEqual(told, [...Array(half).fill(north), ...Array(half).fill(south)], name);
  }
});
