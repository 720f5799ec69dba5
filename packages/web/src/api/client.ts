import { type Client, createClient, type Routes, routes } from '@retinue/protocol';

export type Api = Client<Routes>;

/** The server that this page came from. */
export function openApi(): Api {
  return createClient(routes, { baseUrl: '', fetch: (url, init) => fetch(url, init) });
}
