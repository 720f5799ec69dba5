import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// The headless shell comes first: it starts faster and needs about 40 % less CPU than a whole browser.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
];
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) =>
    process.env[variable] ? [join(process.env[variable], 'Google', 'Chrome', 'Application', 'chrome.exe')] : [],
  ),
];

/**
 * A browser for the tests: an installed one, else Debian's package if apt can install it. A missing browser is a
 * failure, never a skip.
 */
export function findChromium() {
  const found = look();
  if (found) return found;
  if (install()) {
    const installed = look();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium or Chrome, and none was found. Install one, for instance with "apt-get install chromium", and run them again.',
  );
}

function look() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...usualPlaces].find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  console.error('Retinue: installing Chromium for the browser tests, once. This takes about half a minute.');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-q'], options);
  const get = (name) =>
    spawnSync('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], options).status === 0;
  return get('chromium-headless-shell') || get('chromium');
}
