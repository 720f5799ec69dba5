import { appendFileSync, closeSync, existsSync, fdatasyncSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Testimony } from './witness.ts';

export interface Recorder extends Disposable {
  port: number;
}

/**
 * The independent witness, in the process of the killer, which outlives every subject of a round. Every record is on disk
 * before the reply, and the reply may be held back, so that the subject can be killed between an effect and its reply.
 */
export async function startRecorder(file: string): Promise<Recorder> {
  const descriptor = openSync(file, 'a');
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return; // the subject was killed while it wrote this
    appendFileSync(descriptor, `${JSON.stringify(JSON.parse(body) as Testimony)}\n`);
    fdatasyncSync(descriptor);
    setTimeout(() => response.writeHead(204).end(), Number(request.headers['x-reply-ms'] ?? 0));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
      closeSync(descriptor);
    },
  };
}

export function readTestimonies(file: string): Testimony[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Testimony);
}
