import { uiCopy } from '../copy.ts';

/**
 * Loads a chunk of the app on demand. If it is gone after an upgrade of the server, the page reloads once and keeps its drafts.
 * If the server is unreachable, or unsaved input would be lost, it fails instead.
 */
export async function fetchChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch {
    // Never resolves: the page reloads.
    if (await reloadIfUpgraded()) return new Promise<never>(() => {});
    throw new PartLoadError();
  }
}

export class PartLoadError extends Error {
  override readonly name = 'PartLoadError';

  constructor() {
    super(uiCopy.loadFailed);
  }
}

/** True if the page reloads. */
export async function reloadIfUpgraded(): Promise<boolean> {
  const mayReload = !hasReloadedLately() && document.querySelector('[data-is-dirty]') === null;
  if (!mayReload || !(await isUpgraded())) return false;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return true;
}

/** Whether the server has another build of the app than this page. */
async function isUpgraded(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  try {
    const reply = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    return reply.ok && own !== null && !(await reply.text()).includes(new URL(own.src).pathname);
  } catch {
    return false;
  }
}

function hasReloadedLately(): boolean {
  const at = Number(sessionStorage.getItem(reloadedAt) ?? 0);
  return Math.abs(Date.now() - at) < 60_000;
}

const reloadedAt = 'retinue.reloaded';
