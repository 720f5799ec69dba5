import type { SearchPage } from '@retinue/protocol';
import { useEffect, useState } from 'react';
import { errorMessage } from '../error-message.ts';
import type { Fetched } from '../use-library.ts';
import { useStore } from '../use-store.ts';

/** What was found for these words; asked a moment after they stopped changing, and never for what is typed no more. */
export function useSearch(words: string): Fetched<SearchPage> | { state: 'idle' } {
  const store = useStore();
  const [found, setFound] = useState<{ words: string; fetched: Fetched<SearchPage> } | null>(null);
  const asked = words.trim();
  useEffect(() => {
    if (asked.length < leastLetters) return;
    const gone = new AbortController();
    const take = (fetched: Fetched<SearchPage>) => gone.signal.aborted || setFound({ words: asked, fetched });
    const timer = setTimeout(() => {
      const query = { q: asked.slice(0, longestQuery), limit: '20' };
      store.api.search({ params: store.workspaceParams, query }, { signal: gone.signal }).then(
        (value) => take({ state: 'ready', value }),
        (error) => take({ state: 'failed', words: errorMessage(error) }),
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [store, asked]);
  if (asked.length < leastLetters) return { state: 'idle' };
  return found?.words === asked ? found.fetched : { state: 'loading' };
}

const leastLetters = 2;
const longestQuery = 500;
const restMs = 150;
