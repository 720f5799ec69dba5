import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { violations } from '../../support/browser/axe.ts';
import { ask, closeBrowser, newChat, until, visit } from '../../support/browser/browser.ts';
import { inputsOf } from '../../support/scripted/script.ts';
import { say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

const folder = process.env.RETINUE_TEST_PICTURES;

/** Each with a piece of its rendered text, and the minimum number of its occurrences; formatted, marks are gone. */
const texts: [name: string, text: string, piece: string, count: number][] = [
  ['unclosed links', '[a]('.repeat(50_000), '[a](', 50_000],
  ['nested quotes', '>'.repeat(40_000), '>', 40_000],
  ['nested emphasis', '*a _b '.repeat(3000) + 'b_ a* '.repeat(3000), '*a _b ', 3000],
  ['a long table', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(10_000)}`, '|1|2|', 10_000],
  ['one long line', 'x'.repeat(240_000), 'x', 240_000],
  [
    'a long report',
    '## Part\n\nSome *plain* words, `code` and [a link](https://a.example).\n\n'.repeat(1500),
    ' words, ',
    1500,
  ],
];
/** Only in the long run: times depend on the machine. */
const maxTaskMs = Number(process.env.RETINUE_MAX_TASK_MS ?? Number.POSITIVE_INFINITY);

// In parallel: most of each is the wait for the formatter.
describe('long and nested texts', { concurrency: 3 }, () => {
  for (const [name, text, piece, count] of texts) {
    test(`[U86] the page stays usable while it shows ${name}, written live and after a reload`, async () => {
      await using served = await openServed({
        agents: [agent('orchestrator')],
        script: (request) =>
          inputsOf(request).at(-1) === 'Go'
            ? [say(...(text.match(/[\s\S]{1,5000}/g) ?? [])), say('\n\nThe end.')]
            : [say('Still here.')],
      });
      await using visitor = await visit(served);
      const { page, context } = visitor;
      await context.addInitScript(watchLongTasks);
      await page.reload();
      await ask(page, 'Go');
      await page.getByText('The end.').first().waitFor();
      await page.getByRole('button', { name: 'Regenerate answer' }).waitFor();
      await expectShown(page, piece, count);
      await expectReaction(page);
      const live = await longestTaskMs(page);
      await page.reload();
      await page.getByText('The end.').first().waitFor();
      await ask(page, 'Are you there?');
      await page.getByText('Still here.').waitFor();
      await page.waitForTimeout(5000); // until formatting has ended or was aborted
      await expectShown(page, piece, count);
      await expectReaction(page);
      const reloaded = await longestTaskMs(page);
      console.log(`longest task with ${name}: ${live} ms live, ${reloaded} ms after a reload`);
      assert.ok(Math.max(live, reloaded) <= maxTaskMs, `the page was blocked for ${Math.max(live, reloaded)} ms`);
    });
  }
});

test('[U85.1] icons named like properties of every object are drawn as the default one', async () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
  const agents = names.map((icon, index) => ({ ...agent(`a${index}`), badge: { color: '#888888', icon } }));
  const orchestrator = { ...agent('orchestrator'), badge: { color: '#888888', icon: '__proto__' } };
  await using served = await openServed({ agents: [orchestrator, ...agents], script: () => [say('Fine.')] });
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'Go');
  await page.getByText('Fine.').waitFor();
  await page.goto(`${served.url}/agents`);
  await page.getByRole('heading', { name: 'Agents' }).waitFor();
  await until(() => page.locator('main ul > li').count(), 5);
  await page.goto(`${served.url}/agents/agt_a0`);
  await page.getByRole('form', { name: 'Agent' }).waitFor();
});

for (const [width, colorScheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test(`[U85] content that can't be drawn says so in its place and can be read and copied; the rest stays usable: ${width} ${colorScheme}`, async () => {
    await using served = await openServed({
      agents: [agent('orchestrator')],
      script: (request) => [say(`Answer to ${inputsOf(request).at(-1)}`)],
    });
    await using visitor = await visit(served, { viewport: { width, height: 900 }, colorScheme });
    const { page } = visitor;
    await ask(page, 'First');
    await page.getByText('Answer to First').waitFor();
    await page.route('**/tree*', async (route) => {
      const reply = await route.fetch();
      const changed = (await reply.text()).replace('"text":"Answer to First"', '"text":{"is":"Answer to First"}');
      await route.fulfill({ response: reply, body: changed });
    });
    await page.reload();
    const failure = page.getByText("This message can't be displayed.");
    await failure.waitFor();
    await ask(page, 'Second');
    await page.getByText('Answer to Second').waitFor();
    await page.getByRole('button', { name: 'Copy message' }).first().waitFor();
    await page.getByRole('button', { name: 'Show as text' }).click();
    await page.locator('pre').filter({ hasText: 'Answer to First' }).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    if (folder) {
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/boundary-${width}-${colorScheme}.png` });
    }
    if (width < 1000) return;
    await page.route('**/chats?*', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: (await reply.text()).replace(/"title":"[^"]*"/, '"title":{}') });
    });
    await page.reload();
    await page.getByText("This chat can't be displayed.").first().waitFor();
    await newChat(page);
  });
}

test("[U85] a screen that can't be drawn says so, can be read and copied, and leaves the other screens usable", async () => {
  await using served = await openServed({ agents: [agent('orchestrator')], script: () => [say('Fine.')] });
  await using visitor = await visit(served);
  const { page, context } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await ask(page, 'Go');
  await page.getByText('Fine.').waitFor();
  const addresses = '**/api/workspaces/*/usage*';
  await page.route(addresses, (route) => route.fulfill({ json: { agents: {}, days: [], chats: [] } }));
  await page.goto(`${served.url}/settings/usage`);
  const failure = page.getByText("This screen can't be displayed.");
  await failure.waitFor();
  await page.getByRole('button', { name: 'Show as text' }).click();
  const text = page.locator('pre').filter({ hasText: '/settings/usage' });
  assert.match((await text.textContent()) ?? '', /TypeError: .*\n +at /);
  await page.getByRole('button', { name: 'Copy screen' }).click();
  await until(() => page.evaluate('navigator.clipboard.readText()'), (await text.textContent()) ?? '');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { name: 'Agents' }).waitFor();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await newChat(page);
  await ask(page, 'Go again');
  await until(() => page.getByText('Fine.').count(), 1);
  assert.equal(await failure.count(), 0);
  await page.goto(`${served.url}/settings/usage`);
  await failure.waitFor();
  await page.unroute(addresses);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'By agent', exact: true }).waitFor();
});

/** The text itself, whole, or a button that shows it. */
async function expectShown(page: Page, piece: string, count: number): Promise<void> {
  const answer = page.getByRole('article', { name: 'orchestrator' }).first();
  const asText = answer.getByRole('button', { name: 'Show as text' });
  if (await asText.isVisible()) await asText.click();
  await until(async () => ((await answer.textContent()) ?? '').split(piece).length > count, true);
}

/** Typed text shows, and a key opens and closes something. */
async function expectReaction(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' }).first();
  await field.focus();
  await page.keyboard.type('Typed');
  await until(() => field.inputValue(), 'Typed');
  await field.fill('');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find a chat or an action' }).waitFor();
  await page.keyboard.press('Escape');
  await until(() => page.getByRole('dialog').count(), 0);
}

const watchLongTasks = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask', buffered: true });
`;

async function longestTaskMs(page: Page): Promise<number> {
  return Math.round(Number(await page.evaluate('Math.max(0, ...globalThis.longTasks)')));
}
