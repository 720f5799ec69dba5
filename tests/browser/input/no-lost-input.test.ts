import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, isViewed, until, visit } from '../../support/browser/browser.ts';
import { inputsOf } from '../../support/scripted/script.ts';
import { say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };
const folder = process.env.RETINUE_TEST_PICTURES;

function app(): Promise<ServedApp> {
  return openServed({
    agents: [agent('orchestrator')],
    script: (request) => [say(`Answer to ${inputsOf(request).at(-1)}`)],
  });
}

test('[U87] Ctrl+S three times makes one agent', async () => {
  await using served = await app();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/agents/new`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Thrice');
  await slow(page, '**/agents', 'POST', 300);
  for (let press = 0; press < 3; press++) await page.keyboard.press('Control+s');
  await page.waitForURL(/\/agents\/agt_/);
  await page.keyboard.press('Control+s');
  const { results } = await served.owner.listAgents({ params });
  assert.equal(results.filter(({ name }) => name.startsWith('Thrice')).length, 1);
});

test('[U87] a create whose reply was lost is retried under the same key: one agent', async () => {
  await using served = await app();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/agents/new`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Once');
  const held = await holdReply(page, '**/agents');
  await page.keyboard.press('Control+s');
  await held.taken;
  await until(() => page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled(), true);
  held.lose();
  await page.getByRole('alert').filter({ hasText: 'is not responding' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/agents\/agt_/);
  const { results } = await served.owner.listAgents({ params });
  assert.equal(results.filter(({ name }) => name.startsWith('Once')).length, 1);
});

test('[U87][U87.1] a message whose reply was lost is kept, and a retry makes no second one; so is a first message', async () => {
  await using served = await app();
  await using visitor = await visit(served);
  const { page } = visitor;
  await loseReplies(page, '**/chats', 'POST', 1);
  await ask(page, 'First');
  await page
    .getByText(/is not responding/)
    .first()
    .waitFor();
  const field = page.getByRole('textbox', { name: 'Message' }).first();
  await until(() => field.inputValue(), 'First');
  await page.reload();
  await until(() => field.inputValue(), 'First');
  await field.press('Enter');
  await page.waitForURL(/\/chat\//);
  await page.getByText('Answer to First').waitFor();
  await loseReplies(page, '**/messages', 'POST', 1);
  await ask(page, 'Second');
  await until(() => field.inputValue(), 'Second');
  await field.press('Enter');
  await page.getByText('Answer to Second').waitFor();
  await until(() => field.inputValue(), '');
  const { results } = await served.owner.listChats({ params, query: {} });
  assert.equal(results.length, 1);
  assert.equal(await page.getByRole('article', { name: 'You' }).count(), 2);
});

test('[U87.1] a text that is being sent during a reload returns, and is sent once', async () => {
  await using served = await app();
  await using visitor = await visit(served);
  const { page } = visitor;
  const held = await holdReply(page, '**/chats');
  await ask(page, 'Cut off');
  await held.taken;
  await page.reload();
  const field = page.getByRole('textbox', { name: 'Message' }).first();
  await until(() => field.inputValue(), 'Cut off');
  await field.press('Enter');
  await page.waitForURL(/\/chat\//);
  await page.getByText('Answer to Cut off').waitFor();
  await until(() => field.inputValue(), '');
  assert.equal(await page.getByRole('article', { name: 'You' }).count(), 1);
  assert.equal((await served.owner.listChats({ params, query: {} })).results.length, 1);
});

test('[U98.2] a message that fails after the page left its chat and came back is in the box, and further typing keeps it', async () => {
  await using served = await app();
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'First');
  await page.getByText('Answer to First').waitFor();
  const chat = page.url();
  const held = await holdReply(page, '**/messages');
  await ask(page, 'Slow');
  await held.taken;
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.goBack();
  await page.waitForURL(chat);
  const field = page.getByRole('textbox', { name: 'Message' }).first();
  await field.waitFor();
  assert.equal(await field.inputValue(), '');
  await held.lose();
  await until(() => field.inputValue(), 'Slow');
  await field.press('End');
  await field.pressSequentially(' and more');
  await until(() => field.inputValue(), 'Slow and more');
});

test('[U87.1] a failed edit keeps the text', async () => {
  await using served = await app();
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'First');
  await page.getByText('Answer to First').waitFor();
  await page.getByRole('article', { name: 'You' }).hover();
  await page.getByRole('button', { name: 'Edit message' }).click();
  const editor = page.getByRole('textbox', { name: 'Your message' });
  await editor.fill('Much better words');
  await page.route('**/messages/**', (route) => route.abort(), { times: 1 });
  await editor.press('Enter');
  await page
    .getByText(/is not responding/)
    .first()
    .waitFor();
  assert.equal(await editor.inputValue(), 'Much better words');
  await editor.press('Enter');
  await page.getByText('Answer to Much better words').waitFor();
});

for (const [width, colorScheme] of [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const) {
  if (!isViewed(width, colorScheme)) continue;
  test(`[U88.1] two editors of one agent: other fields are merged, the same field is a choice: ${width} ${colorScheme}`, async () => {
    await using served = await app();
    const { agentId } = await served.owner.createAgent({ params, body: { name: 'Shared', model } });
    await using visitor = await visit(served, { viewport: { width, height: 900 }, colorScheme });
    const { page } = visitor;
    const other = await visitor.openTab(`/agents/${agentId}`);
    await page.goto(`${served.url}/agents/${agentId}`);
    await change(other, 'Description', 'Theirs');
    await change(page, 'Name', 'Mine');
    const merged = await served.owner.getAgent({ params: { ...params, agentId } });
    assert.deepEqual([merged.name, merged.description], ['Mine', 'Theirs']);
    await served.owner.changeAgent({ params: { ...params, agentId }, body: { name: 'Their name' } });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My name');
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('alert', { name: 'Changed elsewhere' });
    await conflict.waitFor();
    assert.equal((await served.owner.getAgent({ params: { ...params, agentId } })).name, 'Their name');
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    await picture(page, `conflict-${width}-${colorScheme}`);
    await conflict.getByRole('button', { name: 'Keep yours' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal((await served.owner.getAgent({ params: { ...params, agentId } })).name, 'My name');
  });

  test(`[U89] a chat that was deleted elsewhere says so and keeps the draft to be copied: ${width} ${colorScheme}`, async () => {
    await using served = await app();
    await using visitor = await visit(served, { viewport: { width, height: 900 }, colorScheme });
    const { page } = visitor;
    await ask(page, 'First');
    await page.getByText('Answer to First').waitFor();
    const field = page.getByRole('textbox', { name: 'Message' }).first();
    await field.fill('A long draft');
    const { results } = await served.owner.listChats({ params, query: {} });
    const chatId = results[0]?.chatId;
    assert.ok(chatId);
    await served.owner.deleteChat({ params: { ...params, chatId } });
    await page.getByText(/This chat was deleted\. You can read and copy it/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true);
    assert.equal(await field.inputValue(), 'A long draft');
    assert.equal(await field.isEditable(), false);
    await page.getByRole('button', { name: 'Copy your text' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await picture(page, `deleted-${width}-${colorScheme}`);
    await served.owner.restoreChat({ params: { ...params, chatId } });
    await until(() => field.isEditable(), true);
    await served.owner.deleteChat({ params: { ...params, chatId } });
    await until(() => field.isEditable(), false);
    await page.reload();
    await page.getByText('Your unsent message').waitFor();
  });
}

const model = { provider: 'scripted', id: 'script' };

async function change(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).fill(value);
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** Replies to such a request come late. */
async function slow(page: Page, address: string, method: string, ms: number): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() === method) await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => {});
  });
}

/** The server takes the first such request, and its reply is held back until it is lost. */
async function holdReply(page: Page, address: string) {
  const taken = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  let count = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST' || count > 0) return route.continue();
    count += 1;
    await route.fetch();
    taken.resolve();
    await lost.promise;
    return route.abort();
  });
  return { taken: taken.promise, lose: lost.resolve };
}

/** The server takes the request, and the page never gets the reply. */
async function loseReplies(page: Page, address: string, method: string, times: number): Promise<void> {
  let lost = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== method || lost >= times) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
}

async function picture(page: Page, name: string): Promise<void> {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
