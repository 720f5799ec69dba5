import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Asked {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Told {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; null when it is none. */
  json: unknown;
}

/** One request as given, with any header, which `fetch` would not send. */
export async function ask(url: string, { method, path, headers = {}, body }: Asked): Promise<Told> {
  const written = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  const { hostname, port } = new URL(url);
  const type = written === null ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers: { ...type, ...headers } }, async (reply) => {
      const told = await text(reply).catch(reject);
      if (told === undefined) return;
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: told, json: jsonOf(told) });
    });
    sent.on('error', reject);
    sent.end(written ?? undefined);
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

function jsonOf(told: string): unknown {
  try {
    return JSON.parse(told);
  } catch {
    return null;
  }
}
