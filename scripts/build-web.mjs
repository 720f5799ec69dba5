import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './installed.mjs';
import { withLock } from './lock.mjs';
import { placeBuild } from './place-build.mjs';

const folder = join(root, 'packages', 'web');
const stampFile = join(folder, 'dist', '.built-from');
const sources = [
  'packages/web/{src,index.html,vite.config.ts,package.json}',
  'packages/protocol/src',
  'package-lock.json',
];

/** Builds the web app if there is no build, or if its sources have changed since. */
export async function buildWebIfNeeded() {
  if (isBuilt()) return;
  await withLock(join(root, '.build-web.lock'), async () => {
    if (isBuilt()) return; // another process has built it while this one waited
    await build();
  });
}

async function build() {
  const startedAt = performance.now();
  console.error('Retinue: building the web app. This takes a few seconds.');
  const { build: buildWithVite } = await import('vite');
  const outDir = join(folder, 'dist', '.next');
  const build = { outDir, emptyOutDir: true };
  await buildWithVite({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build });
  placeBuild(outDir, join(folder, 'dist'));
  writeFileSync(stampFile, hashOfSources());
  console.error(`Retinue: built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashOfSources();
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of listFiles()) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function listFiles() {
  const found = globSync(sources, { cwd: root });
  const files = found.flatMap((path) =>
    statSync(join(root, path)).isDirectory() ? globSync(`${path}/**/*.{ts,tsx,css,html}`, { cwd: root }) : [path],
  );
  return files.filter((file) => !file.endsWith('.test.ts')).sort();
}
