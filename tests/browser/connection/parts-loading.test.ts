import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startRestarting } from '../../support/apps/restarting-server.ts';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { CutProxy } from '../../support/http/cut-proxy.ts';
import { call, say } from '../../support/scripted/script-lines.ts';
import { witnessTools } from '../../support/tools/witness-tools.ts';

after(closeBrowser);

const folder = process.env.RETINUE_TEST_PICTURES;

for (const [width, colorScheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test(`[U93] the list of keyboard shortcuts that could not be loaded leaves the page usable: ${width} ${colorScheme}`, async () => {
    await using served = await openServed({ agents: [agent('orchestrator')], script: [say('Fine.')] });
    await using visitor = await visit(served, { viewport: { width, height: 900 }, colorScheme });
    const { page } = visitor;
    await ask(page, 'Go');
    await page.getByText('Fine.').waitFor();
    await refuseOnce(page, 'shortcut-list');
    await openKeys(page);
    await page.getByText("This list of keyboard shortcuts can't be displayed.").waitFor();
    assert.equal(await page.getByText('Fine.').isVisible(), true);
    assert.deepEqual(await violations(page), []);
    if (folder) {
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/keys-failed-${width}-${colorScheme}.png` });
    }
    await page.keyboard.press('Escape');
    await until(() => page.getByText("can't be displayed").count(), 0);
    await refuseOnce(page, 'shortcut-list');
    await page.waitForTimeout(1200); // until the failure is forgotten
    await openKeys(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Go to the next open question').waitFor();
    if (folder) await page.screenshot({ path: `${folder}/keys-${width}-${colorScheme}.png` });
  });
}

test('[U93] an approval whose card could not be loaded can be given after a retry', async () => {
  const { tools, seen } = witnessTools();
  await using served = await openServed({
    agents: [agent('orchestrator', { tools: ['mail'] })],
    tools,
    script: ({ place: { step } }) => (step === 1 ? [call('mail', { to: 'them' })] : [say('Done.')]),
  });
  await using visitor = await visit(served);
  const { page } = visitor;
  await refuseOnce(page, 'approval-request');
  await ask(page, 'Tell them');
  await page.getByText("This call can't be displayed.").waitFor();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await until(async () => seen.length, 1);
});

test('[U93] a part that could not be loaded without a connection is loaded once it is back', async () => {
  await using proxy = await CutProxy.start();
  await using server = await startRestarting(proxy.url);
  proxy.port = Number(new URL(server.url).port);
  await using visitor = await visit({ owner: server.owner, url: proxy.url });
  const { page } = visitor;
  proxy.cut();
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await page.getByText("This screen can't be displayed.").waitFor();
  proxy.reopen(false);
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
});

test('[U93] a screen that could not be loaded is loaded by a retry', async () => {
  await using served = await openServed({ agents: [agent('orchestrator')], script: [say('Fine.')] });
  await using visitor = await visit(served);
  const { page } = visitor;
  await refuseOnce(page, 'inbox-screen');
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await page.getByText("This screen can't be displayed.").waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
});

test('[U94] a text is formatted though the worker could not be loaded at first', async () => {
  await using served = await openServed({ agents: [agent('orchestrator')], script: [say('A **bold** word.')] });
  await using visitor = await visit(served);
  const { page } = visitor;
  await refuseOnce(page, 'markdown-worker');
  await ask(page, 'Go');
  await page.getByText('**bold**').waitFor();
  await page.locator('strong', { hasText: 'bold' }).waitFor();
  assert.equal(await page.getByText('too complex to format').count(), 0);
});

async function openKeys(page: Page): Promise<void> {
  await page.evaluate("dispatchEvent(new CustomEvent('retinue:keys'))");
}

/** The server can't be reached at the first request for a part of the app. */
async function refuseOnce(page: Page, part: string): Promise<void> {
  await page.context().route(new RegExp(`/assets/${part}-[^/]*\\.js`), (route) => route.abort(), { times: 1 });
}
