import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Event, QuestionId, ThreadNode } from '@retinue/protocol';
import { localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import { bothStores } from '../../../../../tests/support/both-stores.ts';
import type { House } from '../../../../../tests/support/house.ts';
import { agent, openHouse } from '../../../../../tests/support/house.ts';
import { jumpingClock } from '../../../../../tests/support/jumping-clock.ts';
import { delegating, told } from '../../../../../tests/support/scripts.ts';
import type { Seen } from '../../../../../tests/support/witness-tools.ts';
import { witnessTools } from '../../../../../tests/support/witness-tools.ts';
import { byAgent, inputsOf, resultsOf } from '../../models/script.ts';
import { call, say } from '../../models/script-lines.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StorePlace } from '../../ports/event-log.ts';
import type { CommandContext } from '../../ports/operation.ts';
import type { QuestionRow } from '../../ports/read-models.ts';

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

async function open(store: StorePlace, clock: Clock, script = mailing): Promise<{ house: House; seen: Seen[] }> {
  const { tools, seen } = witnessTools();
  const options = { script, agents: team, tools, limits: { approvalLapseMs }, store, replacements: { clock } };
  return { house: await openHouse({ ...options, directory: await newDirectory() }), seen };
}

async function oneQuestion(house: House): Promise<QuestionRow> {
  const [question] = await house.log.readModels.openQuestions(localWorkspaceId);
  return question ?? assert.fail('no question');
}

async function approve(house: House, questionId: QuestionId, wish: CommandContext = house.wish()): Promise<string> {
  const reply = await house.commands.answerApproval(wish, { questionId, verdict: 'approved', reason: '' });
  return reply.refusal?.code ?? 'done';
}

async function renew(house: House, questionId: QuestionId, wish: CommandContext = house.wish()): Promise<string> {
  return (await house.commands.renewApproval(wish, { questionId })).refusal?.code ?? 'done';
}

const renewals = (events: readonly Event[]) => events.filter(({ type }) => type === 'question.renewed').length;
const idle = (_tree: unknown, view: ThreadNode) => view.thread.status === 'idle';

for (const [kind, makeStore] of Object.entries(stores)) {
  describe(kind, () => {
    test('[X18] an approval that has lapsed runs nothing; asked for again it is given, and that very call goes on once', async () => {
      const clock = jumpingClock();
      const { house, seen } = await open(await makeStore(), clock);
      await using _house = house;
      const { thread } = await house.run('go');
      const { questionId, callId } = await oneQuestion(house);
      clock.jump(approvalLapseMs);
      const before = (await house.events(thread.threadId)).length;
      assert.deepEqual(
        [await approve(house, questionId), await approve(house, questionId)],
        ['approval-lapsed', 'approval-lapsed'],
      );
      assert.equal((await house.events(thread.threadId)).length, before);
      assert.equal((await house.settled(thread.threadId)).thread.status, 'active');
      assert.equal(await renew(house, questionId), 'done');
      assert.equal(seen.length, 0);
      assert.equal(await approve(house, questionId), 'done');
      await house.until(thread.threadId, idle);
      assert.deepEqual(
        seen.map(({ args, context }) => [args, context.callId]),
        [[{ to: 'north' }, callId]],
      );
    });

    test('[X18] a lapsed one is refused as ever, and a renewed one lapses again', async () => {
      const clock = jumpingClock();
      const { house, seen } = await open(await makeStore(), clock);
      await using _house = house;
      const { thread } = await house.run('go');
      const { questionId } = await oneQuestion(house);
      clock.jump(approvalLapseMs + 1);
      assert.equal(await renew(house, questionId), 'done');
      clock.jump(approvalLapseMs + 1);
      assert.equal(await approve(house, questionId), 'approval-lapsed');
      const refused = { questionId, verdict: 'refused', reason: 'Too late.' } as const;
      assert.equal((await house.commands.answerApproval(house.wish(), refused)).refusal, null);
      const settled = await house.until(thread.threadId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /Their reason: Too late\./);
      assert.deepEqual([await renew(house, questionId), seen.length], ['question-closed', 0]);
    });

    test('[D11.15] of fifty who ask again at once one does; the same request twice has one answer', async () => {
      const clock = jumpingClock();
      const { house } = await open(await makeStore(), clock);
      await using _house = house;
      const { thread } = await house.run('go');
      const { questionId } = await oneQuestion(house);
      assert.equal(await renew(house, questionId), 'done', 'nothing to renew');
      assert.equal(renewals(await house.events(thread.threadId)), 0);
      clock.jump(approvalLapseMs + 1);
      const own = { ...house.wish(), once: { key: 'k', request: 'renew' } };
      const replies = await Promise.all([
        ...Array.from({ length: 25 }, () => renew(house, questionId, own)),
        ...Array.from({ length: 25 }, () => renew(house, questionId)),
      ]);
      assert.deepEqual([...new Set(replies)], ['done']);
      assert.equal(renewals(await house.events(thread.threadId)), 1);
      clock.jump(approvalLapseMs + 1);
      assert.equal(await renew(house, questionId, own), 'done');
      assert.equal(await approve(house, questionId), 'approval-lapsed', 'an old request renews nothing');
    });

    test('[D11.14] what has lapsed stays so through restarts, holds nothing meanwhile, and goes on when it is asked again', async () => {
      const store = await makeStore();
      const clock = jumpingClock();
      const first = await open(store, clock);
      const { thread } = await first.house.run('go');
      const { questionId } = await oneQuestion(first.house);
      await first.house.stop();
      clock.jump(approvalLapseMs + 1);
      const second = await open(store, clock);
      second.house.retinue.start();
      assert.deepEqual(await second.house.log.owing(Number.MAX_SAFE_INTEGER), []);
      assert.equal(await approve(second.house, questionId), 'approval-lapsed');
      assert.equal(await renew(second.house, questionId), 'done');
      await second.house.stop();
      const third = await open(store, clock);
      await using house = third.house;
      house.retinue.start();
      assert.equal(await approve(house, questionId), 'done');
      await house.until(thread.threadId, idle);
      assert.deepEqual([first.seen.length, second.seen.length, third.seen.length], [0, 0, 1]);
    });

    test('[X18] an approval that was written down too late begins nothing', async () => {
      const clock = jumpingClock();
      const { house, seen } = await open(await makeStore(), clock);
      await using _house = house;
      const { thread } = await house.run('go');
      const { questionId, threadId, callId, step } = await oneQuestion(house);
      clock.jump(approvalLapseMs + 1);
      const data = { questionId, callId, step, answer: 'approved', verdict: 'approved' } as const;
      const header = { label: 'answer-approval', actor: 'person:owner', commandId: null } as const;
      await house.log.append({ ...header, workspaceId: localWorkspaceId }, [
        { threadId, guard: 'exists', facts: [{ type: 'question.answered', data }] },
      ]);
      const settled = await house.until(thread.threadId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /Nobody has approved this call of "mail"/);
      assert.equal(seen.length, 0);
    });
  });
}

test('[D11.13] a request lapses by the limit that held when it was asked; without one it never does', async () => {
  const clock = jumpingClock();
  const { house, seen } = await open(await (stores.sqlite?.() ?? assert.fail()), clock);
  await using _house = house;
  const setLimit = (limit: number | null) =>
    house.retinue.workspaces.change(localWorkspaceId, { limits: { approvalLapseMs: limit } });
  await setLimit(60_000);
  const { thread } = await house.run('go');
  const { questionId } = await oneQuestion(house);
  await setLimit(86_400_000);
  clock.jump(60_001);
  assert.equal(await approve(house, questionId), 'approval-lapsed');
  assert.equal(await renew(house, questionId), 'done');
  clock.jump(60_001);
  assert.equal(await approve(house, questionId), 'approval-lapsed', 'a chat keeps the limit that it began with');
  await house.commands.cancelThread(house.wish(), { threadId: thread.threadId });
  assert.equal(await renew(house, questionId), 'question-closed');
  await using unbounded = await openHouse({
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

test('[D11.16] only an approval of one’s own workspace is asked for again', async () => {
  const script = byAgent({ boss: [call('askUser', { question: 'Which?' })] });
  const { house } = await open(await (stores.sqlite?.() ?? assert.fail()), jumpingClock(), script);
  await using _house = house;
  await house.run('go');
  const { questionId } = await oneQuestion(house);
  assert.equal(await renew(house, questionId), 'no-approval-asked');
  const elsewhere = { ...house.wish(), workspaceId: workspaceIdSchema.parse('ws_other') };
  assert.equal(await renew(house, questionId, elsewhere), 'no-such-question');
});
