import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId, type ThreadId, threadIdSchema } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import type { ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import { displayBarChart, suggestFollowUps } from '../../../packages/server/src/tools/tools.ts';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, visit } from '../../support/browser/browser.ts';
import { type Guard, guard } from '../../support/browser/harmless.ts';
import { payloads } from '../../support/browser/payloads.ts';
import { newTask, succeed, toolFor } from '../../support/models/scripts.ts';
import { inputsOf } from '../../support/scripted/script.ts';
import type { Line } from '../../support/scripted/script-lines.ts';
import { barrier, call, fail, say, think, together } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

/**
 * Names, descriptions, instructions and badges are payloads, and so are all messages, questions, findings and results.
 */
function openHostileApp(payloads: readonly string[]): Promise<ServedApp> {
  const names = payloads.map((_, index) => `p${index}`);
  const agents = payloads.map((payload, index) => ({
    ...agent(`p${index}`, { tools: ['askUser', 'look'] }),
    name: payload,
    description: payload,
    placeholder: payload,
    systemPrompt: payload,
    badge: { color: index % 2 ? '#888888' : 'red;background:url(https://evil.example/badge)', icon: payload },
  }));
  const orchestrator = agent('orchestrator', { subAgents: names, tools: ['displayBarChart', 'suggestFollowUps'] });
  const look = toolFor('look', async ({ where }) => ({ [String(where)]: where ?? '', saw: [where ?? ''] }), {
    effect: 'read',
  });
  return openServed({
    script: (request) =>
      request.place.agentId === orchestrator.agentId ? lead(request, payloads) : follow(request, payloads),
    agents: [orchestrator, ...agents],
    tools: [look, displayBarChart, suggestFollowUps],
    limits: { maxChildrenAtOnce: 200, maxTasksPerTurn: 200 },
    maxRunning: 200,
  });
}

/** Cut within the payload at two places, which differ from one to the next. */
function follow({ place: { agentId, step } }: ModelRequest, payloads: readonly string[]): Line[] {
  const index = Number(agentId.replace('agt_p', ''));
  const payload = payloads[index] ?? '';
  const [first = 0, second] = [1 + (index % 7), Math.ceil(payload.length / 2)].sort((left, right) => left - right);
  const asking = call('askUser', { question: payload, options: [payload, `${payload} again`] });
  if (step === 2) return [asking];
  if (step > 2)
    return index % 9 === 0 ? [fail({ message: payload, retryable: false })] : [say(payload), succeed(payload)];
  return [
    think(...payload),
    say(payload.slice(0, first)),
    barrier('first'),
    say(payload.slice(first, second)),
    barrier('second'),
    say(...payload.slice(second)),
    call('look', { where: payload, [payload]: 1 }),
  ];
}

function lead(request: ModelRequest, payloads: readonly string[]): Line[] {
  const last = inputsOf(request).at(-1) ?? '';
  if (!last.startsWith('Begin')) return [say(`Still here: ${last}`)];
  const { step } = request.place;
  if (step === 1) return [together(...payloads.map((payload, index) => newTask(`p${index}`, payload)))];
  if (step > 2) return [say('That was all.')];
  const points = payloads.slice(0, 12).map((payload) => payload.slice(0, 60));
  const series = [{ name: payloads[1]?.slice(0, 40) ?? '', values: points.map((_, index) => index) }];
  return [
    call('displayBarChart', { title: payloads[20] ?? '', unit: '<b onclick=alert(1)>', points, series }),
    call('suggestFollowUps', { questions: payloads.slice(16, 20) }),
  ];
}

const half = Math.ceil(payloads.length / 2);
for (const batch of [payloads.slice(0, half), payloads.slice(half)]) {
  test(`[U1.8] ${batch.length} payloads run, fetch and break nothing wherever text is shown, from ${JSON.stringify(batch[0])} on`, async () => {
    await using served = await openHostileApp(batch);
    await using visitor = await visit(served, { viewport: { width: 1280, height: 30_000 } });
    const { page, context } = visitor;
    page.setDefaultTimeout(60_000); // drawing so many open rows takes long on a busy machine
    const watch = await guard(context, page, served.url);
    const chatId = await inTheChat(served, page, watch, batch);
    await page.setViewportSize({ width: 1280, height: 3000 });
    await inThePane(page, watch, batch.length);
    await page.setViewportSize({ width: 1280, height: 30_000 });
    for (const text of batch)
      await served.owner.openChat({ params: { workspaceId: localWorkspaceId }, body: { text } });
    await elsewhere(served, page, watch, batch.length);
    await page.evaluate("localStorage.removeItem('retinue.opened')");
    await page.goto(`${served.url}/chat/${chatId}`);
    await ask(page, 'Are you well?');
    await page.getByText('Still here: Are you well?').waitFor();
    assert.equal(await page.title(), 'Retinue');
    await watch.assertHarmless('afterwards');
  });
}

/** In the person's message, in drafts, questions, answers, results, failures, and the input and output of tools. */
async function inTheChat(served: ServedApp, page: Page, watch: Guard, batch: readonly string[]): Promise<ThreadId> {
  const { barriers } = served.model;
  await page.getByRole('heading', { level: 1 }).waitFor();
  await ask(page, `Begin\n\n${batch.join('\n\n')}`);
  await page.waitForURL(/\/chat\//);
  const chatId = threadIdSchema.parse(new URL(page.url()).pathname.split('/').at(-1));
  await barriers.reached('first', batch.length);
  await openEverything(served, page, chatId);
  await page
    .locator('[data-task] article')
    .nth(batch.length - 1)
    .waitFor();
  await watch.assertHarmless('cut within the payload, after a reload');
  barriers.release('first');
  await barriers.reached('second', batch.length);
  await page.waitForTimeout(400);
  await watch.assertHarmless('cut at another place, live');
  barriers.release('second');
  await page
    .locator('[data-needs-you]')
    .nth(batch.length - 1)
    .waitFor();
  await watch.assertHarmless('whole, with questions and options');
  await page.getByRole('link', { name: /Inbox/ }).click();
  await page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('textbox')
    .nth(batch.length - 1)
    .waitFor();
  await watch.assertHarmless('the inbox');
  await answerAll(served, chatId);
  await page.goto(`${served.url}/chat/${chatId}`);
  await page.getByText('That was all.').waitFor();
  await openEverything(served, page, chatId);
  await page
    .locator('[data-task] article')
    .nth(batch.length * 2)
    .waitFor();
  await watch.assertHarmless('results, failures, answers, a chart, next questions, inputs and outputs of tools');
  return chatId;
}

async function inThePane(page: Page, watch: Guard, count: number): Promise<void> {
  for (const index of [0, Math.floor(count / 2), count - 1]) {
    await page.locator('[data-opens]').nth(index).click();
    for (const tab of ['Messages', 'Context', 'Usage', 'Raw events']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel', { name: tab }).locator('section').first().waitFor();
      await watch.assertHarmless(`the side pane, ${tab}`);
    }
  }
}

/** In names of agents and titles of chats, wherever they are listed. */
async function elsewhere(served: ServedApp, page: Page, watch: Guard, count: number): Promise<void> {
  await page.goto(`${served.url}/agents`);
  await page.getByRole('main').getByRole('listitem').nth(count).waitFor();
  await watch.assertHarmless('agents, and titles of chats');
  await page.keyboard.press('Control+k');
  await page.getByRole('option').nth(count).waitFor();
  await watch.assertHarmless('the palette');
  for (const index of [0, Math.floor(count / 2), count - 1]) {
    await page.goto(`${served.url}/agents/agt_p${index}`);
    await page.getByRole('main').getByRole('textbox').nth(2).waitFor();
    await watch.assertHarmless('the form of an agent');
  }
}

/** As if the person had opened every row, every call and all reasoning. */
async function openEverything(served: ServedApp, page: Page, chatId: ThreadId): Promise<void> {
  const range = { workspaceId: localWorkspaceId, rootId: chatId, after: 0, limit: 1_000_000 };
  const events = await served.served.retinue.log.read(range);
  const keys = events.flatMap((event): string[] => {
    if (event.type === 'task.opened') return [event.data.taskId];
    return event.type === 'call.requested' ? [event.data.callId] : [];
  });
  const kept = JSON.stringify(keys.map((key) => [key, true]));
  await page.evaluate(`localStorage.setItem('retinue.opened', ${JSON.stringify(kept)})`);
  await page.reload();
}

async function answerAll(served: ServedApp, chatId: ThreadId): Promise<void> {
  const range = { workspaceId: localWorkspaceId, rootId: chatId, after: 0, limit: 1_000_000 };
  const events = await served.served.retinue.log.read(range);
  const asked = events.flatMap((event) => (event.type === 'question.asked' ? [event.data] : []));
  const answering = asked.map(({ questionId, text }) =>
    served.owner.answerQuestion({
      params: { workspaceId: localWorkspaceId, chatId, questionId },
      body: { answer: text },
    }),
  );
  await Promise.all(answering);
}
