import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import { agent, allTasks, openTestApp, temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, told } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../../tests/support/scripted/script-lines.ts';

const team = [agent('boss', { subAgents: ['worker'] }), agent('worker', { subAgents: ['clerk'] }), agent('clerk')];
const asking = byAgent({
  boss: delegating(['worker', 'a']),
  worker: delegating(['clerk', 'b']),
  clerk: (request) =>
    resultsOf(request).length === 0
      ? [call('askUser', { question: 'Which year?', options: ['2022', '2023'] })]
      : [say(`In ${told(resultsOf(request)[0]?.value ?? null)}.`)],
});
const deep = { script: asking, agents: team, limits: { maxDepth: 3 } };

test('[D11] a question at any depth makes its thread wait for a person, and its task show it', async () => {
  await using app = await openTestApp(deep);
  const root = await app.run('go');
  const clerk = allTasks(root).at(-1);
  assert.deepEqual([clerk?.status, clerk?.child?.thread.status], ['waiting', 'waiting_for_user']);
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  assert.deepEqual(
    [question?.text, question?.options, question?.rootId],
    ['Which year?', ['2022', '2023'], root.thread.threadId],
  );
});

test('[D11.1] the answer ends the call that asked, and the same thread continues', async () => {
  await using app = await openTestApp(deep);
  const root = await app.run('go');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const questionId = question?.questionId ?? assert.fail('no question');
  await app.commands.answerQuestion(app.context(), { questionId, answer: '2023' });
  const settled = await app.until(root.thread.threadId, (_tree, view) => view.thread.status === 'idle');
  assert.equal(settled.thread.outcome?.result, 'Heard: success: Heard: success: In 2023.');
  assert.equal(allTasks(settled).length, 2, 'nothing was started anew');
});

test('[D11.2] a question survives a restart and is answered days later', async () => {
  const directory = await temporaryDirectory();
  const first = await openTestApp({ ...deep, directory });
  const root = await first.run('go');
  await first.stop();
  await using second = await openTestApp({ ...deep, directory });
  second.retinue.start();
  const [question] = await second.log.readModels.openQuestions(localWorkspaceId);
  const questionId = question?.questionId ?? assert.fail('no question');
  assert.equal(second.model.requests.length, 0, 'waiting costs no model call');
  await second.commands.answerQuestion(second.context(), { questionId, answer: '2022' });
  const settled = await second.until(root.thread.threadId, (_tree, view) => view.thread.status === 'idle');
  assert.match(settled.thread.outcome?.result ?? '', /In 2022/);
});

test('[D11.3] a second answer changes nothing, however close it follows', async () => {
  await using app = await openTestApp(deep);
  const root = await app.run('go');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  const questionId = question?.questionId ?? assert.fail('no question');
  const replies = await Promise.all(
    ['2022', '2023'].map((answer) => app.commands.answerQuestion(app.context(), { questionId, answer })),
  );
  assert.deepEqual(
    replies.map((reply) => reply.refusal?.code ?? 'accepted'),
    ['accepted', 'question-closed'],
  );
  const settled = await app.until(root.thread.threadId, (_tree, view) => view.thread.status === 'idle');
  assert.match(settled.thread.outcome?.result ?? '', /In 2022/);
});

test('[D11.4] two children of the same agent wait at once and are answered in reverse order', async () => {
  const script = byAgent({
    boss: delegating(['clerk', 'north'], ['clerk', 'south']),
    clerk: (request) =>
      resultsOf(request).length === 0
        ? [call('askUser', { question: `Which ${inputsOf(request)[0]}?` })]
        : [say(`${inputsOf(request)[0]}=${told(resultsOf(request)[0]?.value ?? null)}`)],
  });
  await using app = await openTestApp({ script, agents: [agent('boss', { subAgents: ['clerk'] }), agent('clerk')] });
  const root = await app.run('go');
  const open = await app.log.readModels.openQuestions(localWorkspaceId);
  assert.equal(open.length, 2);
  for (const { questionId, text } of open.toReversed()) {
    await app.commands.answerQuestion(app.context(), { questionId, answer: `the answer to ${text}` });
  }
  const settled = await app.until(root.thread.threadId, (_tree, view) => view.thread.status === 'idle');
  assert.equal(
    settled.thread.outcome?.result,
    'Heard: success: north=the answer to Which north? | success: south=the answer to Which south?',
  );
});

test('[D11.5] stopping a task withdraws its question', async () => {
  await using app = await openTestApp(deep);
  const root = await app.run('go');
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  await app.commands.cancelTask(app.context(), { taskId: firstTask(root).task.taskId });
  assert.deepEqual(await app.log.readModels.openQuestions(localWorkspaceId), []);
  const late = await app.commands.answerQuestion(app.context(), {
    questionId: question?.questionId ?? assert.fail('no question'),
    answer: 'too late',
  });
  assert.equal(late.refusal?.code, 'question-closed');
});
