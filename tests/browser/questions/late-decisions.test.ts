import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId, type QuestionId, type ThreadId } from '@retinue/protocol';
import type { Locator, Page } from 'playwright-core';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, becomeOther, closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { delegating, succeed, told } from '../../support/models/scripts.ts';
import type { Script } from '../../support/scripted/script.ts';
import { byAgent, resultsOf } from '../../support/scripted/script.ts';
import { call } from '../../support/scripted/script-lines.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';

after(closeBrowser);

const team = [agent('orchestrator', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail', 'askUser'] })];
const mailing = (args: Record<string, string>): Script => {
  return (request) =>
    resultsOf(request).length === 0 ? [call('mail', args)] : [succeed(told(resultsOf(request)[0]?.value ?? null))];
};
const app = (clerk: Script, tools = witnessTools().tools) =>
  openServed({
    agents: team,
    tools,
    script: byAgent({ orchestrator: delegating(['clerk', 'Write the letter']), clerk }),
  });

const cards = (page: Page | Locator) => page.getByRole('article', { name: 'Needs your approval' });
const pane = (page: Page) => page.getByRole('region', { name: 'Thread of clerk' });
const lateText = 'This request was already closed';

async function openQuestion(served: ServedApp): Promise<{ chatId: ThreadId; questionId: QuestionId }> {
  const { results } = await served.owner.listOpenQuestions({ params: { workspaceId: localWorkspaceId }, query: {} });
  return results[0] ?? assert.fail('nothing is open');
}

async function refuseElsewhere(served: ServedApp, reason: string): Promise<void> {
  const params = { workspaceId: localWorkspaceId, ...(await openQuestion(served)) };
  await served.owner.answerApproval({ params, body: { verdict: 'refused', reason } });
}

for (const width of [1280, 390]) {
  test(`[U20.1] a call is approved beside the chat, at ${width} px, and the row in the chat says the same`, async () => {
    const { tools, seen } = witnessTools();
    await using served = await app(mailing({ to: 'harbour' }), tools);
    await using visitor = await visit(served, { viewport: { width, height: 800 } });
    const { page } = visitor;
    await ask(page, 'Tell them');
    await cards(page).waitFor();
    await page.getByRole('button', { name: 'Open in side pane: Write the letter' }).click();
    await cards(pane(page)).getByText('Allow mail?').waitFor();
    assert.deepEqual(await violations(page), []);
    await pane(page).getByRole('button', { name: 'Approve' }).click();
    await pane(page).getByText('Approved by you', { exact: true }).waitFor();
    await pane(page).getByText('mail done').first().waitFor();
    assert.equal(await cards(page).count(), 0);
    assert.equal(seen.length, 1);
    await page.getByRole('button', { name: 'Close side pane' }).click();
    await page.getByText('Heard: success: mail done').waitFor();
    await page.getByRole('button', { expanded: false, name: /Write the letter/ }).click();
    await page.getByText('Approved by you', { exact: true }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  });
}

for (const place of ['the chat', 'the inbox']) {
  test(`[U20.4] a late approval in ${place} says so, and shows who decided first`, async () => {
    const { tools, seen } = witnessTools();
    await using served = await app(mailing({ to: 'all' }), tools);
    await using visitor = await visit(served);
    const { page } = visitor;
    await ask(page, 'Tell them');
    await cards(page).waitFor();
    const chat = page.url();
    if (place === 'the inbox') await page.goto(`${served.url}/inbox`);
    await page.route('**/approval', async (route) => {
      await refuseElsewhere(served, 'Not today');
      await route.continue();
    });
    await cards(page).getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('status').getByText(lateText).waitFor();
    await until(() => cards(page).count(), 0);
    if (place === 'the inbox') await page.goto(chat);
    await page
      .getByText(/^Heard: success/)
      .first()
      .waitFor();
    await page.getByRole('button', { expanded: false, name: /Write the letter/ }).click();
    await page.getByText('Refused by you on the command line: Not today', { exact: true }).waitFor();
    assert.equal(seen.length, 0);
  });
}

test('[U20.4] a late answer says so, and the typed text is kept', async () => {
  const clerk: Script = (request) =>
    resultsOf(request).length === 0
      ? [call('askUser', { question: 'Which year?' })]
      : [call('askUser', { question: 'And which month?' })];
  await using served = await app(clerk);
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Tell them');
  await page.getByText('Which year?').first().waitFor();
  await page.getByRole('button', { name: 'Open in side pane: Write the letter' }).click();
  let isFirst = true;
  await page.route('**/answer', async (route) => {
    const params = { workspaceId: localWorkspaceId, ...(await openQuestion(served)) };
    if (isFirst) await served.owner.answerQuestion({ params, body: { answer: '2023' } });
    isFirst = false;
    await route.continue();
  });
  const field = pane(page).getByPlaceholder('Answer the question above');
  await field.fill('2024');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText(lateText).waitFor();
  await pane(page).getByText('2023', { exact: true }).waitFor();
  await pane(page).getByText('And which month?').waitFor();
  assert.equal(await field.inputValue(), '2024');
});

test('[U20.3] a person who is not the owner sees who decided', async () => {
  await using served = await app(mailing({ to: 'all' }));
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Tell them');
  await cards(page).getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Heard: success: mail done').waitFor();
  await becomeOther(served, visitor, { id: 'ed', name: 'Ed', role: 'viewer', workspaceIds: [localWorkspaceId] });
  await page.getByRole('button', { expanded: false, name: /Write the letter/ }).click();
  await page.getByText('Approved by the owner', { exact: true }).waitFor();
});
