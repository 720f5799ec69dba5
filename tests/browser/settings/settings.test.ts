import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { localWorkspaceId, threadIdSchema } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { deltas, status, stream } from '../../fakes/openai-replies.ts';
import { startOpenAiServer } from '../../fakes/openai-server.ts';
import { openDemoApp } from '../../support/apps/demo-app.ts';
import { ask, closeBrowser, until, visit } from '../../support/browser/browser.ts';

after(closeBrowser);

const params = { workspaceId: localWorkspaceId };

test('[U18] a provider is added, tested, changed and deleted; its key is never shown again', async () => {
  let isWell = true;
  await using fake = await startOpenAiServer(() => (isWell ? stream(...deltas('Yes')) : status(401)));
  await using served = await openDemoApp({ allowedHosts: [new URL(fake.baseUrl).host] });
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/providers`);
  await page.getByRole('button', { name: 'Add provider' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My server');
  await page.getByRole('textbox', { name: 'URL' }).fill('not an address');
  await page.getByRole('button', { name: /Add provider/ }).click();
  await until(() => page.getByRole('textbox', { name: 'URL' }).getAttribute('aria-invalid'), 'true');
  await page.getByRole('textbox', { name: 'URL' }).fill(fake.baseUrl);
  await page.getByLabel('API key', { exact: true }).fill('sk-secret-1234');
  await page.getByRole('textbox', { name: 'Models' }).fill('small\nlarge');
  await page.getByRole('button', { name: /Add provider/ }).click();
  await page.getByText('Key ends in …1234').waitFor();
  assert.equal((await page.content()).includes('sk-secret'), false);
  await page.getByRole('button', { name: 'Test provider', exact: true }).click();
  await page.getByText(/^Answered in/).waitFor();
  isWell = false;
  await page.getByRole('button', { name: 'Test provider', exact: true }).click();
  await page.getByText(/key/i).last().waitFor();
  await page.getByText(/^Answered in/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit My server' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Our server');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('button', { name: 'Delete Our server' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await until(async () => (await served.owner.listProviders({ params })).results.length, 0);
});

test('[U18.3] the workspace has a name, a default agent and a depth', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/settings`);
  await page.getByRole('textbox', { name: 'Name' }).fill('The office');
  await page.getByRole('combobox', { name: 'Default agent' }).selectOption({ label: 'Analyst' });
  await page.getByRole('combobox', { name: 'Delegation depth' }).selectOption('0');
  await page.getByText('The agent you talk to works alone.').waitFor();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const [workspace] = (await served.owner.getSignedIn({})).workspaces;
  assert.deepEqual([workspace?.name, workspace?.defaultAgentId, workspace?.maxDepth], ['The office', 'agt_analyst', 0]);
  await page.getByRole('link', { name: 'New chat' }).click();
  await page.getByRole('button', { name: 'Agent: Analyst' }).waitFor();
});

test('[U18.5] the chosen color scheme stays after a reload', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served, { colorScheme: 'light' });
  const { page } = visitor;
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await page.goto(`${served.url}/settings/appearance`);
  const light = await background();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const dark = await background();
  assert.notEqual(dark, light);
  await page.reload();
  await page.getByRole('radio', { name: 'Dark' }).waitFor();
  assert.equal(await background(), dark);
  await page.getByRole('radio', { name: 'System' }).check();
  assert.equal(await background(), light);
});

test('[U18.2] skills are written, changed and deleted', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await page.goto(`${served.url}/settings/skills`);
  await page.getByText('No skills yet.').waitFor();
  await page.getByRole('button', { name: 'New skill' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Weekly Report');
  await page.getByRole('textbox', { name: 'Description' }).fill('How our report looks');
  await page.getByRole('textbox', { name: 'Text' }).fill('Three lines, no more.');
  await until(() => page.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid'), 'true');
  await page.getByRole('textbox', { name: 'Name' }).fill('weekly-report');
  await page.getByRole('button', { name: /Create skill/ }).click();
  await page.getByRole('button', { name: 'Edit weekly-report' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('How a report looks here');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('How a report looks here').waitFor();
  await page.getByRole('button', { name: 'Delete weekly-report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No skills yet.').waitFor();
});

test('[U18.6] the store is backed up and verified, an exported chat is imported as a copy, and a link is created', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'What was the price of electricity in Spain in 2023?');
  await page.getByRole('button', { name: 'Copy answer' }).waitFor();
  const chatId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const place = { workspaceId: localWorkspaceId, chatId: threadIdSchema.parse(chatId) };
  const exported = await (await served.owner.exportChat({ params: place })).text();
  await page.goto(`${served.url}/settings/data`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download backup' }).click();
  assert.ok((await readFile(await (await download).path(), 'utf8')).includes(chatId));
  await page.getByRole('button', { name: 'Verify database' }).click();
  await page.getByText('No problems found.').waitFor();
  await showsProgress(page);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByText(/#set-up=/).waitFor();
  const file = { name: 'chat.json', mimeType: 'application/json', buffer: Buffer.from(String(exported)) };
  await page.getByLabel('Chat file').setInputFiles({ ...file, buffer: Buffer.from('no json') });
  await page.getByText(/The file can't be imported: it has no "format"/).waitFor();
  await page.getByLabel('Chat file').setInputFiles(file);
  await page.waitForURL((url) => url.pathname.startsWith('/chat/') && !url.pathname.endsWith(chatId));
  await page.getByText('Imported by you').waitFor();
  await page.getByRole('button', { name: 'Copy answer' }).waitFor();
});

test('[U18.7] an unknown address shows a page of the app, with 404; a request that wants no page gets JSON', async () => {
  await using served = await openDemoApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  const reply = await page.goto(`${served.url}/nowhere/at/all`);
  assert.equal(reply?.status(), 404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('link', { name: 'New chat' }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  const asked = await fetch(`${served.url}/nowhere`, { headers: { accept: 'application/json' } });
  assert.equal(asked.status, 404);
  assert.match(await asked.text(), /"code":"no-such-route"/);
  const api = await fetch(`${served.url}/api/nowhere`, { headers: { accept: 'text/html' } });
  assert.match(await api.text(), /"code":"no-such-route"/);
});

/** A check that takes long shows how far it is. */
async function showsProgress(page: Page): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/verify', async (asked) => {
    await held.promise;
    await asked.continue();
  });
  const results = [{ kind: 'verify', done: 3, total: 4 }];
  await page.route('**/api/jobs', (asked) => asked.fulfill({ json: { results } }));
  await page.getByRole('button', { name: 'Verify database' }).click();
  const bar = page.getByRole('progressbar', { name: 'Verification progress' });
  await bar.waitFor();
  assert.equal(await bar.getAttribute('value'), '0.75');
  await page.getByText('75%').waitFor();
  held.resolve();
  await page.getByText('No problems found.').waitFor();
  assert.equal(await bar.count(), 0);
  await page.unrouteAll();
}
