import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { openDemoApp } from '../../support/apps/demo-app.ts';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { delegating } from '../../support/models/scripts.ts';
import { byAgent } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };

async function run(served: ServedApp, text: string) {
  const { chatId } = await served.owner.openChat({ params, body: { text } });
  await until(async () => (await served.owner.getChat({ params: { ...params, chatId } })).status, 'idle');
  return chatId;
}

/** The cells of the row that starts with this name. */
async function cellsOf(page: Page, table: string, name: string): Promise<string[]> {
  const row = page.getByRole('table', { name: table }).getByRole('row', { name: new RegExp(`^${name}`) });
  await row.waitFor();
  return (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim());
}

const failing = () =>
  openServed({
    agents: [agent('orchestrator', { subAgents: ['worker', 'clerk'] }), agent('worker'), agent('clerk')],
    script: byAgent({
      orchestrator: delegating(['worker', 'Do it'], ['worker', 'Fail at it'], ['clerk', 'File it']),
      worker: (request) =>
        JSON.stringify(request.messages).includes('Fail at it')
          ? [call('taskResult', { result: 'No.', status: 'error' })]
          : [say('Done.')],
      clerk: () => [say('Filed.')],
    }),
  });

test('[U10] usage shows tasks, outcomes, tokens and time by day, by agent and by chat', async () => {
  await using served = await failing();
  await run(served, 'Go');
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/usage`);
  const headline = (name: string) => page.locator('dl > div', { hasText: name }).locator('dd').first().innerText();
  await page.getByText('2 of 3 ended tasks').waitFor();
  assert.equal(await headline('Tasks'), '3');
  assert.equal(await headline('Success rate'), '67%');
  const [tasks, rate, failed] = await cellsOf(page, 'Tasks, outcomes and cost by agent', 'worker');
  assert.deepEqual([tasks, rate, failed], ['2', '50%', '1']);
  await page.getByRole('button', { name: 'Show numbers' }).click();
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(await cellsOf(page, 'Tasks by day', today), ['2', '1', '0', '0']);
  await page.getByRole('radio', { name: 'Tokens' }).check();
  const [tokens = ''] = await cellsOf(page, 'Tokens by day', today);
  assert.ok(Number.parseFloat(tokens) > 0);
  assert.match(page.url(), /measure=tokens/);
  assert.deepEqual(await violations(page), []);
});

test('[U10.1] a report of one agent, one chat or certain days has an address, and shows numbers as tables', async () => {
  await using served = await failing();
  const first = await run(served, 'Go');
  await run(served, 'Go again');
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  await using visitor = await visit(served, phone);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/usage`);
  await page.getByText('4 of 6 ended tasks').waitFor();
  await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: 'clerk' });
  await page.getByText('2 of 2 ended tasks').waitFor();
  await page.getByRole('combobox', { name: 'Chat' }).selectOption(first);
  await page.getByText('1 of 1 ended tasks').waitFor();
  await page.reload();
  await page.getByText('1 of 1 ended tasks').waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Agent' }).inputValue(), agentIdOf('clerk'));
  await page.getByLabel('To', { exact: true }).fill('2020-02-01');
  await page.getByText(/^No usage matches/).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await page.getByText('4 of 6 ended tasks').waitFor();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByText('4 of 6 ended tasks').waitFor();
  await page.getByLabel('From', { exact: true }).fill('2024-01-01');
  await page.getByRole('heading', { name: 'Tasks by week' }).waitFor();
  await page.goto(`${served.url}/settings/usage?from=yesterday&agent=nobody&measure=luck`);
  await page.getByText('4 of 6 ended tasks').waitFor();
});

test('[U10] usage of the product as installed, and of one without any activity', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/usage`);
  await page.getByText('No usage yet.').waitFor();
  await run(served, 'What was the price of electricity for households in France and Spain in 2023?');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('100%').first().waitFor();
  assert.equal((await cellsOf(page, 'Tasks, outcomes and cost by agent', 'Researcher'))[1], '100%');
});
