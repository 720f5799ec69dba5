import { randomUUID } from 'node:crypto';
import type { Fetch } from '@retinue/protocol';
import { routes } from '@retinue/protocol';
import type { Config } from '../../config.ts';
import { readAddress } from '../../local-server/address-file.ts';
import { accessKeyOf, isProof, makeNonce, noncePattern } from '../../local-server/server-proof.ts';
import { storePrint } from '../../local-server/store-print.ts';
import { readToken } from '../../local-server/token-file.ts';

export interface RunningServer {
  url: string;
  /** Sends a request as the owner. Once the server no longer answers, it throws a `ServerGone`. */
  fetch: Fetch;
}

/** The server of this store, if one runs. The address file of a dead server leads nowhere, or to another process. */
export async function findServer({ directory, store }: Config): Promise<RunningServer | null> {
  const address = await readAddress(directory);
  if (!address || address.store !== storePrint(directory, store)) return null;
  const { url } = address;
  let accessKey = await proveServer(directory, url);
  if (!accessKey) return null;
  const send: Fetch = async (path, init) => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${accessKey}` };
    return fetch(`${url}${path}`, { ...init, headers, redirect: 'error' });
  };
  const sendSignedIn: Fetch = async (path, init) => {
    const response = await send(path, init);
    if (response.status !== 401 || init.body instanceof ReadableStream) return response;
    // The server was restarted, or its token was rotated: the key of the earlier run is no longer valid.
    const renewed = await proveServer(directory, url);
    if (!renewed) return response;
    await response.body?.cancel();
    accessKey = renewed;
    return send(path, init);
  };
  return { url, fetch: (path, init) => sendTwice(sendSignedIn, path, init, url) };
}

/** Sends again under the same key when the connection breaks: the first request may have arrived. */
async function sendTwice(send: Fetch, path: string, init: RequestInit, url: string): Promise<Response> {
  const key: Record<string, string> = init.method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
  const keyed = { ...init, headers: { ...key, ...(init.headers as Record<string, string>) } };
  try {
    return await send(path, keyed);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    if (init.body instanceof ReadableStream) throw new ServerGone(url);
  }
  return send(path, keyed).catch(() => {
    throw new ServerGone(url);
  });
}

export class ServerGone extends Error {
  override readonly name = 'ServerGone';

  constructor(url: string) {
    super(`The server at ${url} no longer answers. Acknowledged work is kept.`);
  }
}

/** A key for the server, once it has proved that it can read the token. Until then it gets nothing but a nonce. */
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
