import type { SearchPage } from '@retinue/protocol';
import { useEffect, useState } from 'react';
import { errorMessage } from '../outcome.ts';
import type { Fetched } from '../use-library.ts';
import { useStore } from '../use-store.ts';

/** Results for this text; requested a moment after typing stopped, and never for an outdated text. */
export function useSearch(query: string): Fetched<SearchPage> | { state: 'idle' } {
  const store = useStore();
  const [found, setFound] = useState<{ query: string; fetched: Fetched<SearchPage> } | null>(null);
  const asked = query.trim();
  useEffect(() => {
    if (asked.length < minLetters) return;
    const gone = new AbortController();
    const take = (fetched: Fetched<SearchPage>) => gone.signal.aborted || setFound({ query: asked, fetched });
    const timer = setTimeout(() => {
      const query = { q: asked.slice(0, maxQueryLength), limit: '20' };
      store.api.search({ params: store.workspaceParams, query }, { signal: gone.signal }).then(
        (value) => take({ state: 'ready', value }),
        (error) => take({ state: 'failed', message: errorMessage(error) }),
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [store, asked]);
  if (asked.length < minLetters) return { state: 'idle' };
  return found?.query === asked ? found.fetched : { state: 'loading' };
}

const minLetters = 2;
const maxQueryLength = 500;
const restMs = 150;
