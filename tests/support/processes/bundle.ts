import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a program that a test starts many times, once per process, and returns its file: loading hundreds of modules
 * takes most of the time in which it starts. A planted bug needs the program itself, since it changes a module that loads.
 */
export function bundled(program: URL): Promise<string> {
  const bundle = bundles.get(program.href) ?? makeBundle(program);
  bundles.set(program.href, bundle);
  return bundle;
}

async function makeBundle(program: URL): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'retinue-bundle-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'source-address', enforce: 'pre', transform: withSourceAddress }],
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(program),
      outDir,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        external: ['pg-native'],
        output: { entryFileNames: 'entry.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return join(outDir, 'entry.mjs');
}

/** Keeps the addresses of files that a module finds beside itself. */
function withSourceAddress(code: string, file: string): string | null {
  if (!code.includes('import.meta.url')) return null;
  return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file)));
}
