import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { byAgent, resultsOf } from '../../packages/server/src/models/script.ts';
import { barrier, call, say } from '../../packages/server/src/models/script-lines.ts';
import { ask, closeBrowser, newChat, until, visit } from '../support/browser.ts';
import { agent } from '../support/house.ts';
import { delegating, succeed } from '../support/scripts.ts';
import { openServed } from '../support/served.ts';
import { witnessTools } from '../support/witness-tools.ts';

after(closeBrowser);

const agents = [agent('orchestrator', { subAgents: ['clerk'] }), agent('clerk', { tools: ['mail'] })];
const focused = (page: Page) => page.evaluate('document.activeElement?.innerText.trim()');

/** What matches is asked for, but does not come before it is let through. */
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

test('[U11] what is typed right after the keys of the palette is in it, and does nothing else, however long it takes to come', async () => {
  await using served = await openServed({ agents, script: [say('Half '), barrier('busy'), say('done.')] });
  await using visitor = await visit(served);
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

test('[U11] a dialog has the focus where one goes on, as soon as it is there', async () => {
  await using served = await openServed({
    agents,
    script: byAgent({
      orchestrator: delegating(['clerk', 'Count']),
      clerk: [call('taskResult', { result: 'No.', status: 'error' })],
    }),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByRole('button', { name: 'Edit and try again: Count' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' to ten');
  const dialog = page.getByRole('dialog', { name: 'Edit and try again' });
  assert.equal(await dialog.getByRole('textbox', { name: 'Instruction' }).inputValue(), 'Count to ten');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${served.url}/settings/data`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  assert.equal(await focused(page), 'Cancel');
});

test('[U11] a closed side pane gives the focus back at once, and takes it from nobody later', async () => {
  const { tools } = witnessTools();
  await using served = await openServed({
    agents,
    tools,
    script: byAgent({
      orchestrator: delegating(['clerk', 'Write']),
      clerk: (request) => (resultsOf(request).length === 0 ? [call('mail', { to: 'all' })] : [succeed('Sent.')]),
    }),
  });
  await using visitor = await visit(served);
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
  await card.getByRole('button', { name: 'Refuse …' }).click();
  await page.keyboard.press('Escape');
  assert.equal(await focused(page), 'Refuse …', 'whoever turns back stays where they were');
});

for (const [what, address] of [
  ['the chat is opened', /\/chats$/],
  ['it is read', /\/tree/],
] as const) {
  test(`[U11] what is typed while ${what} is in the next message, and does nothing else`, async () => {
    await using served = await openServed({ agents, script: [say('Half '), barrier('busy'), say('done.')] });
    await using visitor = await visit(served);
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
