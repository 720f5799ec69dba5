import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import type { Asked, Told } from './ask.ts';
import { ask } from './ask.ts';
import { limitBodies } from './limit-bodies.ts';

/**
 * Sends bodies at the size limits from a separate thread, so that the sender's work does not block the server's loop.
 */
export class BodySender implements AsyncDisposable {
  readonly #worker = new Worker(new URL(import.meta.url));

  async send(sending: Sending): Promise<Told> {
    const told = once(this.#worker, 'message');
    this.#worker.postMessage(sending);
    return (await told)[0];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}

interface Sending {
  url: string;
  asked: Omit<Asked, 'body'>;
  kind: string;
  bytes: number;
}

/** The rest of a very large body is not read. */
const hungUp: Told = { status: 0, headers: {}, text: '', json: null };

parentPort?.on('message', async ({ url, asked, kind, bytes }: Sending) => {
  const body = limitBodies(bytes)[kind]?.();
  const told = await ask(url, { ...asked, body }).catch((error: NodeJS.ErrnoException) => {
    if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) throw error;
    return hungUp;
  });
  parentPort?.postMessage(told);
});
