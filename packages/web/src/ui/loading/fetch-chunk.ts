/**
 * Fetches a part of the app that is loaded on demand. After an upgrade of the server it may be gone: then the page is loaded
 * anew, once, with its drafts. While the server can't be reached, or something typed would be lost, it fails instead.
 */
export async function fetchChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch {
    // A promise that never ends: the page goes away.
    if (await reloadIfUpgraded()) return new Promise<never>(() => {});
    throw new PartLoadError();
  }
}

export class PartLoadError extends Error {
  override readonly name = 'PartLoadError';

  constructor() {
    super('This part of the app could not be loaded.');
  }
}

/** Whether the page is being loaded anew. */
export async function reloadIfUpgraded(): Promise<boolean> {
  const mayReload = !hasReloadedLately() && document.querySelector('[data-is-dirty]') === null;
  if (!mayReload || !(await isUpgraded())) return false;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return true;
}

/** Whether the server has another build of the app than this page came from. */
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
