import assert from 'node:assert/strict';
import { pageKeyHeader } from '@retinue/protocol';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { Principal } from '../../../packages/server/src/http/auth/principal.ts';
import type { ServedApp } from '../apps/served-app.ts';

/** A real browser with the real server. */
export interface Visitor extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** Another tab of the same browser, signed in like the first. */
  openTab(path?: string): Promise<Page>;
}

let shared: Promise<Browser> | null = null;

/**
 * Whether a test takes this width and color scheme: two that differ in both, and all of them in the long run. Axe and the
 * screens that it walks find what only one of them shows.
 */
export function isViewed(width: number, colorScheme: 'light' | 'dark'): boolean {
  return process.env.RETINUE_LOOKS === 'all' || width > 1000 === (colorScheme === 'light');
}

/** For tests of what people press while something moves. */
export const moving = { reducedMotion: 'no-preference' } as const;

/**
 * Signs in with a set-up link of the app, as a new user does. An error in the page fails the test. Nothing moves unless the
 * options say so: drawing the marks of running work takes as much of a processor as everything else in a page.
 */
export async function visit(
  app: Pick<ServedApp, 'owner' | 'url'>,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const browser = await openBrowser();
  const usual = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...usual, ...options });
  const complaints: string[] = [];
  context.on('page', (page) => listenTo(page, complaints));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const { url } = await app.owner.makeSetUpLink({});
  await page.goto(url);
  await page
    .getByRole('navigation', { name: 'Chats' })
    .or(page.getByRole('button', { name: /chat list/ }))
    .first()
    .waitFor();
  return {
    page,
    context,
    async openTab(path = '/') {
      const tab = await context.newPage();
      tab.setDefaultTimeout(30_000);
      await tab.goto(app.url + path);
      return tab;
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/** For pages that are taller than any screen and only read: painting them takes as long as all the rest. */
export const unpainted = `{
  const invisible = new CSSStyleSheet();
  invisible.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets = [invisible];
}`;

/** Signs another person in, in the same browser, and loads the page again. */
export async function becomeOther(served: ServedApp, visitor: Visitor, principal: Principal): Promise<void> {
  const { context, page } = visitor;
  const headers = await served.signIn(principal);
  const [name = '', value = ''] = (headers.cookie ?? '').split('=');
  await context.clearCookies();
  await context.addCookies([{ name, value, url: served.url }]);
  await page.evaluate(`localStorage.setItem('retinue.page-key', ${JSON.stringify(headers[pageKeyHeader])})`);
  await page.reload();
}

/** The browser that all tests of a file share. */
export function openBrowser(): Promise<Browser> {
  shared ??= launch();
  return shared;
}

/** After the last test of a file. */
export async function closeBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = null;
}

/** Leaves the current screen; text that is typed from here on goes into the new chat. */
export async function newChat(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New chat' }).click();
  await page.getByRole('heading', { name: 'Ask your agents anything' }).waitFor();
}

export async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).first().fill(text);
  await page.keyboard.press('Enter');
}

/** Polls until a condition holds. */
export async function until<Value>(look: () => Promise<Value>, wished: Value): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (true) {
    const seen = await look();
    if (seen === wished) return;
    if (Date.now() > deadline) assert.deepEqual(seen, wished);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until a page has stopped changing. Its stream never ends, so the network is never idle. */
export async function untilStill(page: Page): Promise<void> {
  const look = () => page.evaluate('document.body.innerHTML');
  for (let before: unknown = null, now = await look(); before !== now; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    [before, now] = [now, await look()];
  }
}

async function launch(): Promise<Browser> {
  const { buildWebIfNeeded } = await import(new URL('../../../scripts/build-web.mjs', import.meta.url).href);
  const { findChromium } = await import(new URL('../../../scripts/chromium.mjs', import.meta.url).href);
  await buildWebIfNeeded();
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live for seconds here: optimizing their code takes longer than it saves.
      '--js-flags=--no-opt --no-maglev',
    ],
  });
}

function listenTo(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${error.message}\n${error.stack}`));
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !/Failed to load resource|ERR_/.test(message.text())) complaints.push(message.text());
  });
}
