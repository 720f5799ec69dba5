import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact, Reason, ThreadId, UsageRange } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId, noUsage, questionIdOf, workspaceIdSchema } from '@retinue/protocol';
import { noFailpoints } from '../../packages/server/src/log/failpoints.ts';
import type { OpenedLog } from '../../packages/server/src/ports/log/opened-log.ts';
import { systemClock } from '../../packages/server/src/ports/runtime/clock.ts';
import { accepted } from '../support/apps/replies.ts';
import { delegateTo, endStep, header, ids, message, openChat, startStep } from '../support/stores/facts.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** Reports of usage, from rows alone. */
export function describeUsage(createStore: () => Promise<StoreUnderTest>): void {
  test('[U10] tasks are counted by outcome, by agent and by day, with their durations', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    await writeTasks(log);
    const { agents, days } = await log.readModels.stats(localWorkspaceId, {});
    const worker = agents.find(({ agentId }) => agentId === agentIdOf('worker')) ?? assert.fail('no worker');
    const { tasks, succeeded, failed, cancelled, successRate, emptyResults, questions } = worker;
    assert.deepEqual({ tasks, succeeded, failed, cancelled, successRate, emptyResults, questions }, counted);
    assert.equal(worker.costMicros, 0);
    const [day] = days;
    assert.ok(day && days.length === 1);
    assert.deepEqual([day.tasks, day.emptyResults, day.questions, day.successRate], [20, 2, 3, 0.75]);
    for (const { medianMs, p95Ms } of [worker, day]) {
      assert.ok(medianMs !== null && p95Ms !== null && medianMs >= 0 && p95Ms >= medianMs);
    }
  });

  test('[U92.2] tokens without a known price are counted as they are spent, by agent, day and chat', async () => {
    await using store = await createStore();
    let today = '2026-03-01T22:00:00Z';
    const log = await store.open(noFailpoints, { ...systemClock, now: () => Date.parse(today) });
    const rootId = ids.thread();
    const root = async () => (await log.thread(localWorkspaceId, rootId)) ?? assert.fail('no chat');
    const write = async (fact: Fact) =>
      accepted(await log.append(header(), [{ threadId: rootId, guard: 'exists', facts: [fact] }]));
    const changeModel = async (provider: string) => {
      const { agent } = await root();
      await write({ type: 'agent.changed', data: { agent: { ...agent, model: { provider, id: 'm' } } } });
    };
    const spend = async (tokens: number, cost: { costMicros?: number }) => {
      await write(message('And now?'));
      await write(startStep(await root()));
      const ended = endStep(await root());
      const usage = { ...noUsage, inputTokens: tokens, ...cost };
      await write({ ...ended, data: { ...ended.data, usage } } as Fact);
    };
    await log.append(header('open-chat'), [openChat(rootId)]);
    await changeModel('prv_1');
    await spend(10, {});
    await spend(20, { costMicros: 0 });
    await spend(40, { costMicros: 8 });
    today = '2026-03-03T01:00:00Z';
    await spend(80, {});
    await changeModel('demo');
    await spend(160, {});

    const told = async (range: UsageRange) => {
      const { agents, days, chats } = await log.readModels.stats(localWorkspaceId, range);
      return [...agents, ...days, ...chats].map(({ costMicros, unpricedTokens }) => [costMicros, unpricedTokens]);
    };
    assert.deepEqual(await told({}), [
      [8, 90],
      [8, 10],
      [0, 80],
      [8, 90],
    ]);
    assert.deepEqual(await told({ from: '2026-03-03' }), [
      [0, 80],
      [0, 80],
      [0, 80],
    ]);
    const [chat] = await log.readModels.chats(localWorkspaceId, { limit: 1 });
    assert.deepEqual([chat?.unpricedTokens, chat?.usage.costMicros], [90, 8]);
    assert.deepEqual(await store.findings(), []);
  });

  test('[U10.1] a report is limited to days, an agent or a chat, and to its workspace', async () => {
    await using store = await createStore();
    const log = await store.open(noFailpoints);
    const chatId = await writeTasks(log);
    await writeTasks(log);
    const tasksOf = async (range: Parameters<OpenedLog['readModels']['stats']>[1], workspaceId = localWorkspaceId) => {
      const { agents, days, chats } = await log.readModels.stats(workspaceId, range);
      const inAll = (list: { tasks: number }[]) => list.reduce((sum, { tasks }) => sum + tasks, 0);
      assert.equal(inAll(days), inAll(agents));
      return [inAll(agents), chats.length];
    };
    const [today = ''] = (await log.readModels.stats(localWorkspaceId, {})).days.map(({ day }) => day);
    const other = workspaceIdSchema.parse('ws_elsewhere');
    assert.deepEqual(await tasksOf({}), [40, 2]);
    assert.deepEqual(await tasksOf({ from: today, to: today }), [40, 2]);
    assert.deepEqual(await tasksOf({ to: '1971-01-01' }), [0, 0]);
    assert.deepEqual(await tasksOf({ from: '2999-01-01' }), [0, 0]);
    assert.deepEqual(await tasksOf({ chatId }), [20, 1]);
    assert.deepEqual(await tasksOf({ agentId: agentIdOf('worker'), chatId }), [20, 1]);
    assert.deepEqual(await tasksOf({ agentId: agentIdOf('boss') }), [0, 2]);
    assert.deepEqual(await tasksOf({ chatId }, other), [0, 0]);
  });

  test("[U75] a chat's spend counts on the day on which it was spent", async () => {
    await using store = await createStore();
    let today = '2026-03-01T22:00:00Z';
    const log = await store.open(noFailpoints, { ...systemClock, now: () => Date.parse(today) });
    const rootId = ids.thread();
    const root = async () => (await log.thread(localWorkspaceId, rootId)) ?? assert.fail('no chat');
    const write = async (fact: Fact) =>
      accepted(await log.append(header(), [{ threadId: rootId, guard: 'exists', facts: [fact] }]));
    const cost = (tokens: number, guess = 0) => ({ ...noUsage, inputTokens: tokens, estimatedTokens: guess });
    await log.append(header('open-chat'), [openChat(rootId)]);
    await write(startStep(await root()));
    await write(endStep(await root()));
    today = '2026-03-03T01:00:00Z';
    await write(message('And now?'));
    await write(startStep(await root()));
    const cut = { reason: 'stopped', message: { code: 'canceled' }, final: true, retryAt: null } as const;
    await write({ type: 'step.cut', data: { step: 2, attempt: 1, ...cut, parts: [], usage: cost(0, 50) } });
    today = '2026-03-04T01:00:00Z';
    await write({ type: 'usage.recorded', data: { step: 2, attempt: 1, usage: cost(40) } });
    await write(message('And now?'));
    await write(startStep(await root()));
    await write(endStep(await root()));

    const daysOf = async (range: UsageRange) =>
      (await log.readModels.stats(localWorkspaceId, range)).days.map(
        ({ day, chats, tokens }) => `${day} ${chats} ${tokens}`,
      );
    assert.deepEqual(await daysOf({}), ['2026-03-01 1 15', '2026-03-03 0 40', '2026-03-04 0 15']);
    assert.deepEqual(await daysOf({ from: '2026-03-02', to: '2026-03-03' }), ['2026-03-03 0 40']);
    const spentIn = async (range: UsageRange) => {
      const { agents, chats } = await log.readModels.stats(localWorkspaceId, range);
      const rows = [...agents, ...chats];
      return rows.map(({ threads, steps, inputTokens, outputTokens }) => [threads, steps, inputTokens + outputTokens]);
    };
    const twice = (row: number[]) => [row, row];
    assert.deepEqual(await spentIn({}), twice([1, 3, 70]));
    assert.deepEqual(await spentIn({ to: '2026-03-01' }), twice([1, 1, 15]));
    assert.deepEqual(await spentIn({ from: '2026-03-03' }), twice([1, 2, 55]));
    assert.deepEqual(await spentIn({ from: '2026-03-01', to: '2026-03-04', chatId: rootId }), twice([1, 3, 70]));
    assert.deepEqual(await spentIn({ from: '2026-03-02', to: '2026-03-02' }), []);
    assert.deepEqual(await store.findings(), []);
  });
}

/** A release without codes stored the last one. */
const emptyResults: readonly Reason[] = [
  { code: 'empty-result' },
  { code: 'text', text: 'The agent gave an empty result.' },
];
const counted = { tasks: 20, succeeded: 12, failed: 3, cancelled: 1, successRate: 0.75, emptyResults: 2, questions: 3 };

/** Twenty tasks: twelve succeed, three fail, two of them without a result, one is stopped, and four are running. */
async function writeTasks(log: OpenedLog): Promise<ThreadId> {
  const rootId = ids.thread();
  const exists = (threadId: ThreadId, facts: Fact[]) => ({ threadId, guard: 'exists' as const, facts });
  const thread = async (threadId: ThreadId) =>
    (await log.thread(localWorkspaceId, threadId)) ?? assert.fail(`no thread ${threadId}`);
  await log.append(header('open-chat'), [openChat(rootId)]);
  await log.append(header('start-step'), [exists(rootId, [startStep(await thread(rootId))])]);
  const { own, children } = delegateTo(await thread(rootId), 20);
  await log.append(header('end-step'), [exists(rootId, own), ...children]);
  const opened = own.filter((fact) => fact.type === 'task.opened');
  for (const [index, { data }] of opened.entries()) {
    const child = await thread(data.childThreadId);
    if (index >= 17) await ask(log, child.threadId, startStep(child));
    if (index >= 16) continue;
    const status = index < 12 ? 'success' : index < 15 ? 'failed' : 'cancelled';
    const reason =
      status === 'success'
        ? null
        : index < 14
          ? (emptyResults[index % 2] ?? null)
          : ({ code: 'reported-error' } as const);
    const { callId, step, taskId } = data;
    const ended: Fact = {
      type: 'task.ended',
      data: { callId, step, taskId, status, result: '', reason, usage: noUsage },
    };
    await log.append(header('end-step'), [exists(rootId, [ended])]);
  }
  return rootId;
}

async function ask(log: OpenedLog, threadId: ThreadId, started: Fact): Promise<void> {
  await log.append(header('start-step'), [{ threadId, guard: 'exists', facts: [started] }]);
  const child = (await log.thread(localWorkspaceId, threadId)) ?? assert.fail('no child');
  const callId = ids.call();
  const place = { callId, step: child.steps };
  const request = { name: 'askUser', args: {}, effect: 'idempotent', taskId: null, subAgentThreadId: null } as const;
  const facts: Fact[] = [
    endStep(child, [callId]),
    { type: 'call.requested', data: { ...place, ...request } },
    {
      type: 'question.asked',
      data: { ...place, questionId: questionIdOf(callId), kind: 'answer', text: 'Which?', options: [] },
    },
  ];
  await log.append(header('end-step'), [{ threadId, guard: 'exists', facts }]);
}
