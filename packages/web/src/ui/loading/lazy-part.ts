import { type ComponentType, createElement, use } from 'react';
import { fetchChunk } from './fetch-chunk.ts';

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
