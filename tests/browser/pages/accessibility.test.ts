import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violationsInBothThemes } from '../../support/browser/axe.ts';
import { ask, closeBrowser, visit } from '../../support/browser/browser.ts';
import { delegating, succeed } from '../../support/models/scripts.ts';
import { byAgent, resultsOf } from '../../support/scripted/script.ts';
import { call, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const agents = [agent('orchestrator', { subAgents: ['worker'] }), agent('worker')];
const script = byAgent({
  orchestrator: delegating(['worker', 'Ask somebody'], ['worker', 'Fail at it']),
  worker: (request) => {
    const isFailing = JSON.stringify(request.messages).includes('Fail at it');
    if (isFailing) return [call('taskResult', { result: 'It can **not** be done.', status: 'error' })];
    return resultsOf(request).length === 0
      ? [call('askUser', { question: 'Whom?', options: ['Anna', 'Ben'] })]
      : [say('- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code`'), succeed('Asked.')];
  },
});

test('[U11] axe finds no problem on any screen, light and dark', async () => {
  await using served = await openServed({ agents, script });
  await using visitor = await visit(served, { colorScheme: 'light' });
  const { page } = visitor;
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.deepEqual(await violationsInBothThemes(page), []);
  await ask(page, 'Go');
  await page.getByRole('article', { name: 'Needs your answer' }).waitFor();
  await page.locator('[data-status=failed]').waitFor();
  assert.deepEqual(await violationsInBothThemes(page), []);
  await page.getByRole('link', { name: /Inbox/ }).click();
  await page.getByText('Whom?').waitFor();
  assert.deepEqual(await violationsInBothThemes(page), []);
  await page.getByRole('button', { name: 'Anna' }).click();
  await page.getByRole('region', { name: 'Done' }).getByRole('link').first().click();
  await page.getByText(/^Heard:/).waitFor();
  await page.getByRole('button', { name: 'Open in side pane: Ask somebody' }).click();
  for (const tab of ['Messages', 'Context', 'Usage', 'Raw events']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).locator('section').first().waitFor();
    assert.deepEqual(await violationsInBothThemes(page), [], tab);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  assert.deepEqual(await violationsInBothThemes(page), []);
});

test('[U11] everything can be reached with the keyboard alone', async () => {
  await using served = await openServed({ agents, script });
  await using visitor = await visit(served);
  const { page } = visitor;
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const focus = () =>
    page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText");
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.type('Do something');
  await press('Enter');
  await page.getByRole('article', { name: 'Needs your answer' }).waitFor();
  await page.locator('main').focus();
  await press('.');
  assert.equal(await focus(), 'Anna');
  await press('Enter');
  await page.getByText(/^Heard:/).waitFor();
  const row = page.getByRole('button', { name: /Fail at it/, expanded: true });
  await row.focus();
  await press('Enter');
  await page.getByRole('button', { name: /Fail at it/, expanded: false }).waitFor();
  await press('Tab', 'Tab', 'Tab', 'Enter');
  await page.getByRole('region', { name: 'Thread of worker' }).waitFor();
  await press('Escape');
  await page.getByRole('region', { name: 'Thread of worker' }).waitFor({ state: 'detached' });
  await page.locator('main').focus();
  await press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await press('Escape', 'Control+k');
  await page.getByRole('combobox').fill('Inbox');
  await press('Enter');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.goto(served.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await press('Enter', 'Tab');
  assert.equal(await focus(), 'Message');
});

test('[U11] at phone width nothing is cut off, and the thread of a task covers the chat', async () => {
  await using served = await openServed({ agents, script });
  await using visitor = await visit(served, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = visitor;
  const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(await isTooWide(), false);
  await ask(page, 'Go');
  await page.getByRole('button', { name: 'Ben' }).tap();
  await page.getByText(/^Heard:/).waitFor();
  assert.equal(await isTooWide(), false);
  await page.getByRole('button', { name: 'Open in side pane: Ask somebody' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Sub-agent thread' });
  await sheet.getByRole('article', { name: 'Result' }).waitFor();
  assert.equal(await isTooWide(), false);
  await sheet.getByRole('button', { name: 'Close side pane' }).tap();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show chat list' }).tap();
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: 'Go' }).waitFor();
});
