import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Moves a finished build to the place from which it is served. Files of the previous build stay beside it for a day,
 * since open pages still request them; a name holds the hash of its content, so both can be in one folder. The page
 * itself comes last.
 */
export function placeBuild(from, into, now = Date.now()) {
  const fresh = readdirSync(join(from, 'assets'));
  mkdirSync(join(into, 'assets'), { recursive: true });
  const left = readLeft(into);
  for (const name of fresh) copyFileSync(join(from, 'assets', name), join(into, 'assets', name));
  for (const name of readdirSync(from)) if (name !== 'assets') placeFile(join(from, name), join(into, name));
  const kept = {};
  for (const name of readdirSync(join(into, 'assets'))) {
    if (fresh.includes(name)) continue;
    const since = left[name] ?? now;
    if (now - since > keptMs) rmSync(join(into, 'assets', name), { force: true });
    else kept[name] = since;
  }
  writeFileSync(join(into, leftFile), JSON.stringify(kept));
  rmSync(from, { recursive: true, force: true });
}

/** Complete at every moment. */
function placeFile(from, to) {
  copyFileSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}

/** Times at which files left the app, by name. */
function readLeft(into) {
  const file = join(into, leftFile);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

const leftFile = '.left';
const keptMs = 24 * 60 * 60 * 1000;
