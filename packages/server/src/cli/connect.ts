import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import type { Config } from '../config.ts';
import { readAddress } from '../here/address-file.ts';
import { readToken } from '../here/token-file.ts';

/** The server of this data directory, if one runs. */
export async function connect({ directory }: Config): Promise<Client<Routes> | null> {
  const [address, token] = await Promise.all([readAddress(directory), readToken(directory)]);
  if (!address || !token) return null;
  const headers = { authorization: `Bearer ${token}` };
  const client = createClient(routes, {
    baseUrl: address.url,
    fetch: (url, init) => fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
  });
  const isThere = await client.getSignedIn({}, { signal: AbortSignal.timeout(patienceMs) }).then(
    () => true,
    () => false,
  );
  return isThere ? client : null;
}

const patienceMs = 3000;
