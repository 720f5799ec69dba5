import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { LogEvent, ThreadNode } from '@retinue/protocol';
import { localWorkspaceId, totalTokens } from '@retinue/protocol';
import type { TestApp, TestAppOptions } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, told } from '../../../../../tests/support/models/scripts.ts';
import type { Script } from '../../../../../tests/support/scripted/script.ts';
import { byAgent, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import {
  barrier,
  call,
  callText,
  fail,
  say,
  together,
  usage,
} from '../../../../../tests/support/scripted/script-lines.ts';
import { witnessTools } from '../../../../../tests/support/tools/witness-tools.ts';
import { verifyStore } from '../../integrity/verify/verify.ts';
import type { ModelRequest } from '../../ports/engine/model.ts';

const isConsultation = ({ tools }: ModelRequest) => tools.some(({ name }) => name === 'answerQuestion');
const knows = { ...agent('boss', { subAgents: ['clerk'] }), answersQuestions: true };
const asking: Script = (request) =>
  resultsOf(request).length === 0
    ? [call('askUser', { question: 'Which year?', options: ['2022', '2023'] })]
    : [say(`In ${told(resultsOf(request)[0]?.value ?? null)}.`)];

function openAppWith(consulted: Script, options: Partial<TestAppOptions> = {}): Promise<TestApp> {
  const delegates = delegating(['clerk', 'look it up']);
  const boss: Script = (request) => (isConsultation(request) ? consulted : delegates);
  return openTestApp({ script: byAgent({ boss, clerk: asking }), agents: [knows, agent('clerk')], ...options });
}

const idle = (_tree: unknown, view: ThreadNode) => view.thread.status === 'idle';
const answer2023 = [call('answerQuestion', { answer: '2023' }), usage({ inputTokens: 5000, outputTokens: 7 })];

function consultations({ model }: TestApp): ModelRequest[] {
  return model.requests.filter(isConsultation);
}

function ofQuestions(events: readonly LogEvent[]): LogEvent[] {
  return events.filter(({ type }) => type.startsWith('question.'));
}

test('[D11.17] a parent that allows it answers from its own history, without tools, and no person is asked', async () => {
  await using app = await openAppWith(answer2023);
  const root = await app.run('The year is 2023.');
  assert.equal(root.thread.outcome?.result, 'Heard: success: In 2023.');
  const [asked, ...others] = consultations(app);
  assert.equal(others.length, 0);
  assert.deepEqual(
    asked?.tools.map(({ name }) => name),
    ['answerQuestion', 'passOn'],
  );
  assert.equal(
    asked?.system,
    'You are boss.\n\nYou may delegate to these agents with newTask:\n- agt_clerk · clerk: Does what a clerk does',
  );
  const [first = '', last = ''] = [inputsOf(asked ?? assert.fail()).at(0), inputsOf(asked).at(-1)];
  assert.equal(first, 'The year is 2023.');
  assert.match(
    last,
    /source="sub_agent_question" agent="agt_clerk".*\n\{"task":"look it up","question":"Which year\?"/,
  );
  assert.ok(JSON.stringify(asked.messages).includes('Still running.'));
  const events = ofQuestions(await app.events(root.thread.threadId));
  assert.deepEqual(
    events.map(({ type, data }) => [type, 'by' in data ? data.by : 'audience' in data ? data.audience : null]),
    [
      ['question.asked', 'parent'],
      ['question.consulted', null],
      ['question.answered', 'parent'],
    ],
  );
});

test('[D11.21] the cost of asking the parent is counted once, for the child', async () => {
  await using app = await openAppWith(answer2023);
  const root = await app.run('The year is 2023.');
  const child = firstTask(root).child?.thread ?? assert.fail('no child');
  const steps = child.items.reduce((sum, item) => sum + (item.type === 'step' ? totalTokens(item.usage) : 0), 0);
  assert.equal(totalTokens(child.usage) - steps, 5007);
  assert.equal(totalTokens(root.usage), totalTokens(root.thread.usage) + totalTokens(child.usage));
  assert.equal(totalTokens(firstTask(root).task.outcome?.usage ?? assert.fail('no end')), totalTokens(child.usage));
});

test('[D11.18] after any other reply of the parent, a person is asked', async () => {
  const replies: Record<string, Script> = {
    'it passes on': [call('passOn', {})],
    'it only talks': [say('It is 2023.')],
    'it says nothing': [],
    'broken arguments': [callText('answerQuestion', '{"answer": ')],
    'an empty answer': [call('answerQuestion', { answer: ' ' })],
    'more than was asked': [call('answerQuestion', { answer: '2023', also: 1 })],
    'two answers': [together(call('answerQuestion', { answer: '1' }), call('answerQuestion', { answer: '2' }))],
    'another tool': [call('newTask', { task: 'ask somebody', subAgentId: 'agt_clerk' })],
    'the provider fails': [fail({ message: 'overloaded', retryable: true })],
    'the provider refuses': [fail({ message: 'no', retryable: false })],
  };
  for (const [about, reply] of Object.entries(replies)) {
    await using app = await openAppWith(reply);
    const root = await app.run('go');
    const [question, ...more] = await app.log.readModels.openQuestions(localWorkspaceId);
    assert.ok(question && more.length === 0, about);
    assert.equal(firstTask(root).status, 'waiting', about);
    await app.commands.answerQuestion(app.context(), { questionId: question.questionId, answer: '2022' });
    const settled = await app.until(root.thread.threadId, idle);
    assert.equal(settled.thread.outcome?.result, 'Heard: success: In 2022.', about);
    assert.equal(consultations(app).length, 1, about);
  }
});

test("[D11.19] a person who answers first wins, and the parent's answer then only counts its cost", async () => {
  await using app = await openAppWith([barrier('thinking'), ...answer2023]);
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('thinking');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const { questionId } = question ?? assert.fail('no question');
  await app.commands.answerQuestion(app.context(), { questionId, answer: '2022' });
  app.model.barriers.release('thinking');
  const settled = await app.until(rootId, (_tree, view) => idle(_tree, view) && totalTokens(view.usage) > 5000);
  assert.equal(settled.thread.outcome?.result, 'Heard: success: In 2022.');
  const answers = ofQuestions(await app.events(rootId)).filter(({ type }) => type === 'question.answered');
  assert.equal(answers.length, 1);
});

test('[D11.22] after a stop in the middle the parent is asked again at the next start, and it is answered once', async () => {
  const directory = await temporaryDirectory();
  const first = await openAppWith([barrier('thinking'), ...answer2023], { directory });
  const rootId = await first.open('go');
  first.retinue.start();
  await first.model.barriers.reached('thinking');
  await first.stop();
  await using second = await openAppWith(answer2023, { directory });
  second.retinue.start();
  const settled = await second.until(rootId, idle);
  assert.equal(settled.thread.outcome?.result, 'Heard: success: In 2023.');
  assert.deepEqual([consultations(first).length, consultations(second).length], [1, 1]);
  const answers = ofQuestions(await second.events(rootId)).filter(({ type }) => type === 'question.answered');
  assert.equal(answers.length, 1);
});

/** A store in the middle of a consultation equals that of a killed process. */
async function leaveMidway(script: Script = [barrier('thinking'), ...answer2023]) {
  await using app = await openAppWith(script);
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('thinking');
  const directory = await temporaryDirectory();
  await cp(app.directory, directory, { recursive: true });
  return { rootId, directory };
}

test('[D11.22][D17.9] a consultation that was lost in a crash costs its reservation, and is held again', async () => {
  const { rootId, directory } = await leaveMidway();
  await using app = await openAppWith(answer2023, { directory });
  app.retinue.start();
  const root = await app.until(rootId, idle);
  assert.equal(root.thread.outcome?.result, 'Heard: success: In 2023.');
  const child = firstTask(root).child?.thread ?? assert.fail('no child');
  const steps = child.items.reduce((sum, item) => sum + (item.type === 'step' ? totalTokens(item.usage) : 0), 0);
  const lost = child.usage.estimatedTokens;
  assert.ok(lost > 100, 'the prompt and a short answer');
  assert.equal(totalTokens(child.usage) - steps, 5007 + lost);
  const outcome = firstTask(root).task.outcome ?? assert.fail('no end');
  assert.equal(totalTokens(outcome.usage), totalTokens(child.usage));
  assert.equal(outcome.spent?.tokens, totalTokens(child.usage));
  await app.stop();
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory }), []);
  await rm(directory, { recursive: true, force: true });
});

test('[D11.22][D17.9] a lost one counts also if its question is withdrawn', async () => {
  const { rootId, directory } = await leaveMidway();
  await using app = await openAppWith(answer2023, { directory });
  await app.commands.cancelThread(app.context(), { threadId: rootId });
  const view = await app.view(rootId);
  const child = firstTask(view).child?.thread ?? assert.fail('no child');
  assert.ok(child.usage.estimatedTokens > 100);
  assert.deepEqual(firstTask(view).task.outcome?.usage, child.usage);
  await rm(directory, { recursive: true, force: true });
});

test('[D11.21] the cost of a consultation replaces its estimate, whoever answers', async () => {
  await using app = await openAppWith([barrier('thinking'), ...answer2023]);
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('thinking');
  const guessed = firstTask(await app.view(rootId)).child?.thread.usage.estimatedTokens ?? 0;
  assert.ok(guessed > 100);
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const { questionId } = question ?? assert.fail('no question');
  await app.commands.answerQuestion(app.context(), { questionId, answer: '2022' });
  app.model.barriers.release('thinking');
  const settled = await app.until(rootId, (_tree, view) => idle(_tree, view) && view.usage.inputTokens > 5000);
  assert.equal(settled.usage.estimatedTokens, 0);
});

test('[U6] a question that is still with the parent is not counted among those for a person', async () => {
  await using app = await openAppWith([barrier('thinking'), call('passOn', {})]);
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('thinking');
  const openIn = async () => (await app.log.readModels.chat(localWorkspaceId, rootId))?.openQuestions;
  assert.equal(await openIn(), 0);
  app.model.barriers.release('thinking');
  await app.settled(rootId);
  assert.equal(await openIn(), 1);
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const { questionId } = question ?? assert.fail('no question');
  await app.commands.answerQuestion(app.context(), { questionId, answer: '2022' });
  assert.equal(await openIn(), 0);
});

test('[D11.5] canceled while its parent answers, a question is withdrawn and the answer has no effect', async () => {
  await using app = await openAppWith([barrier('thinking'), ...answer2023]);
  const rootId = await app.open('go');
  app.retinue.start();
  await app.model.barriers.reached('thinking');
  await app.commands.cancelThread(app.context(), { threadId: rootId });
  app.model.barriers.release('thinking');
  const view = await app.until(rootId, (_tree, { thread }) => thread.status === 'cancelled');
  assert.equal(firstTask(view).status, 'cancelled');
  assert.deepEqual(await app.log.readModels.openQuestions(localWorkspaceId), []);
});

test('[D11.20] no agent approves anything: an approval goes to a person, whatever the parent answers', async () => {
  const { tools, seen } = witnessTools();
  const clerk: Script = (request) => (resultsOf(request).length === 0 ? [call('mail')] : [say('done')]);
  const boss: Script = (request) => (isConsultation(request) ? answer2023 : delegating(['clerk', 'mail them']));
  const agents = [knows, agent('clerk', { tools: ['mail'] })];
  await using app = await openTestApp({ script: byAgent({ boss, clerk }), agents, tools });
  await app.run('go');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  assert.deepEqual([question?.kind, consultations(app).length, seen.length], ['approval', 0, 0]);
});
