import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Question, ThreadNode, Verdict } from '@retinue/protocol';
import { localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import type { TestApp, TestAppOptions } from '../../../../../tests/support/apps/test-app.ts';
import { agent, allTasks, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { delegating, firstTask, told } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import type { Seen } from '../../../../../tests/support/tools/witness-tools.ts';
import { witnessTools } from '../../../../../tests/support/tools/witness-tools.ts';
import { recover } from '../../engine/recovery/recover.ts';
import type { ToolContext } from '../../ports/engine/tool.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import { describeQuestions } from '../../views/questions.ts';

const { stores, newDirectory } = bothStores();

const team = [
  agent('boss', { subAgents: ['lead'] }),
  agent('lead', { subAgents: ['worker'] }),
  agent('worker', { subAgents: ['clerk'] }),
  agent('clerk', { tools: ['mail', 'govern'] }),
];
/** Mails once, and reports the outcome. */
const mailing = byAgent({
  boss: delegating(['lead', 'a']),
  lead: delegating(['worker', 'b']),
  worker: delegating(['clerk', 'c']),
  clerk: (request) =>
    resultsOf(request).length === 0
      ? [call('mail', { to: inputsOf(request)[0] ?? '' })]
      : [say(told(resultsOf(request)[0]?.value ?? null))],
});

async function open(store: StorePlace, options: Partial<TestAppOptions> = {}): Promise<{ app: TestApp; seen: Seen[] }> {
  const { tools, seen } = witnessTools();
  const script = options.script ?? mailing;
  const directory = await newDirectory();
  const app = await openTestApp({ agents: team, tools, limits: { maxDepth: 3 }, directory, store, ...options, script });
  return { app, seen };
}

async function questionsIn(app: TestApp): Promise<Question[]> {
  const rows = await app.log.readModels.openQuestions(localWorkspaceId);
  return describeQuestions(rows, (threadId) => app.log.thread(localWorkspaceId, threadId));
}

async function oneQuestion(app: TestApp): Promise<Question> {
  const [question] = await questionsIn(app);
  return question ?? assert.fail('no question');
}

function decide(app: TestApp, { questionId }: Question, verdict: Verdict, argsHash?: string) {
  const command = { questionId, verdict, reason: '', ...(argsHash === undefined ? {} : { argsHash }) };
  return app.commands.answerApproval(app.context(), command);
}

const idle = (_tree: unknown, view: ThreadNode) => view.thread.status === 'idle';

for (const [kind, makeStore] of Object.entries(stores)) {
  describe(kind, () => {
    test('[D11.6] a call that needs approval waits, from depth 3, with its exact arguments and its path; approved, that call continues', async () => {
      const { app, seen } = await open(await makeStore());
      await using _house = app;
      const root = await app.run('go');
      const question = await oneQuestion(app);
      const clerk = allTasks(root).at(-1);
      assert.deepEqual(
        [clerk?.status, clerk?.child?.thread.status, question.kind, question.options, question.chatId],
        ['waiting', 'waiting_for_user', 'approval', ['approve', 'refuse'], root.thread.threadId],
      );
      assert.deepEqual(question.approval?.args, { to: 'c' });
      assert.deepEqual(
        question.path.map(({ agentName, title }) => `${agentName}: ${title}`),
        ['boss: go', 'lead: a', 'worker: b', 'clerk: c'],
      );
      assert.match(question.text, /clerk wants to use mail/);
      assert.equal(seen.length, 0);
      assert.equal((await decide(app, question, 'approved', question.approval?.argsHash)).refusal, null);
      const settled = await app.until(root.thread.threadId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /mail done/);
      assert.deepEqual(
        seen.map(({ args, context }) => [args, context.callId]),
        [[{ to: 'c' }, question.toolCallId]],
      );
    });

    test('[D11.7] a refused call ends with the reason, and the model continues with it', async () => {
      const { app, seen } = await open(await makeStore());
      await using _house = app;
      const root = await app.run('go');
      const { questionId } = await oneQuestion(app);
      await app.commands.answerApproval(app.context(), { questionId, verdict: 'refused', reason: 'Not to them.' });
      const settled = await app.until(root.thread.threadId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /A person refused this call. Their reason: Not to them./);
      assert.equal(seen.length, 0);
    });

    test('[D11.4] two children of the same agent wait at once and get verdicts in reverse order', async () => {
      const script = byAgent({
        boss: delegating(['clerk', 'north'], ['clerk', 'south']),
        clerk: (request) =>
          resultsOf(request).length === 0
            ? [call('mail', { to: inputsOf(request)[0] ?? '' })]
            : [say(`${inputsOf(request)[0]}: ${told(resultsOf(request)[0]?.value ?? null)}`)],
      });
      const agents = [agent('boss', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail'] })];
      const { app, seen } = await open(await makeStore(), { script, agents });
      await using _house = app;
      const root = await app.run('go');
      const waiting = await questionsIn(app);
      assert.equal(waiting.length, 2);
      const recipient = ({ approval }: Question) => (approval?.args as { to?: string } | undefined)?.to;
      for (const question of waiting.toReversed()) {
        await decide(app, question, recipient(question) === 'north' ? 'refused' : 'approved');
      }
      const settled = await app.until(root.thread.threadId, idle);
      const result = settled.thread.outcome?.result ?? '';
      assert.match(result, /north: A person refused this call.*south: mail done/s);
      assert.deepEqual(
        seen.map(({ args }) => args),
        [{ to: 'south' }],
      );
    });

    test('[D11.10] an approval waits through a restart, and the call runs once', async () => {
      const store = await makeStore();
      const first = await open(store);
      const root = await first.app.run('go');
      await first.app.stop();
      const { app, seen } = await open(store);
      await using _house = app;
      app.retinue.start();
      assert.equal(app.model.requests.length, 0);
      await decide(app, await oneQuestion(app), 'approved');
      await app.until(root.thread.threadId, idle);
      assert.deepEqual([first.seen.length, seen.length], [0, 1]);
    });

    test('[X18] of fifty verdicts at once one counts; a replay under the same key has the same reply and no second effect', async () => {
      const { app, seen } = await open(await makeStore());
      await using _house = app;
      const root = await app.run('go');
      const question = await oneQuestion(app);
      const idempotency = { key: 'k', request: 'approve' };
      const command = { questionId: question.questionId, verdict: 'approved', reason: '' } as const;
      const own = { ...app.context(), idempotency };
      const replies = await Promise.all([
        ...Array.from({ length: 25 }, () => app.commands.answerApproval(own, command)),
        ...Array.from({ length: 25 }, () => decide(app, question, 'refused')),
      ]);
      const accepted = replies.filter(({ refusal }) => refusal === null);
      const codes = new Set(replies.map((reply) => reply.refusal?.code ?? 'accepted'));
      assert.deepEqual([accepted.length, [...codes]], [25, ['accepted', 'question-closed']]);
      await app.until(root.thread.threadId, idle);
      assert.equal((await app.commands.answerApproval(own, command)).refusal, null);
      assert.equal(seen.length, 1);
    });

    test('[X18] no verdict on other arguments, from another workspace, after a stop, or in free text has an effect', async () => {
      const { app, seen } = await open(await makeStore());
      await using _house = app;
      const root = await app.run('go');
      const question = await oneQuestion(app);
      const { questionId } = question;
      const other = { ...app.context(), workspaceId: workspaceIdSchema.parse('ws_other') };
      const approve = { questionId, verdict: 'approved', reason: '' } as const;
      const refusals = [
        (await decide(app, question, 'approved', 'x'.repeat(43))).refusal?.code,
        (await app.commands.answerApproval(other, approve)).refusal?.code,
        (await app.commands.answerQuestion(app.context(), { questionId, answer: 'approve' })).refusal?.code,
      ];
      assert.deepEqual(refusals, ['arguments-differ', 'no-such-question', 'approval-asked']);
      await app.commands.cancelTask(app.context(), { taskId: firstTask(root).task.taskId });
      assert.equal((await decide(app, question, 'approved')).refusal?.code, 'question-closed');
      await app.until(root.thread.threadId, idle);
      assert.equal(seen.length, 0);
    });
  });
}

test('[D11.11] only an owner can approve a call that only an owner may make', async () => {
  const script = byAgent({
    clerk: (request) => (resultsOf(request).length === 0 ? [call('govern')] : [say('done')]),
  });
  const { app, seen } = await open(await (stores.sqlite?.() ?? assert.fail()), { script });
  await using _house = app;
  const rootId = await app.open('go', 'clerk');
  app.retinue.start();
  await app.settled(rootId);
  const question = await oneQuestion(app);
  const editor = { ...app.context(), role: 'editor' } as const;
  const approve = { questionId: question.questionId, verdict: 'approved', reason: '' } as const;
  assert.equal((await app.commands.answerApproval(editor, approve)).refusal?.code, 'owners-only');
  assert.equal(seen.length, 0);
  await decide(app, question, 'approved');
  await app.until(rootId, idle);
  assert.equal(seen.length, 1);
});

test('[A2.1][X18] an approval is for one run of one call: an unsafe call in doubt is not run again', async () => {
  const { promise: hangs, resolve } = Promise.withResolvers<string>();
  const { tools, seen } = witnessTools();
  const stuck = tools.map((tool) =>
    tool.name === 'mail'
      ? { ...tool, run: (args: never, context: ToolContext) => tool.run(args, context).then(() => hangs) }
      : tool,
  );
  const script = byAgent({
    clerk: (request) =>
      resultsOf(request).length === 0 ? [call('mail')] : [say(told(resultsOf(request)[0]?.value ?? null))],
  });
  await using app = await openTestApp({ script, agents: team, tools: stuck });
  const rootId = await app.open('go', 'clerk');
  app.retinue.start();
  await app.settled(rootId);
  await decide(app, await oneQuestion(app), 'approved');
  const running = await app.until(rootId, (_tree, view) => view.thread.openCalls.some((open) => open.running));
  await recover({ log: app.log }, running.thread);
  resolve('late');
  const settled = await app.until(rootId, idle);
  assert.match(settled.thread.outcome?.result ?? '', /Interrupted/);
  assert.equal(seen.length, 1);
});

test('[D11.12] a question takes a text and an approval a verdict, and neither accepts the other', async () => {
  const script = byAgent({ boss: [call('askUser', { question: 'Which?' })] });
  await using app = await openTestApp({ script });
  await app.run('go');
  const question = await oneQuestion(app);
  assert.equal((await decide(app, question, 'approved')).refusal?.code, 'no-approval-asked');
  assert.deepEqual([question.approval, question.kind], [null, 'answer']);
});
