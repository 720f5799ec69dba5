import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import type { Config } from '../config.ts';
import { readAddress } from '../here/address-file.ts';
import { storePrint } from '../here/store-print.ts';
import { readToken } from '../here/token-file.ts';

/** A server that answers. */
export interface Server {
  client: Client<Routes>;
  url: string;
}

/** The server of this store, if one runs. A note that a dead one left behind leads nowhere. */
export async function connect({ directory, store }: Config): Promise<Server | null> {
  const [address, token] = await Promise.all([readAddress(directory), readToken(directory)]);
  if (!address || !token || address.store !== storePrint(directory, store)) return null;
  const { url } = address;
  const headers = { authorization: `Bearer ${token}` };
  const client = createClient(routes, {
    baseUrl: url,
    fetch: (path, init) =>
      fetch(path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
  });
  const isThere = await client.getSignedIn({}, { signal: AbortSignal.timeout(patienceMs) }).then(
    () => true,
    () => false,
  );
  return isThere ? { client, url } : null;
}

const patienceMs = 3000;
