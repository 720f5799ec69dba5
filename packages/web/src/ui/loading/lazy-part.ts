import { type ComponentType, createElement, use } from 'react';
import { fetchChunk } from './fetch-chunk.ts';

interface LazyPart<Props> {
  (props: Props): ReturnType<typeof createElement>;
  /** Begins to load it; a failure shows when it is drawn. */
  preload: () => Promise<void>;
}

/**
 * A part of the app that is loaded when it is first drawn. A failed load is thrown to the boundary around it and forgotten soon
 * or by a retry, so that the next drawing loads again: `React.lazy` would keep the failure for good.
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
        // Not at once: React draws what has failed a second time before it turns to the boundary.
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

/** Lets every part that could not be loaded be loaded again, and draws what failed for that reason once more. */
export function loadFailedParts(): void {
  for (const forget of [...failed]) forget();
  for (const retry of [...retries]) retry();
}

/** Calls back when failed parts are to be loaded again. Returns how to stop that. */
export function onLoadFailedParts(retry: () => void): () => void {
  retries.add(retry);
  return () => retries.delete(retry);
}

const failed = new Set<() => void>();
const retries = new Set<() => void>();
const keepFailureMs = 1000;
