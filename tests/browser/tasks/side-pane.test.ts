import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openServed } from '../../support/apps/served-app.ts';
import { agent, type TestAppOptions } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, newChat, until, visit } from '../../support/browser/browser.ts';
import { delegating, succeed, toolFor } from '../../support/models/scripts.ts';
import { byAgent, bySteps, resultsOf } from '../../support/scripted/script.ts';
import { barrier, call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const agents = [
  agent('orchestrator', { subAgents: ['worker', 'lead'] }),
  agent('worker', { tools: ['askUser', 'look'] }),
  agent('lead', { subAgents: ['worker'] }),
];
const tools = [toolFor('look', async () => ({ saw: 'a heron' }), { effect: 'read' })];
const app = (options: Partial<TestAppOptions> & Pick<TestAppOptions, 'script'>) =>
  openServed({ agents, tools, limits: { maxDepth: 3 }, ...options });

const looking = byAgent({
  orchestrator: delegating(['lead', 'Lead the walk'], ['worker', 'Look at the lake']),
  lead: delegating(['worker', 'Look at the hill']),
  worker: bySteps([call('look', { where: 'outside' })], [succeed('I saw a heron.')]),
});

test("[U4] a child's whole thread opens beside the chat, with its path and its siblings; the focus returns", async () => {
  await using served = await app({ script: looking });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Walk');
  await page.getByText(/^Heard:/).waitFor();
  await page.getByRole('button', { name: 'Open in side pane: Look at the lake' }).click();
  const pane = page.getByRole('region', { name: 'Thread of worker' });
  await pane.getByText('2 of 2').waitFor();
  await pane.getByRole('article', { name: 'Result' }).getByText('I saw a heron.').waitFor();
  assert.match(page.url(), /\?task=task_/);
  await page.keyboard.press('ArrowLeft');
  const lead = page.getByRole('region', { name: 'Thread of lead' });
  await lead.getByRole('button', { name: 'Open in side pane: Look at the hill' }).click();
  const path = page.getByRole('navigation', { name: 'Path to this task' });
  await path.getByText('worker').waitFor();
  assert.equal((await path.innerText()).replaceAll(/\s+/g, ' '), 'Chat lead worker');
  await page.goBack();
  await lead.waitFor();
  await page.keyboard.press('Escape');
  await lead.waitFor({ state: 'detached' });
  const focused = page.locator(':focus');
  assert.equal(await focused.getAttribute('aria-label'), 'Open in side pane: Lead the walk');
});

test("[U5] the side pane shows a child's context, result, cost and events; the address opens each of them", async () => {
  await using served = await app({ script: looking });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Walk');
  await page.getByText(/^Heard:/).waitFor();
  await page.getByRole('button', { name: 'Open in side pane: Look at the lake' }).click();
  await page.getByRole('tab', { name: 'Context' }).click();
  const context = page.getByRole('region', { name: 'Context' });
  await context.getByText('You are worker.').waitFor();
  await context.getByRole('region', { name: 'Instruction' }).getByText('Look at the lake').waitFor();
  await context.getByText('scripted / scripted').waitFor();
  await context.getByRole('region', { name: 'Result' }).getByText('I saw a heron.').waitFor();
  await page.getByRole('tab', { name: 'Raw events' }).click();
  await page.reload();
  await page.getByRole('region', { name: 'Raw events' }).getByText('thread.opened', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Raw events' }).getByText('thread.ended', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Usage' }).click();
  await page.getByRole('cell', { name: 'look' }).waitFor();
  const { results } = await served.owner.listChats({ params: { workspaceId: 'ws_local' } });
  const chatId = results[0]?.chatId ?? '';
  const found = await served.owner.listTasks({ params: { workspaceId: 'ws_local', chatId }, query: { type: 'agent' } });
  const task = found.results.find(({ title }) => title === 'Look at the hill');
  await page.goto(`${served.url}/chat/${chatId}?task=${task?.taskId}`);
  const pane = page.getByRole('region', { name: 'Thread of worker' });
  await pane.getByRole('heading', { name: 'Look at the hill' }).waitFor();
  await pane.getByRole('article', { name: 'Result' }).waitFor();
});

test('[U6] the inbox lists open questions from any depth of any chat, answered in place', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: delegating(['lead', 'Lead this']),
      lead: delegating(['worker', 'Choose']),
      worker: (request) =>
        resultsOf(request).length === 0
          ? [call('askUser', { question: 'Left or right?', options: ['Left', 'Right'] })]
          : [succeed('Chosen.')],
    }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'The first way');
  await page.getByText('Waiting for you').first().waitFor();
  await newChat(page);
  await ask(page, 'The second way');
  await page.getByText('Waiting for you').first().waitFor();
  await page.getByRole('link', { name: /Inbox/ }).click();
  const needsYou = page.getByRole('region', { name: 'Waiting for you' });
  await needsYou.getByText('Left or right?').nth(1).waitFor();
  await until(() => page.title(), '(2) Retinue');
  await needsYou.getByRole('button', { name: 'Left' }).first().click();
  await until(() => page.title(), '(1) Retinue');
  await needsYou.getByRole('button', { name: 'Right' }).first().click();
  await needsYou.getByText(/Nothing is waiting for you/).waitFor();
  await page.getByRole('region', { name: 'Done' }).getByRole('link').nth(1).waitFor();
});

test('[S1] [U2] eight tabs of one browser are all live on one stream', async () => {
  await using served = await app({
    script: byAgent({
      orchestrator: delegating(['worker', 'Wait for it']),
      worker: [say('Here '), barrier('all-tabs'), say('it is.')],
    }),
  });
  await using visitor = await visit(served);
  const { page, context } = visitor;
  let streams = 0;
  context.on('request', (request) => {
    if (request.url().includes('/stream?')) streams += 1;
  });
  await ask(page, 'Begin');
  await served.model.barriers.reached('all-tabs');
  await page.waitForURL(/\/chat\//);
  const path = new URL(page.url()).pathname;
  const tabs = [page];
  for (let count = 1; count < 8; count += 1) tabs.push(await visitor.openTab(path));
  for (const tab of tabs) await tab.locator('[data-status=running]').waitFor();
  served.model.barriers.release('all-tabs');
  for (const tab of tabs) await tab.getByText('Heard: success: Here it is.').waitFor();
  assert.ok(streams <= 10, `${streams} streams were opened for 8 tabs`);
  await page.close();
  const [, second, third] = tabs;
  assert.ok(second && third);
  await ask(second, 'Again');
  await third.getByText('Again').first().waitFor();
  await third.getByText('Heard: success: Here it is.').nth(1).waitFor();
});
