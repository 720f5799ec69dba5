import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { violationsInBothThemes } from '../../support/browser/axe.ts';
import { ask, closeBrowser, visit } from '../../support/browser/browser.ts';
import { openBusyApp, walkScreens } from '../../support/browser/every-screen.ts';

after(closeBrowser);

test('[U11] axe finds no problem on every existing screen, light and dark', async () => {
  await using served = await openBusyApp();
  await using visitor = await visit(served, { colorScheme: 'light' });
  const { page } = visitor;
  const wrong: string[] = [];
  const look = async (name: string) => {
    wrong.push(...(await violationsInBothThemes(page)).map((found) => `${name}: ${found}`));
  };
  await walkScreens(served, page, look);
  await visitor.context.clearCookies();
  await page.goto(served.url);
  await page.getByText('This browser is not signed in').waitFor();
  await look('signed out');
  assert.deepEqual(wrong, []);
});

const isTooWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

test('[U11] at the width of a small phone no screen is wider than it, in both text directions', async () => {
  await using served = await openBusyApp();
  await using visitor = await visit(served, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = visitor;
  const wide: string[] = [];
  await walkScreens(served, page, async (name) => {
    if (await isTooWide(page)) wide.push(name);
    await page.evaluate("document.documentElement.dir = 'rtl'");
    if (await isTooWide(page)) wide.push(`${name}, from right to left`);
    await page.evaluate("document.documentElement.dir = 'ltr'");
  });
  assert.deepEqual(wide, []);
});

/** The effective text direction of an element. */
function runsFrom(element: Locator): Promise<string> {
  return element.evaluate((found) => {
    const { getComputedStyle } = globalThis as unknown as { getComputedStyle(of: unknown): { direction: string } };
    return getComputedStyle(found).direction;
  });
}

test('[U1.9] [U2] Hebrew is drawn right to left in messages, titles, tasks, questions and results, and code is not', async () => {
  await using served = await openBusyApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  await ask(page, 'לכו');
  await page.getByRole('article', { name: 'Needs your answer' }).waitFor();
  const directionOf = (text: string) => runsFrom(page.getByText(text, { exact: true }).first());
  for (const text of ['לכו', 'לשאול מישהו', 'את מי?', 'אנה', 'אחת']) {
    assert.equal(await directionOf(text), 'rtl', text);
  }
  assert.equal(await directionOf('const x = 1;'), 'ltr');
  await page.getByRole('button', { name: 'Open in side pane: לשאול מישהו' }).click();
  const pane = page.getByRole('region', { name: 'Thread of worker' });
  const heading = pane.getByRole('heading', { name: 'לשאול מישהו' });
  assert.equal(await runsFrom(heading), 'rtl');
  await page.evaluate("document.documentElement.dir = 'rtl'");
  const [chatBox, paneBox] = await Promise.all([
    page.getByRole('region', { name: 'Chat', exact: true }).boundingBox(),
    pane.boundingBox(),
  ]);
  assert.ok(chatBox && paneBox && paneBox.x < chatBox.x, 'the pane lies where lines end');
});

test('[U11] a person with only a keyboard completes a whole run, the side pane, the inbox and the settings', async () => {
  await using served = await openBusyApp();
  await using visitor = await visit(served);
  const { page } = visitor;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Presses Tab until the element of that name has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let times = 0; times < 120; times += 1) {
      const focused = await page.evaluate(
        "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.innerText ?? '').trim()",
      );
      if (name.test(String(focused))) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab never came to ${name}`);
  };
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(/^Message$/);
  await page.keyboard.type('לכו');
  await press('Enter');
  await page.getByRole('article', { name: 'Needs your answer' }).waitFor();
  await tabTo(/^אנה$/);
  await press('Enter');
  await served.model.barriers.reached('busy');
  served.model.barriers.release('busy');
  await page.getByRole('button', { name: 'ומה עכשיו?' }).waitFor();
  await page.getByRole('link', { name: 'New chat' }).focus();
  await tabTo(/^Open in side pane: לשאול מישהו$/);
  await press('Enter');
  const pane = page.getByRole('region', { name: 'Thread of worker' });
  await pane.waitFor();
  await tabTo(/^Messages$/);
  await press('ArrowRight');
  await pane.getByRole('region', { name: 'Context', exact: true }).waitFor();
  await press('Escape');
  await pane.waitFor({ state: 'detached' });
  await tabTo(/^ומה עכשיו\?$/);
  await page.locator('main').focus();
  await press('i');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.getByRole('link', { name: 'New chat' }).focus();
  await tabTo(/^More actions for לכו$/);
  await press('Enter', 'ArrowDown', 'Enter');
  await page.getByRole('region', { name: 'Pinned' }).waitFor();
  await tabTo(/^Settings$/);
  await press('Enter');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await tabTo(/^Appearance$/);
  await press('Enter');
  await page.waitForURL(/\/settings\/appearance/);
});
