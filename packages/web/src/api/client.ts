import { type Client, createClient, type Routes, routes } from '@retinue/protocol';
import { pageFetch } from './page-key.ts';

export type Api = Client<Routes>;

/**
 * The server that this page came from. A read that hangs is dropped: its connection may be half-open. So is a write
 * with an idempotency key. Any other write may take as long as it needs and is dropped with its connection alone; a
 * file upload is not.
 */
export function openApi(): Api {
  return createClient(routes, {
    baseUrl: '',
    fetch: (url, init) => {
      if (init.method === 'GET') return pageFetch(url, { ...init, signal: boundedSignal(init.signal) });
      if (typeof init.body === 'object' && init.body) return pageFetch(url, init);
      return isKeyed(init) ? fetchRepeatable(url, init) : pageFetch(url, { ...init, signal: dropSignal(init.signal) });
    },
  });
}

/**
 * Drops every running request, and every connection of the browser that does not answer: the browser would use each of
 * them for later requests, one by one.
 */
export async function dropConnections(): Promise<void> {
  const probe = () => fetch('/healthz', { signal: AbortSignal.timeout(probeMs), cache: 'no-store' }).catch(() => {});
  giveUpRequests(() => Promise.all(Array.from({ length: maxConnections }, probe)));
  await dropped;
}

/** Drops the requests of this tab. `drop` resolves when the connections are gone; by default another tab drops them. */
export function giveUpRequests(drop: () => Promise<unknown> = waitForProbes): void {
  dropping.abort();
  dropping = new AbortController();
  dropped = drop();
}

function waitForProbes(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, probeMs));
}

function isKeyed({ headers }: RequestInit): boolean {
  return new Headers(headers).has('idempotency-key');
}

/** Repeats a write under its own key, after its connection was dropped. */
async function fetchRepeatable(url: string, init: RequestInit): Promise<Response> {
  const { signal: firstDrop } = dropping;
  const timeout = AbortSignal.timeout(requestMs);
  const signals = [timeout, ...(init.signal ? [init.signal] : [])];
  const send = () => pageFetch(url, { ...init, signal: AbortSignal.any([dropping.signal, ...signals]) });
  try {
    return await send();
  } catch (error) {
    if (!firstDrop.aborted || signals.some(({ aborted }) => aborted)) throw error;
    await dropped; // a dead connection would take it again
    return send();
  }
}

function boundedSignal(signal: AbortSignal | null | undefined): AbortSignal {
  return AbortSignal.any([dropSignal(signal), AbortSignal.timeout(requestMs)]);
}

function dropSignal(signal: AbortSignal | null | undefined): AbortSignal {
  return AbortSignal.any([dropping.signal, ...(signal ? [signal] : [])]);
}

let dropping = new AbortController();
let dropped: Promise<unknown> = Promise.resolve();
const requestMs = 60_000;
const probeMs = 3000;
/** As many as a browser opens to one server over HTTP/1.1. */
const maxConnections = 6;
