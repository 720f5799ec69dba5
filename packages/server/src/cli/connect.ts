import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import type { Config } from '../config.ts';
import { readAddress } from '../here/address-file.ts';
import { accessKeyOf, isProof, makeNonce, noncePattern } from '../here/server-proof.ts';
import { storePrint } from '../here/store-print.ts';
import { readToken } from '../here/token-file.ts';

/** A server that answers. */
export interface Server {
  client: Client<Routes>;
  url: string;
}

/** The server of this store, if one runs. A note that a dead one left behind leads nowhere, or to somebody else. */
export async function connect({ directory, store }: Config): Promise<Server | null> {
  const address = await readAddress(directory);
  if (!address || address.store !== storePrint(directory, store)) return null;
  const { url } = address;
  let accessKey = await proveServer(directory, url);
  if (!accessKey) return null;
  const send = (path: string, init: RequestInit) => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${accessKey}` };
    return fetch(path, { ...init, headers, redirect: 'error' });
  };
  const client = createClient(routes, {
    baseUrl: url,
    async fetch(path, init) {
      const response = await send(path, init);
      if (response.status !== 401 || init.body instanceof ReadableStream) return response;
      // A server that was started again, or a token that was rotated: the key of the earlier run says nothing.
      const renewed = await proveServer(directory, url);
      if (!renewed) return response;
      await response.body?.cancel();
      accessKey = renewed;
      return send(path, init);
    },
  });
  return { client, url };
}

/** A key for the server, once it has shown that it can read the token too. Until then it is sent nothing but a nonce. */
async function proveServer(directory: string, url: string): Promise<string | null> {
  const token = await readToken(directory);
  if (!token) return null;
  const nonce = makeNonce();
  const reply = await askForProof(url, nonce).catch(() => null);
  if (!reply || typeof reply.runId !== 'string' || !noncePattern.test(reply.runId)) return null;
  const { runId, proof } = reply;
  return isProof(proof, token, { nonce, runId, url }) ? accessKeyOf(token, { nonce, runId }) : null;
}

async function askForProof(url: string, nonce: string): Promise<{ runId?: unknown; proof?: unknown }> {
  const response = await fetch(`${url}${routes.proveServer.path}`, {
    method: routes.proveServer.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nonce }),
    redirect: 'error',
    signal: AbortSignal.timeout(proofTimeoutMs),
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxProofBytes) return {};
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString()) ?? {};
}

const proofTimeoutMs = 3000;
const maxProofBytes = 4096;
