import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Question, ThreadNode, Verdict } from '@retinue/protocol';
import { localWorkspaceId, workspaceIdSchema } from '@retinue/protocol';
import { bothStores } from '../../../../../tests/support/both-stores.ts';
import type { House, HouseOptions } from '../../../../../tests/support/house.ts';
import { agent, allTasks, openHouse } from '../../../../../tests/support/house.ts';
import { delegating, firstTask, told } from '../../../../../tests/support/scripts.ts';
import type { Seen } from '../../../../../tests/support/witness-tools.ts';
import { witnessTools } from '../../../../../tests/support/witness-tools.ts';
import { recover } from '../../engine/recovery/recover.ts';
import { byAgent, inputsOf, resultsOf } from '../../models/script.ts';
import { call, say } from '../../models/script-lines.ts';
import type { StorePlace } from '../../ports/event-log.ts';
import type { ToolContext } from '../../ports/tool.ts';
import { describeQuestions } from '../../projections/questions.ts';

const { stores, newDirectory } = bothStores();

const team = [
  agent('boss', { subAgents: ['lead'] }),
  agent('lead', { subAgents: ['worker'] }),
  agent('worker', { subAgents: ['clerk'] }),
  agent('clerk', { tools: ['mail', 'govern'] }),
];
/** Mails once, and tells what came of it. */
const mailing = byAgent({
  boss: delegating(['lead', 'a']),
  lead: delegating(['worker', 'b']),
  worker: delegating(['clerk', 'c']),
  clerk: (request) =>
    resultsOf(request).length === 0
      ? [call('mail', { to: inputsOf(request)[0] ?? '' })]
      : [say(told(resultsOf(request)[0]?.value ?? null))],
});

async function open(store: StorePlace, options: Partial<HouseOptions> = {}): Promise<{ house: House; seen: Seen[] }> {
  const { tools, seen } = witnessTools();
  const script = options.script ?? mailing;
  const directory = await newDirectory();
  const house = await openHouse({ agents: team, tools, limits: { maxDepth: 3 }, directory, store, ...options, script });
  return { house, seen };
}

async function questionsIn(house: House): Promise<Question[]> {
  const rows = await house.log.readModels.openQuestions(localWorkspaceId);
  return describeQuestions(rows, (threadId) => house.log.thread(localWorkspaceId, threadId));
}

async function oneQuestion(house: House): Promise<Question> {
  const [question] = await questionsIn(house);
  return question ?? assert.fail('no question');
}

function decide(house: House, { questionId }: Question, verdict: Verdict, argsHash?: string) {
  const command = { questionId, verdict, reason: '', ...(argsHash === undefined ? {} : { argsHash }) };
  return house.commands.answerApproval(house.wish(), command);
}

const idle = (_tree: unknown, view: ThreadNode) => view.thread.status === 'idle';

for (const [kind, makeStore] of Object.entries(stores)) {
  describe(kind, () => {
    test('[D11.6] a call that needs approval waits, from depth 3, with its exact arguments and its path; approved, that very call goes on', async () => {
      const { house, seen } = await open(await makeStore());
      await using _house = house;
      const root = await house.run('go');
      const question = await oneQuestion(house);
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
      assert.equal((await decide(house, question, 'approved', question.approval?.argsHash)).refusal, null);
      const settled = await house.until(root.thread.threadId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /mail done/);
      assert.deepEqual(
        seen.map(({ args, context }) => [args, context.callId]),
        [[{ to: 'c' }, question.toolCallId]],
      );
    });

    test('[D11.7] a refused call ends with the reason, and the model goes on with that', async () => {
      const { house, seen } = await open(await makeStore());
      await using _house = house;
      const root = await house.run('go');
      const { questionId } = await oneQuestion(house);
      await house.commands.answerApproval(house.wish(), { questionId, verdict: 'refused', reason: 'Not to them.' });
      const settled = await house.until(root.thread.threadId, idle);
      assert.match(settled.thread.outcome?.result ?? '', /A person refused this call. Their reason: Not to them./);
      assert.equal(seen.length, 0);
    });

    test('[D11.4] two children of the same agent wait at once and are decided on in reverse order', async () => {
      const script = byAgent({
        boss: delegating(['clerk', 'north'], ['clerk', 'south']),
        clerk: (request) =>
          resultsOf(request).length === 0
            ? [call('mail', { to: inputsOf(request)[0] ?? '' })]
            : [say(`${inputsOf(request)[0]}: ${told(resultsOf(request)[0]?.value ?? null)}`)],
      });
      const agents = [agent('boss', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail'] })];
      const { house, seen } = await open(await makeStore(), { script, agents });
      await using _house = house;
      const root = await house.run('go');
      const waiting = await questionsIn(house);
      assert.equal(waiting.length, 2);
      const recipient = ({ approval }: Question) => (approval?.args as { to?: string } | undefined)?.to;
      for (const question of waiting.toReversed()) {
        await decide(house, question, recipient(question) === 'north' ? 'refused' : 'approved');
      }
      const settled = await house.until(root.thread.threadId, idle);
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
      const root = await first.house.run('go');
      await first.house.stop();
      const { house, seen } = await open(store);
      await using _house = house;
      house.retinue.start();
      assert.equal(house.model.requests.length, 0);
      await decide(house, await oneQuestion(house), 'approved');
      await house.until(root.thread.threadId, idle);
      assert.deepEqual([first.seen.length, seen.length], [0, 1]);
    });

    test('[X18] of fifty verdicts at once one counts; a replay under the same key has the same answer and no second effect', async () => {
      const { house, seen } = await open(await makeStore());
      await using _house = house;
      const root = await house.run('go');
      const question = await oneQuestion(house);
      const once = { key: 'k', request: 'approve' };
      const command = { questionId: question.questionId, verdict: 'approved', reason: '' } as const;
      const own = { ...house.wish(), once };
      const replies = await Promise.all([
        ...Array.from({ length: 25 }, () => house.commands.answerApproval(own, command)),
        ...Array.from({ length: 25 }, () => decide(house, question, 'refused')),
      ]);
      const accepted = replies.filter(({ refusal }) => refusal === null);
      const codes = new Set(replies.map((reply) => reply.refusal?.code ?? 'accepted'));
      assert.deepEqual([accepted.length, [...codes]], [25, ['accepted', 'question-closed']]);
      await house.until(root.thread.threadId, idle);
      assert.equal((await house.commands.answerApproval(own, command)).refusal, null);
      assert.equal(seen.length, 1);
    });

    test('[X18] no verdict on other arguments, from another workspace, after a stop, or in free words has an effect', async () => {
      const { house, seen } = await open(await makeStore());
      await using _house = house;
      const root = await house.run('go');
      const question = await oneQuestion(house);
      const { questionId } = question;
      const other = { ...house.wish(), workspaceId: workspaceIdSchema.parse('ws_other') };
      const approve = { questionId, verdict: 'approved', reason: '' } as const;
      const refusals = [
        (await decide(house, question, 'approved', 'x'.repeat(43))).refusal?.code,
        (await house.commands.answerApproval(other, approve)).refusal?.code,
        (await house.commands.answerQuestion(house.wish(), { questionId, answer: 'approve' })).refusal?.code,
      ];
      assert.deepEqual(refusals, ['arguments-differ', 'no-such-question', 'approval-asked']);
      await house.commands.cancelTask(house.wish(), { taskId: firstTask(root).task.taskId });
      assert.equal((await decide(house, question, 'approved')).refusal?.code, 'question-closed');
      await house.until(root.thread.threadId, idle);
      assert.equal(seen.length, 0);
    });
  });
}

test('[D11.11] what an owner alone may do, an owner alone may approve', async () => {
  const script = byAgent({
    clerk: (request) => (resultsOf(request).length === 0 ? [call('govern')] : [say('done')]),
  });
  const { house, seen } = await open(await (stores.sqlite?.() ?? assert.fail()), { script });
  await using _house = house;
  const rootId = await house.open('go', 'clerk');
  house.retinue.start();
  await house.settled(rootId);
  const question = await oneQuestion(house);
  const editor = { ...house.wish(), role: 'editor' } as const;
  const approve = { questionId: question.questionId, verdict: 'approved', reason: '' } as const;
  assert.equal((await house.commands.answerApproval(editor, approve)).refusal?.code, 'owners-only');
  assert.equal(seen.length, 0);
  await decide(house, question, 'approved');
  await house.until(rootId, idle);
  assert.equal(seen.length, 1);
});

test('[A2][X18] an approval is for one run of one call: an unsafe call in doubt is not run again', async () => {
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
  await using house = await openHouse({ script, agents: team, tools: stuck });
  const rootId = await house.open('go', 'clerk');
  house.retinue.start();
  await house.settled(rootId);
  await decide(house, await oneQuestion(house), 'approved');
  const running = await house.until(rootId, (_tree, view) => view.thread.openCalls.some((open) => open.running));
  await recover({ log: house.log }, running.thread);
  resolve('late');
  const settled = await house.until(rootId, idle);
  assert.match(settled.thread.outcome?.result ?? '', /Interrupted/);
  assert.equal(seen.length, 1);
});

test('[D11.12] a question asks for words and an approval for a verdict, and neither takes the other', async () => {
  const script = byAgent({ boss: [call('askUser', { question: 'Which?' })] });
  await using house = await openHouse({ script });
  await house.run('go');
  const question = await oneQuestion(house);
  assert.equal((await decide(house, question, 'approved')).refusal?.code, 'no-approval-asked');
  assert.deepEqual([question.approval, question.kind], [null, 'answer']);
});
