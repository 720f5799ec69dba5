import type { LogEvent, ThreadId } from '@retinue/protocol';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../outcome.ts';
import { useStore } from '../use-store.ts';

/** A thread's events from the log, and later ones; `seq` is the last available one. */
export function useEvents(
  chatId: ThreadId,
  threadId: ThreadId,
  seq: number,
): { events: LogEvent[] | null; problem: string | null } {
  const store = useStore();
  const [events, setEvents] = useState<LogEvent[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const read = useRef({ after: 0, events: [] as LogEvent[] });
  useEffect(() => {
    if ((read.current.events.at(-1)?.seq ?? 0) >= seq) return;
    const leaving = new AbortController();
    const readOn = async () => {
      for (let isMore = true; isMore && !leaving.signal.aborted; ) {
        const query = { after: String(read.current.after), limit: '100' };
        const params = { ...store.workspaceParams, chatId };
        const { results, cursor } = await store.api.listEvents({ params, query }, { signal: leaving.signal });
        const own = results.filter((event) => event.threadId === threadId);
        read.current = {
          after: results.at(-1)?.position ?? read.current.after,
          events: [...read.current.events, ...own],
        };
        isMore = cursor !== null;
      }
      setEvents(read.current.events);
      setProblem(null);
    };
    let timer = setTimeout(() => {
      readOn().catch((error) => {
        if (leaving.signal.aborted) return;
        setProblem(errorMessage(error));
        timer = setTimeout(() => setAttempt(attempt + 1), Math.min(30_000, 1000 * 2 ** attempt));
      });
    }, 50);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [store, chatId, threadId, seq, attempt]);
  return { events, problem };
}
