import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parentPort, Worker } from 'node:worker_threads';

/** Sends requests and reads large replies in a separate thread, so that this work does not block the server's loop. */
export class ReplyReader implements AsyncDisposable {
  readonly #worker = new Worker(new URL(import.meta.url));

  async send(sending: Sending): Promise<ReadReply> {
    const read = once(this.#worker, 'message');
    this.#worker.postMessage(sending);
    return (await read)[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}

interface Sending {
  url: string;
  method?: string;
  headers: Record<string, string>;
  /** The file of the body. */
  bodyFile?: string;
  /** The file that gets the reply. */
  replyFile?: string;
}

export interface ReadReply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: number;
  /** Its beginning. */
  text: string;
}

const agent = new Agent({ keepAlive: true });

parentPort?.on('message', async ({ url, method = 'GET', headers, bodyFile, replyFile }: Sending) => {
  const body = bodyFile === undefined ? undefined : await readFile(bodyFile);
  const length = body ? { 'content-type': 'application/json', 'content-length': String(body.length) } : {};
  const sent = request(url, { agent, method, headers: { ...headers, ...length } }, async (reply) => {
    const content = await buffer(reply);
    if (replyFile !== undefined) await writeFile(replyFile, content);
    const told = { status: reply.statusCode ?? 0, headers: reply.headers, bytes: content.length };
    parentPort?.postMessage({ ...told, text: content.toString('utf8', 0, 300) });
  });
  sent.on('error', (error) => {
    throw error;
  });
  sent.end(body);
});
