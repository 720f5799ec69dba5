import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, moving, newChat, until, visit } from '../../support/browser/browser.ts';
import { delegating, succeed } from '../../support/models/scripts.ts';
import { byAgent, resultsOf } from '../../support/scripted/script.ts';
import { barrier, call, say } from '../../support/scripted/script-lines.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';

after(closeBrowser);

const agents = [agent('orchestrator', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail'] })];
const focused = (page: Page) => page.evaluate('document.activeElement?.innerText.trim()');

/** Matches are requested, but do not arrive before they are released. */
async function hold(page: Page, address: string | RegExp): Promise<{ asked: Promise<void>; letThrough(): void }> {
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
  const { promise: open, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(address, async (route: Route) => {
    tellAsked();
    await open;
    await route.continue();
  });
  return { asked, letThrough };
}

test("[U11] keys typed right after the palette's shortcut are in it, and do nothing else, however long it takes to open", async () => {
  await using served = await openServed({ agents, script: [say('Half '), barrier('busy'), say('done.')] });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Go');
  await served.model.barriers.reached('busy');
  await page.waitForURL(/\/chat\//);
  const address = page.url();
  const palette = await hold(page, '**/assets/palette-*.js');
  await page.locator('main').focus();
  await page.keyboard.press('Control+k');
  await palette.asked;
  await page.keyboard.type('nxi?');
  await page.keyboard.press('Backspace');
  palette.letThrough();
  const field = page.getByRole('combobox');
  await field.waitFor();
  await page.keyboard.type('on');
  assert.equal(await field.inputValue(), 'nxion');
  assert.equal(page.url(), address);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await field.waitFor();
  assert.equal(await field.inputValue(), '', 'what was sought before is gone');
});

test('[U11] a dialog has the focus on its first field as soon as it opens', async () => {
  await using served = await openServed({
    agents,
    script: byAgent({
      orchestrator: delegating(['clerk', 'Count']),
      clerk: [call('taskResult', { result: 'No.', status: 'error' })],
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByRole('button', { name: 'Edit and retry: Count' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' to ten');
  const dialog = page.getByRole('dialog', { name: 'Edit and retry' });
  assert.equal(await dialog.getByRole('textbox', { name: 'Instruction' }).inputValue(), 'Count to ten');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${served.url}/settings/data`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  assert.equal(await focused(page), 'Cancel');
});

test('[U11] a closed side pane returns the focus at once, and does not take it later', async () => {
  const { tools } = witnessTools();
  await using served = await openServed({
    agents,
    tools,
    script: byAgent({
      orchestrator: delegating(['clerk', 'Write']),
      clerk: (request) => (resultsOf(request).length === 0 ? [call('mail', { to: 'all' })] : [succeed('Sent.')]),
    }),
  });
  await using visitor = await visit(served, moving);
  const { page } = visitor;
  await ask(page, 'Go');
  const card = page.getByRole('article', { name: 'Needs your approval' });
  await card.waitFor();
  const opener = page.getByRole('button', { name: 'Open in side pane: Write' });
  const pane = page.getByRole('region', { name: 'Thread of clerk' });
  await opener.click();
  await pane.waitFor();
  await page.clock.install();
  await page.keyboard.press('Escape');
  await pane.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate('document.activeElement?.ariaLabel'), 'Open in side pane: Write');
  await page.keyboard.press('.');
  assert.equal(await focused(page), 'Approve');
  await page.clock.runFor(1000);
  assert.equal(await focused(page), 'Approve');
  await card.getByRole('button', { name: 'Refuse…' }).click();
  await page.keyboard.press('Escape');
  assert.equal(await focused(page), 'Refuse…', 'whoever turns back stays where they were');
});

for (const [what, address] of [
  ['the chat is opened', /\/chats$/],
  ['it is read', /\/tree/],
] as const) {
  test(`[U11] keys typed while ${what} are in the next message, and do nothing else`, async () => {
    await using served = await openServed({ agents, script: [say('Half '), barrier('busy'), say('done.')] });
    await using visitor = await visit(served, moving);
    const { page } = visitor;
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    const slow = await hold(page, address);
    await ask(page, 'Go');
    await slow.asked;
    await page.keyboard.type('next in line');
    slow.letThrough();
    await page.waitForURL(/\/chat\//);
    const field = page.getByRole('textbox', { name: 'Message' });
    await page.getByRole('article', { name: 'You' }).waitFor();
    await page.keyboard.type(', please');
    await until(() => field.inputValue(), 'next in line, please');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await newChat(page);
    assert.equal(await field.inputValue(), '', 'it is not left behind');
  });
}
