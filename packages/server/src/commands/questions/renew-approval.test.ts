import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LogEvent, QuestionId, ThreadNode } from '@retinue/protocol';
import { localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import type { TestApp } from '../../../../../tests/support/apps/test-app.ts';
import { agent, openTestApp } from '../../../../../tests/support/apps/test-app.ts';
import { jumpingClock } from '../../../../../tests/support/clocks/jumping-clock.ts';
import { delegating, told } from '../../../../../tests/support/models/scripts.ts';
import { byAgent, inputsOf, resultsOf } from '../../../../../tests/support/scripted/script.ts';
import { call, say } from '../../../../../tests/support/scripted/script-lines.ts';
import { bothStores } from '../../../../../tests/support/stores/both-stores.ts';
import type { Seen } from '../../../../../tests/support/tools/witness-tools.ts';
import { witnessTools } from '../../../../../tests/support/tools/witness-tools.ts';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { QuestionRow } from '../../ports/log/read-models.ts';
import type { CommandContext } from '../../ports/operations/operation.ts';
import type { Clock } from '../../ports/runtime/clock.ts';

const { stores, newDirectory } = bothStores();

const approvalLapseMs = 3_600_000;
const team = [agent('boss', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail', 'askUser'] })];
const mailing = byAgent({
  boss: delegating(['clerk', 'north']),
  clerk: (request) =>
    resultsOf(request).length === 0
      ? [call('mail', { to: inputsOf(request)[0] ?? '' })]
      : [say(told(resultsOf(request)[0]?.value ?? null))],
});

async function open(store: StorePlace, clock: Clock, script = mailing): Promise<{ app: TestApp; seen: Seen[] }> {
  const { tools, seen } = witnessTools();
  const options = { script, agents: team, tools, limits: { approvalLapseMs }, store, replacements: { clock } };
  return { app: await openTestApp({ ...options, directory: await newDirectory() }), seen };
}

async function oneQuestion(app: TestApp): Promise<QuestionRow> {
  const [question] = await app.log.readModels.openQuestions(localWorkspaceId);
  return question ?? assert.fail('no question');
}

async function approve(app: TestApp, questionId: QuestionId, context: CommandContext = app.context()): Promise<string> {
  const reply = await app.commands.answerApproval(context, { questionId, verdict: 'approved', reason: '' });
  return reply.refusal?.code ?? 'done';
}

async function renew(app: TestApp, questionId: QuestionId, context: CommandContext = app.context()): Promise<string> {
  return (await app.commands.renewApproval(context, { questionId })).refusal?.code ?? 'done';
}

const renewals = (events: readonly LogEvent[]) => events.filter(({ type }) => type === 'question.renewed').length;
const idle = (_tree: unknown, view: ThreadNode) => view.thread.status === 'idle';

for (const [kind, makeStore] of Object.entries(stores)) {
  describe(kind, () => {
    test('[X18] a lapsed approval runs nothing; renewed and given, its call runs once', async () => {
      const clock = jumpingClock();
      const { app, seen } = await open(await makeStore(), clock);
      await using _house = app;
      const { thread } = await app.run('go');
      const { questionId, callId } = await oneQuestion(app);
      clock.jump(approvalLapseMs);
      const before = (await app.events(thread.threadId)).length;
      assert.deepEqual(
        [await approve(app, questionId), await approve(app, questionId)],
        ['approval-lapsed', 'approval-lapsed'],
      );
      assert.equal((await app.events(thread.threadId)).length, before);
      assert.equal((await app.settled(thread.threadId)).thread.status, 'active');
      assert.equal(await renew(app, questionId), 'done');
      assert.equal(seen.length, 0);
      assert.equal(await approve(app, questionId), 'done');
      await app.until(thread.threadId, idle);
      assert.deepEqual(
        seen.map(({ args, context }) => [args, context.callId]),
        [[{ to: 'north' }, callId]],
      );
    });

    test('[X18] a lapsed approval can be refused, and a renewed one lapses again', async () => {
      const clock = jumpingClock();
      const { app, seen } = await open(await makeStore(), clock);
      await using _house = app;
      const { thread } = await app.run('go');
      const { questionId } = await oneQuestion(app);
      clock.jump(approvalLapseMs + 1);
      assert.equal(await renew(app, questionId), 'done');
      clock.jump(approvalLapseMs + 1);
      assert.equal(await approve(app, questionId), 'approval-lapsed');
      const refused = { questionId, verdict: 'refused', reason: 'Too late.' } as const;
      assert.equal((await app.commands.answerApproval(app.context(), refused)).refusal, null);
      const settled = await app.until(thread.threadId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /Their reason: Too late\./);
      assert.deepEqual([await renew(app, questionId), seen.length], ['question-closed', 0]);
    });

    test('[D11.15] of fifty concurrent renewals one counts; the same request twice has one reply', async () => {
      const clock = jumpingClock();
      const { app } = await open(await makeStore(), clock);
      await using _house = app;
      const { thread } = await app.run('go');
      const { questionId } = await oneQuestion(app);
      assert.equal(await renew(app, questionId), 'done', 'nothing to renew');
      assert.equal(renewals(await app.events(thread.threadId)), 0);
      clock.jump(approvalLapseMs + 1);
      const own = { ...app.context(), idempotency: { key: 'k', request: 'renew' } };
      const replies = await Promise.all([
        ...Array.from({ length: 25 }, () => renew(app, questionId, own)),
        ...Array.from({ length: 25 }, () => renew(app, questionId)),
      ]);
      assert.deepEqual([...new Set(replies)], ['done']);
      assert.equal(renewals(await app.events(thread.threadId)), 1);
      clock.jump(approvalLapseMs + 1);
      assert.equal(await renew(app, questionId, own), 'done');
      assert.equal(await approve(app, questionId), 'approval-lapsed', 'an old request renews nothing');
    });

    test('[D11.14] a lapsed approval stays so through restarts, holds nothing meanwhile, and works once it is renewed', async () => {
      const store = await makeStore();
      const clock = jumpingClock();
      const first = await open(store, clock);
      const { thread } = await first.app.run('go');
      const { questionId } = await oneQuestion(first.app);
      await first.app.stop();
      clock.jump(approvalLapseMs + 1);
      const second = await open(store, clock);
      second.app.retinue.start();
      assert.deepEqual(await second.app.log.owing(Number.MAX_SAFE_INTEGER), []);
      assert.equal(await approve(second.app, questionId), 'approval-lapsed');
      assert.equal(await renew(second.app, questionId), 'done');
      await second.app.stop();
      const third = await open(store, clock);
      await using app = third.app;
      app.retinue.start();
      assert.equal(await approve(app, questionId), 'done');
      await app.until(thread.threadId, idle);
      assert.deepEqual([first.seen.length, second.seen.length, third.seen.length], [0, 0, 1]);
    });

    test('[X18] an approval that was recorded too late starts nothing', async () => {
      const clock = jumpingClock();
      const { app, seen } = await open(await makeStore(), clock);
      await using _house = app;
      const { thread } = await app.run('go');
      const { questionId, threadId, callId, step } = await oneQuestion(app);
      clock.jump(approvalLapseMs + 1);
      const data = { questionId, callId, step, answer: 'approved', verdict: 'approved' } as const;
      const header = { label: 'answer-approval', actor: 'person:owner', commandId: null } as const;
      await app.log.append({ ...header, workspaceId: localWorkspaceId }, [
        { threadId, guard: 'exists', facts: [{ type: 'question.answered', data }] },
      ]);
      const settled = await app.until(thread.threadId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /This call of "mail" was not approved/);
      assert.equal(seen.length, 0);
    });
  });
}

test('[D11.13] a request lapses by the limit at the time of the request; without one it never does', async () => {
  const clock = jumpingClock();
  const { app, seen } = await open(await (stores.sqlite?.() ?? assert.fail()), clock);
  await using _house = app;
  const setLimit = (limit: number | null) =>
    app.retinue.workspaces.change({ workspaceId: localWorkspaceId }, { limits: { approvalLapseMs: limit } });
  await setLimit(60_000);
  const { thread } = await app.run('go');
  const { questionId } = await oneQuestion(app);
  await setLimit(86_400_000);
  clock.jump(60_001);
  assert.equal(await approve(app, questionId), 'approval-lapsed');
  assert.equal(await renew(app, questionId), 'done');
  clock.jump(60_001);
  assert.equal(await approve(app, questionId), 'approval-lapsed', 'a chat keeps the limit that it began with');
  await app.commands.cancelThread(app.context(), { threadId: thread.threadId });
  assert.equal(await renew(app, questionId), 'question-closed');
  await using unbounded = await openTestApp({
    script: mailing,
    agents: team,
    tools: witnessTools().tools,
    replacements: { clock },
  });
  const other = await unbounded.run('go');
  const asked = await oneQuestion(unbounded);
  clock.jump(10 * 365 * 86_400_000);
  assert.equal(await renew(unbounded, asked.questionId), 'done');
  assert.equal(renewals(await unbounded.events(other.thread.threadId)), 0);
  assert.equal(await approve(unbounded, asked.questionId), 'done');
  assert.equal(seen.length, 0);
});

test("[D11.16] only an approval of the person's own workspace can be renewed", async () => {
  const script = byAgent({ boss: [call('askUser', { question: 'Which?' })] });
  const { app } = await open(await (stores.sqlite?.() ?? assert.fail()), jumpingClock(), script);
  await using _house = app;
  await app.run('go');
  const { questionId } = await oneQuestion(app);
  assert.equal(await renew(app, questionId), 'no-approval-asked');
  const elsewhere = { ...app.context(), workspaceId: workspaceIdSchema.parse('ws_other') };
  assert.equal(await renew(app, questionId, elsewhere), 'no-such-question');
});
