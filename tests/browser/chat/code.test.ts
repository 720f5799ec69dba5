import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openServed } from '../../support/apps/served-app.ts';
import { agent } from '../../support/apps/test-app.ts';
import { ask, closeBrowser, until, visit } from '../../support/browser/browser.ts';
import { inputsOf } from '../../support/scripted/script.ts';
import { barrier, say } from '../../support/scripted/script-lines.ts';

after(closeBrowser);

test('[U12] code is plain while it is written, and colored once it is complete, with a file that is loaded then', async () => {
  await using served = await openServed({
    agents: [agent('orchestrator')],
    script: (request) =>
      inputsOf(request).at(-1) === 'plain'
        ? [say('```\nconst plain = 1;\n```\n\n```klingon\nqapla\n```')]
        : [say('```ts\nconst answer: number = 42;\n'), barrier('inside'), say('// done\n```\n\nThat is all.')],
  });
  await using visitor = await visit(served, { colorScheme: 'light' });
  const { page } = visitor;
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const isFetched = () => fetched.some((path) => path.includes('colored-code'));
  await ask(page, 'plain');
  await page.getByText('qapla').waitFor();
  assert.equal(isFetched(), false);
  await ask(page, 'Show me');
  await page.getByText('const answer').waitFor();
  await served.model.barriers.reached('inside');
  assert.equal(isFetched(), false);
  assert.equal(await page.locator('.hljs-keyword').count(), 0);
  served.model.barriers.release('inside');
  await page.getByText('That is all.').waitFor();
  await page.locator('.hljs-keyword').waitFor();
  assert.equal(isFetched(), true);
  const block = page.locator('pre').last();
  assert.equal(await block.innerText(), 'const answer: number = 42;\n// done');
  const color = () => page.evaluate("getComputedStyle(document.querySelector('.hljs-number')).color");
  const light = await color();
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.notEqual(await color(), light);
  await page.reload();
  await until(() => page.locator('.hljs-comment').count(), 1);
});

test('[U12] the page stays small, with and without the Markdown renderer', async () => {
  await using served = await openServed({ script: [] });
  await using _visitor = await visit(served); // so that it gets built
  const entry = [...dist('index.html').matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  );
  const markdown = [...dist(entry[0] ?? '').matchAll(/assets\/rendered-markdown-[\w-]+\.js/g)].map(([path]) => path);
  assert.equal(entry.length > 1 && markdown.length > 0, true);
  const shell = withImports(entry);
  assert.equal(
    [...shell].some((path) => /colored-code|rendered-markdown|chart-view|palette/.test(path)),
    false,
  );
  const shellKb = gzippedKb(shell);
  const worker = [...dist(markdown[0] ?? '').matchAll(/assets\/markdown-worker-[\w-]+\.js/g)].map(([path]) => path);
  assert.equal(worker.length, 1);
  const wholeKb = gzippedKb(withImports([...entry, ...markdown, ...worker]));
  assert.ok(shellKb <= 212, `the shell has ${shellKb} KB`);
  assert.ok(wholeKb <= 380, `with Markdown it has ${wholeKb} KB`);
});

function dist(path: string): string {
  return readFileSync(new URL(`../../../packages/web/dist/${path}`, import.meta.url), 'utf8');
}

/** All files that these need before they can run. */
function withImports(paths: readonly string[]): Set<string> {
  const found = new Set(paths);
  for (const path of found) {
    if (!path.endsWith('.js')) continue;
    for (const [, , name] of dist(path).matchAll(/(from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      found.add(`assets/${name}`);
  }
  return found;
}

function gzippedKb(paths: ReadonlySet<string>): number {
  return Math.round([...paths].reduce((sum, path) => sum + gzipSync(dist(path), { level: 9 }).length, 0) / 1024);
}
