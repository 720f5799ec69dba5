import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Traffic passes freely, not at all (connections are refused), or into nothing (they stay open and silent). */
type Passing = 'open' | 'refused' | 'silent';

/** A proxy to a server on this machine that can be cut, silenced and opened again. */
export class CutProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #pairs = new Set<{ client: Socket; server: Socket; isDead: boolean }>();
  #passing: Passing = 'open';
  /** The port of the server. */
  port = 0;

  private constructor() {
    this.#server = createServer((client) => this.#pass(client));
  }

  static async start(): Promise<CutProxy> {
    const proxy = new CutProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  get streams(): number {
    return this.#pairs.size;
  }

  /** Ends every connection and refuses new ones. */
  cut(): void {
    this.#passing = 'refused';
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }

  /** Nothing passes in either direction, without an error on either side. */
  silence(): void {
    this.#passing = 'silent';
    for (const pair of this.#pairs) {
      pair.client.pause();
      pair.server.pause();
    }
  }

  /** New connections pass. Silent ones continue late, or stay half-open for good. */
  reopen(isLate: boolean): void {
    this.#passing = 'open';
    for (const pair of this.#pairs) {
      if (!isLate) pair.isDead = true;
      if (pair.isDead) continue;
      pair.client.resume();
      pair.server.resume();
    }
  }

  #pass(client: Socket): void {
    client.on('error', () => {});
    if (this.#passing === 'refused') return void client.destroy();
    const server = connect(this.port, '127.0.0.1');
    const pair = { client, server, isDead: false };
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    client.on('data', (data) => server.write(data)).on('close', end);
    server
      .on('error', () => {})
      .on('data', (data) => client.write(data))
      .on('close', end);
    if (this.#passing !== 'silent') return;
    client.pause();
    server.pause();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
