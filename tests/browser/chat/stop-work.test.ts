import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { localWorkspaceId } from '@retinue/protocol';
import type { Page } from 'playwright-core';
import { openServed, type ServedApp } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { byAgent, inputsOf } from '../../support/scripted/script.ts';
import { barrier, hang, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

/** The first message keeps an agent running until it is stopped; later ones are answered at once. */
const script = byAgent({
  orchestrator: (request) =>
    inputsOf(request).length === 1
      ? [say('On it.'), barrier('work'), hang()]
      : [say(`Answer to ${inputsOf(request).at(-1)}`)],
});
const open = () => openServed({ script, agents: [agent('orchestrator')] });

const bar = (page: Page, where: string) =>
  page.getByRole('status').filter({ hasText: `All work ${where} is stopped. Messages wait until it resumes.` });
const resume = (page: Page, where: string) => page.getByRole('button', { name: `Resume all work ${where}` });
const isGone = (page: Page, where: string) => until(() => bar(page, where).count(), 0);

async function isSound(page: Page): Promise<void> {
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
}

/** A chat with a running agent, at this width. */
async function openChat(served: ServedApp, look: { width: number; colorScheme: 'light' | 'dark' }) {
  const visitor = await visit(served, {
    viewport: { width: look.width, height: 850 },
    colorScheme: look.colorScheme,
  });
  await ask(visitor.page, 'Dig for a long time');
  await served.model.barriers.reached('work');
  return visitor;
}

/** A message is kept over a reload, says that it waits, and is answered after the resume. */
async function waitsAndGoesOn(page: Page, where: string): Promise<void> {
  await ask(page, 'Are you there?');
  await page.getByText('Queued until work resumes').waitFor();
  await page.reload();
  await bar(page, where).waitFor();
  await page.getByText('Queued until work resumes').waitFor();
  await page.getByPlaceholder('Add a message for when work resumes').waitFor();
  await isSound(page);
  assert.equal(await page.getByText('Answer to Are you there?').count(), 0);
  await resume(page, where).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Answer to Are you there?').first().waitFor();
  await isGone(page, where);
}

const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

for (const look of looks) {
  test(`[X41] a chat is stopped from its menu and resumed from the bar above it (${look.width}, ${look.colorScheme})`, async () => {
    await using served = await open();
    await using visitor = await openChat(served, look);
    const { page } = visitor;
    if (look.width < 768) await page.getByRole('button', { name: 'Show chat list' }).click();
    await page.getByRole('button', { name: /^More actions for Dig/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Stop all work' }).waitFor();
    await isSound(page);
    await page.getByRole('menuitem', { name: 'Stop all work' }).press('Enter');
    if (look.width < 768)
      await page.getByRole('button', { name: 'Close chat list' }).click({ position: { x: 380, y: 400 } });
    await bar(page, 'in this chat').waitFor();
    await waitsAndGoesOn(page, 'in this chat');
  });
}

for (const [look, scope, where] of [
  [looks[0], 'workspace', 'in this workspace'],
  [looks[1], 'server', 'on this server'],
] as const) {
  test(`[X41] the ${scope} is stopped from the settings with the keyboard, and every open page shows it (${look.width}, ${look.colorScheme})`, async () => {
    await using served = await open();
    await using visitor = await openChat(served, look);
    await using other = await visit(served);
    const { page } = visitor;
    const tab = await visitor.openTab('/settings/workspace');
    const reads = countReads([page, tab, other.page]);
    await tab.getByRole('button', { name: `Stop work ${where}` }).focus();
    await tab.keyboard.press('Enter');
    await isSound(tab);
    await tab.getByRole('button', { name: 'Stop all work' }).press('Enter');
    for (const shown of [tab, page, other.page]) await bar(shown, where).waitFor();
    // The focus stays on the switch, which now resumes.
    await until(() => tab.evaluate<string>('document.activeElement.textContent'), `Resume work ${where}`);
    await isSound(tab);
    const late = await visitor.openTab('/agents');
    await bar(late, where).waitFor();
    await waitsAndGoesOn(page, where);
    for (const shown of [tab, other.page, late]) await isGone(shown, where);
    assert.deepEqual(reads, []);
  });
}

/** Requests of pages for the current stop: none, since the stream carries it. */
function countReads(pages: readonly Page[]): string[] {
  const reads: string[] = [];
  for (const page of pages)
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith('/stop')) reads.push(request.url());
    });
  return reads;
}

test('[X41] a stop and its end reach a page that lost its connection meanwhile', async () => {
  await using served = await open();
  await using visitor = await openChat(served, looks[0]);
  const { page, context } = visitor;
  const place = { params: { workspaceId: localWorkspaceId } };
  await context.setOffline(true);
  await page.getByText('This device is offline.').waitFor();
  await served.owner.stopWorkspace(place);
  await context.setOffline(false);
  await bar(page, 'in this workspace').waitFor();
  await context.setOffline(true);
  await page.getByText('This device is offline.').waitFor();
  await served.owner.resumeWorkspace(place);
  await context.setOffline(false);
  await isGone(page, 'in this workspace');
});
