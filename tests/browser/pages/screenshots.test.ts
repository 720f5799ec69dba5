import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { localWorkspaceId, type ThreadId } from '@retinue/protocol';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openHeldDemoApp } from '../../support/apps/demo-app.ts';
import type { ServedApp } from '../../support/apps/served-app.ts';
import { closeBrowser, until, untilStill, visit } from '../../support/browser/browser.ts';

after(closeBrowser);

const folder = new URL('../../../docs/screenshots/', import.meta.url);
const wide = { width: 1440, height: 900 };
/** Narrow enough to be read in the README, and high enough for the whole tree. */
const landing = { width: 1200, height: 1024 };
const phone = { width: 390, height: 844 };
const params = { workspaceId: localWorkspaceId };

test('[U17] the screenshots of the README show the product as it is', async () => {
  await using served = await openHeldDemoApp((call) => stillRunning.test(call));
  const report = await play(served);
  const task = await firstTask(served, report);
  await shoot(served, { viewport: landing, colorScheme: 'light' }, async (page, take) => {
    await openNested(page, served, report);
    await take('chat-light');
  });
  await shoot(served, { viewport: wide, colorScheme: 'light' }, async (page, take) => {
    await page.goto(`${served.url}/chat/${report}?task=${task}&tab=context`);
    await page.getByRole('region', { name: 'System prompt' }).waitFor();
    await page.evaluate(toTop);
    await take('context');
    await page.goto(`${served.url}/inbox`);
    await page.getByRole('textbox', { name: 'Your answer' }).waitFor();
    await take('inbox');
    await page.goto(`${served.url}/agents/agt_orchestrator`);
    await page.getByRole('switch', { name: 'Researcher' }).waitFor();
    await take('agent');
    await page.goto(`${served.url}/settings/usage`);
    await page.getByRole('figure').first().waitFor();
    await take('usage');
  });
  await shoot(served, { viewport: landing, colorScheme: 'dark' }, async (page, take) => {
    await openNested(page, served, report);
    await take('chat-dark');
  });
  await shoot(served, { viewport: phone, colorScheme: 'light', isMobile: true, hasTouch: true }, async (page, take) => {
    await openNested(page, served, report);
    await take('phone');
  });
});

/** Calls that do not end, so that their agents are running in every picture. */
const stillRunning = /calculate.*853990|queryDataset.*(share_of_new_cars|housing.*Oslo)/;

/** Chats of every kind: done, running, and one whose sub-agents are running, done and waiting for a person. */
async function play(served: ServedApp): Promise<ThreadId> {
  const open = async (text: string) => (await served.owner.openChat({ params, body: { text } })).chatId;
  const rests = (chatId: ThreadId) =>
    until(async () => (await served.owner.getChat({ params: { ...params, chatId } })).status, 'idle');
  const statuses = async (chatId: ThreadId) => {
    const { results } = await served.owner.listTasks({ params: { ...params, chatId }, query: {} });
    return results.flatMap(({ type, status }) => (type === 'agent' ? [status] : [])).sort();
  };
  await rests(await open('Which city had the cleanest air in 2023?'));
  await rests(await open('What was the price of electricity for households in France, Germany and Spain in 2023?'));
  const rents = await open('How did the rents in Oslo, Berlin and Lisbon change since 2019?');
  await until(async () => (await statuses(rents)).join(' '), 'running success success');
  const report = await open(
    'Prepare a report on electric cars in Norway and Germany since 2019. Environment in Oslo in 2022.',
  );
  await until(async () => (await statuses(report)).join(' '), 'running running running success success waiting');
  return report;
}

async function firstTask(served: ServedApp, chatId: ThreadId): Promise<string> {
  const { results } = await served.owner.listTasks({ params: { ...params, chatId }, query: {} });
  return results[0]?.taskId ?? assert.fail('nobody was sent');
}

const toTop = "document.querySelector('section[aria-label=Messages]').scrollTop = 0";

async function openNested(page: Page, served: ServedApp, chatId: ThreadId): Promise<void> {
  await page.goto(`${served.url}/chat/${chatId}`);
  await page.locator('[data-status=waiting]').waitFor();
  await page.locator('[data-task] [aria-expanded=false]').first().click();
  await page.locator('[data-task] [data-task]').first().waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(toTop);
}

type Take = (name: string) => Promise<void>;

async function shoot(
  served: ServedApp,
  options: BrowserContextOptions,
  tour: (page: Page, take: Take) => Promise<void>,
) {
  await using visitor = await visit(served, options);
  const { page } = visitor;
  await tour(page, async (name) => {
    await untilStill(page);
    await page.evaluate('document.activeElement.blur()');
    const picture = await page.screenshot();
    assert.deepEqual(sizeOf(picture), options.viewport, name);
    assert.ok(picture.length > 15_000 && picture.length < 300_000, `${name} has ${picture.length} bytes`);
    keep(name, picture);
  });
}

/** Times differ from run to run, and with them the pictures: they are written on request, or when one is missing. */
function keep(name: string, picture: Buffer): void {
  const file = new URL(`${name}.png`, folder);
  if (process.env.RETINUE_SCREENSHOTS !== 'write' && existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, picture);
}

/** As in the picture's own header. */
function sizeOf(picture: Buffer): { width: number; height: number } {
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}
