import { type ComponentType, createElement, use } from 'react';
import { uiCopy } from '../copy.ts';

interface LazyPart<Props> {
  (props: Props): ReturnType<typeof createElement>;
  /** Starts the load. A failure shows at render. */
  preload: () => Promise<void>;
}

/**
 * A component that is loaded at its first render. A failed load is thrown to the boundary and forgotten soon or by a retry, so
 * that the next render loads again: `React.lazy` would keep the failure.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const begin = () => {
    const begun = fetchChunk(load);
    const forget = () => {
      failed.delete(forget);
      if (loading === begun) loading = null;
    };
    begun.then(
      (found) => {
        loaded = found;
      },
      () => {
        failed.add(forget);
        // Not at once: React renders a failed component twice before it uses the boundary.
        setTimeout(forget, keepFailureMs);
      },
    );
    return begun;
  };
  const current = () => {
    loading ??= begin();
    return loading;
  };
  const Part = (props: Props) => createElement(loaded ?? use(current()), props);
  const preload = () =>
    current().then(
      () => {},
      () => {},
    );
  return Object.assign(Part, { preload });
}

/** Loads failed parts again and renders what failed because of them. */
export function loadFailedParts(): void {
  for (const forget of [...failed]) forget();
  for (const retry of [...retries]) retry();
}

/** Calls back when failed parts are to be loaded again. Returns the unsubscribe function. */
export function onLoadFailedParts(retry: () => void): () => void {
  retries.add(retry);
  return () => retries.delete(retry);
}

const failed = new Set<() => void>();
const retries = new Set<() => void>();
const keepFailureMs = 1000;

/**
 * Loads a chunk of the app on demand. If it is gone after an upgrade of the server, the page reloads once and keeps its drafts.
 * If the server is unreachable, or unsaved input would be lost, it fails instead.
 */
async function fetchChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
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
