import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Chart,
  chartOf,
  chartTools,
  type LogEvent,
  localWorkspaceId,
  type TaskNode,
  type ThreadId,
  type ThreadNode,
} from '@retinue/protocol';
import { createDemoModel } from '../../packages/demo/src/demo-model.ts';
import { createBuiltInAgents } from '../../packages/server/src/agents/built-in-agents.ts';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import { createModels } from '../../packages/server/src/models/models.ts';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import { openTestApp, type TestApp } from '../support/apps/test-app.ts';
import { bySteps } from '../support/scripted/script.ts';
import { installedTools } from '../support/tools/demo-tools.ts';
import { checkChart } from './chart-check.ts';
import { cell, rowsOf, shown, topOf } from './tables.ts';

/*
 * The demo on the real engine and a real store: the log's content is checked.
 */
const report = 'Prepare a report on electric cars in Norway and Germany since 2019.';
const trend = 'How did the rents in Oslo, Berlin and Lisbon change since 2019?';

test("[G11] [G9] [D7] [D9] at depth 3 the planner delegates beside the orchestrator's tasks, and every result returns", async () => {
  await using app = await openDemo(3);
  const root = await run(app, `${report} ${trend}`);
  assert.deepEqual(shapeOf(root), [
    'Planner',
    '  Analyst',
    '  Analyst',
    '  Researcher',
    '  Researcher',
    'Analyst',
    'Analyst',
    'Analyst',
  ]);
  checkNumbers(root);
  for (const city of ['Oslo', 'Berlin', 'Lisbon'])
    assert.ok(
      answerOf(root).includes(`to ${shown(cell(rowsOf('housing'), 'rent', { city, year: 2024 }))} EUR/m² in 2024`),
    );
  const charts = await chartsIn(app, root.thread.threadId);
  assert.deepEqual(
    charts.map(({ kind, title, series }) => [kind, title, series.length]),
    [
      ['line', 'Monthly rent', 3],
      ['line', 'New electric car registrations', 2],
      ['bar', 'New electric car registrations', 1],
    ],
  );
  await checkStore(app);
});

test('[G11] [D8.1] at depth 1 the planner is not offered newTask and writes the report alone', async () => {
  await using app = await openDemo(1);
  const root = await run(app, report);
  assert.deepEqual(shapeOf(root), ['Planner']);
  checkNumbers(root);
  assert.equal((await chartsIn(app, root.thread.threadId)).length, 3);
  await checkStore(app);
});

test('[G12] [G9] a Hebrew question is answered and drawn in Hebrew', async () => {
  await using app = await openDemo(3);
  const root = await run(app, 'באיזו עיר היו הכי הרבה נוסעים בשנת 2022?');
  assert.deepEqual(shapeOf(root), ['Analyst']);
  const [top = ''] = topOf(rowsOf('public-transport-israel'), 'עיר', 'נוסעים', { שנה: 2022 });
  assert.ok(answerOf(root).includes(top.replace(' with ', ' עם ')), answerOf(root));
  const [chart] = await chartsIn(app, root.thread.threadId);
  assert.deepEqual([chart?.kind, chart?.title, chart?.points[0]], ['bar', 'נוסעים', 'תל אביב']);
});

test('[G5] [D11.1] an unclear question waits for the person, and their choice is used', async () => {
  await using app = await openDemo(3);
  const asking = await run(app, 'Which is better?');
  assert.equal(asking.thread.status, 'waiting_for_user');
  const { threadId } = asking.thread;
  const [open] = await app.log.readModels.openQuestions(localWorkspaceId);
  assert.ok(open);
  const asked = (await app.events(threadId)).find(({ type }) => type === 'question.asked');
  assert.ok(asked?.type === 'question.asked');
  const answer = asked.data.options.find((option) => option.startsWith('Housing')) ?? '';
  await app.commands.answerQuestion(app.context(), { questionId: open.questionId, answer });
  const root = await app.settled(threadId);
  assert.deepEqual(shapeOf(root), ['Analyst']);
  const [top = ''] = topOf(rowsOf('housing'), 'city', 'rent', { year: 2024 }, -1);
  assert.ok(answerOf(root).startsWith(`Lowest monthly rent (2024): ${top}`), answerOf(root));
});

test('[G6] [G10] missing data is reported with the available data, and the chat continues with a suggested question', async () => {
  await using app = await openDemo(3);
  const failed = await run(app, 'How many volcanoes are there in Norway?');
  assert.equal(failed.tasks[0]?.status, 'failed');
  assert.match(answerOf(failed), /^I could not answer .*doesn't cover volcanoes.*Available datasets: /);
  const { threadId } = failed.thread;
  await say(app, threadId, 'What was the rent in Oslo in 2022?');
  const offered = await followUpIn(app, threadId);
  await say(app, threadId, offered);
  const root = await app.view(threadId);
  assert.equal(root.tasks.at(-1)?.task.instruction, offered);
  assert.equal(root.tasks.at(-1)?.status, 'success');
});

/** A chat with so many questions that its beginning is summarized, several times. */
test('[L9] [G7] the demo model still answers in a long chat, with a summary of the earlier questions', async () => {
  await using app = await openDemo(1, 1500);
  const questions = ['Oslo', 'Berlin', 'Lisbon', 'Oslo', 'Berlin'].map(
    (city) => `What was the rent in ${city} in 2021?`,
  );
  const { thread } = await run(app, trend);
  for (const question of questions) await say(app, thread.threadId, question);
  const chat = await app.view(thread.threadId);
  assert.ok(chat.thread.compaction);
  assert.deepEqual([chat.thread.status, /Berlin/.test(chat.thread.outcome?.result ?? '')], ['idle', true]);
  await checkStore(app);
});

function openDemo(maxDepth: number, compactAtTokens = 100_000): Promise<TestApp> {
  return openTestApp({
    script: bySteps(),
    limits: { maxDepth, compactAtTokens },
    replacements: {
      models: createModels({ providers: { demo: createDemoModel() } }),
      tools: createTools(installedTools),
      agents: createBuiltInAgents(),
    },
  });
}

async function run(app: TestApp, text: string): Promise<ThreadNode> {
  const rootId = await app.open(text, 'orchestrator');
  app.retinue.start();
  return app.settled(rootId);
}

async function say(app: TestApp, threadId: ThreadId, text: string): Promise<void> {
  await app.commands.sendMessage(app.context(), { threadId, text });
  await app.settled(threadId);
}

function shapeOf(node: ThreadNode, indent = ''): string[] {
  return node.tasks.flatMap(({ child }: TaskNode) =>
    child ? [indent + child.thread.agent.name, ...shapeOf(child, `${indent}  `)] : [],
  );
}

function answerOf({ thread }: ThreadNode): string {
  assert.equal(thread.outcome?.status, 'completed');
  return thread.outcome.result;
}

function checkNumbers(root: ThreadNode): void {
  for (const country of ['Norway', 'Germany']) {
    const [from, to, share] = [
      cell(rowsOf('electric-cars'), 'new_registrations', { country, year: 2019 }),
      cell(rowsOf('electric-cars'), 'new_registrations', { country, year: 2024 }),
      cell(rowsOf('electric-cars'), 'share_of_new_cars', { country, year: 2024 }),
    ];
    assert.ok(answerOf(root).includes(`from ${shown(from)} cars in 2019 to ${shown(to)} cars in 2024`), answerOf(root));
    assert.ok(answerOf(root).includes(`Share of new cars (${country}, 2024): ${shown(share)}%`));
  }
}

/** Charts of the root, as its events carry them: requested in `call.requested`, drawn in `call.ended`. */
async function chartsIn(app: TestApp, rootId: ThreadId): Promise<Chart[]> {
  const events = (await app.events(rootId)).filter(({ threadId }) => threadId === rootId);
  const requested = events.filter((event): event is Extract<LogEvent, { type: 'call.requested' }> => {
    return event.type === 'call.requested' && Object.hasOwn(chartTools, event.data.name);
  });
  return requested.map(({ data: { callId, name, args } }) => {
    const ended = events.find((event) => event.type === 'call.ended' && event.data.callId === callId);
    assert.ok(ended?.type === 'call.ended');
    const chart = chartOf({ name, ...ended.data });
    assert.ok(chart);
    const { kind: _kind, ...drawn } = chart;
    assert.deepEqual(args, drawn);
    checkChart(chart);
    return chart;
  });
}

async function followUpIn(app: TestApp, rootId: ThreadId): Promise<string> {
  const events = await app.events(rootId);
  const offers = events.filter((event) => event.type === 'call.requested' && event.data.name === 'suggestFollowUps');
  const last = offers.at(-1);
  assert.ok(last?.type === 'call.requested');
  const [question] = (last.data.args as { questions: string[] }).questions;
  assert.ok(question);
  return question;
}

async function checkStore(app: TestApp): Promise<void> {
  await app.stop(1000);
  assert.deepEqual(await verifyStore({ kind: 'sqlite', directory: app.directory }), []);
}
