import { pageKeyHeader } from '@retinue/protocol';

/** The key of this origin's pages. All tabs share it, so it is read for every request. */
export function savePageKey(pageKey: string | null): void {
  unsaved = pageKey;
  try {
    if (pageKey === null) localStorage.removeItem(place);
    else localStorage.setItem(place, pageKey);
  } catch {
    // Without storage this page alone is signed in, until it is closed.
  }
}

/** `fetch` as this page may use it. */
export function pageFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const pageKey = readPageKey();
  const headers = new Headers(init.headers);
  if (pageKey !== null) headers.set(pageKeyHeader, pageKey);
  return fetch(url, { ...init, headers });
}

function readPageKey(): string | null {
  try {
    return localStorage.getItem(place) ?? unsaved;
  } catch {
    return unsaved;
  }
}

let unsaved: string | null = null;
const place = 'retinue.page-key';
