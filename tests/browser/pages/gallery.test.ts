import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { parse } from '../../architecture/source.ts';
import { violations } from '../../support/browser/axe.ts';
import { closeBrowser, openBrowser, until } from '../../support/browser/browser.ts';

const repository = join(import.meta.dirname, '../../..');
const web = join(repository, 'packages/web');
const outDir = mkdtempSync(join(tmpdir(), 'gallery-'));
const config = {
  root: join(repository, 'gallery'),
  configFile: join(web, 'vite.config.ts'),
  logLevel: 'warn' as const,
};
/** Each opens an overlay. The menus of rows are those of `Menu`. */
const opening =
  '[data-opens-overlay], [data-component=Menu] [aria-haspopup=menu], [data-component=AgentPicker] [aria-haspopup=menu]';
/** A component that stands in several states has its landmarks several times. */
const except = ['landmark-unique'];
const overlay = 'dialog[open], [popover]:popover-open';
const height = 900;
let server: PreviewServer;

before(async () => {
  await build({ ...config, build: { outDir, emptyOutDir: true } });
  server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: '127.0.0.1', proxy: {} } });
});
after(async () => {
  await closeBrowser();
  await server.close();
  await rm(outDir, { recursive: true });
});

for (const theme of ['light', 'dark'] as const)
  for (const dir of ['ltr', 'rtl'] as const)
    test(`[U11] every component is shown without overflow, errors or axe findings: ${theme}, ${dir}`, async () => {
      const isFirst = theme === 'light' && dir === 'ltr';
      const isAudited = dir === 'ltr' || process.env.RETINUE_LOOKS === 'all';
      await using gallery = await open(`?theme=${theme}&dir=${dir}`, theme);
      const { page } = gallery;
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height });
        // Colors are the same at every width.
        const rules = isFirst ? 'all' : width === 1440 && isAudited ? 'colors' : null;
        const look = async (within?: string) => {
          assert.deepEqual(await overflowing(page), [], `${width} px`);
          if (rules) assert.deepEqual(await violations(page, { rules, except, ...(within && { within }) }), []);
        };
        await look();
        for (const button of await page.locator(opening).elementHandles()) {
          const entries = await button.evaluateHandle(takeOutOthers);
          await button.click();
          await page.locator(overlay).waitFor();
          await look(overlay);
          await page.keyboard.press('Escape');
          await page.locator(overlay).waitFor({ state: 'hidden' });
          await entries.evaluate((putBack) => putBack());
        }
      }
    });

test('[U11] every component of ui/ and components/ has an entry in the gallery, and every state shows something', async () => {
  await using gallery = await open('', 'light');
  const shown = await gallery.page.evaluate(
    "[...document.querySelectorAll('[data-component]')].map(({ dataset }) => dataset.component)",
  );
  assert.ok(Array.isArray(shown));
  const components = componentsOfPage();
  assert.deepEqual(
    components.filter((name) => !shown.includes(name) && !Object.hasOwn(withoutEntry, name)),
    [],
  );
  assert.deepEqual(
    Object.keys(withoutEntry).filter((name) => !components.includes(name) || shown.includes(name)),
    [],
  );
  await until(() => gallery.page.locator('[data-state] > div:empty').count(), 0);
});

/** Components that need no entry. */
const withoutEntry = {
  May: 'draws its children, or nothing',
  RenderedMarkdown: 'is drawn by Markdown',
};

/** Exported values with a capital letter, which are components; an error class is not. */
function componentsOfPage(): string[] {
  const files = globSync('src/{ui,components}/**/*.tsx', { cwd: web });
  return files.flatMap((path) => {
    const { module } = parse({ path, text: readFileSync(join(web, path), 'utf8') });
    const names = module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ exportName, localName, isType }) => (isType ? [] : (exportName.name ?? localName.name ?? []))),
    );
    return names.filter((name) => /^[A-Z]/.test(name));
  });
}

async function open(query: string, colorScheme: 'light' | 'dark') {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height }, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    // Only the product's server has the icon of the sidebar.
    if (isComplaint && !message.location().url.endsWith('/favicon.ico')) complaints.push(message.text());
  });
  await page.goto(`${server.resolvedUrls?.local[0] ?? ''}${query}`);
  await page.locator('[data-component=Markdown] table').first().waitFor();
  await page.locator('[data-component=SidePane] time').first().waitFor();
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/**
 * Leaves the component of a button alone in the page, at its place, and returns a function that puts the others back. An
 * overlay is shown above the whole page: laying out, painting and auditing all of it each time takes most of the test.
 */
function takeOutOthers(button: unknown): () => void {
  type Entry = { contains(other: unknown): boolean; offsetHeight: number; replaceWith(other: unknown): void };
  const { document } = globalThis as unknown as {
    document: {
      querySelectorAll(of: string): Iterable<Entry>;
      createElement(of: string): Entry & { style: { height: string } };
    };
  };
  const gaps = [...document.querySelectorAll('[data-component]')]
    .filter((entry) => !entry.contains(button))
    .map((entry) => {
      const gap = document.createElement('div');
      gap.style.height = `${entry.offsetHeight}px`;
      return { entry, gap };
    });
  for (const { entry, gap } of gaps) entry.replaceWith(gap);
  return () => {
    for (const { entry, gap } of gaps) gap.replaceWith(entry);
  };
}

/** The page and every state of a component, if it is wider than its box. */
async function overflowing(page: Page): Promise<string[]> {
  return (await page.evaluate(`[...document.querySelectorAll('html, main, [data-state] > div')]
    .filter((box) => box.scrollWidth > box.clientWidth + 1)
    .map((box) => box.closest('[data-component]')?.dataset.component ?? box.tagName)`)) as string[];
}
