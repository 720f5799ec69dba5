import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { Unit } from './wire.ts';
import { ClientParser, ServerParser, typeOf } from './wire.ts';

/**
 * A pooler that shares its backends between clients by transaction, as PgBouncer does with `pool_mode = transaction`,
 * or gives each client one of its own (`session`). It reports its own process numbers.
 */
export class PoolingProxy implements AsyncDisposable {
  readonly #port: number;
  readonly #mode: 'transaction' | 'session';
  readonly #server: Server;
  readonly #idle: PooledBackend[] = [];
  readonly #all = new Set<PooledBackend>();
  readonly #clients = new Set<Socket>();
  #stated = 1_000_000;

  private constructor(port: number, mode: 'transaction' | 'session') {
    this.#port = port;
    this.#mode = mode;
    this.#server = createServer((client) => this.#serve(client));
  }

  static async start(port: number, mode: 'transaction' | 'session'): Promise<PoolingProxy> {
    const proxy = new PoolingProxy(port, mode);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  url(database: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `postgres://retinue@127.0.0.1:${address.port}/${database}`;
  }

  #serve(client: Socket): void {
    this.#clients.add(client);
    client.on('error', () => {});
    const parser = new ClientParser();
    let held: PooledBackend | null = null;
    let startup: Buffer | null = null;
    let serving: Promise<void> = Promise.resolve();
    const letGo = () => {
      if (held) this.#idle.push(held);
      held = null;
    };
    const serve = async (unit: Unit) => {
      if (!startup) {
        startup = unit.bytes;
        held = await this.#take(startup);
        client.write(Buffer.concat([held.greeting(this.#stated++)]));
      } else if (typeOf(unit.bytes) === 'X') {
        client.end();
        return;
      } else {
        held ??= await this.#take(startup);
        await held.ask(unit.bytes, client);
      }
      if (this.#mode === 'transaction' && held?.isIdle) letGo();
    };
    client.on('data', (bytes: Buffer) => {
      for (const unit of parser.take(bytes)) serving = serving.then(() => serve(unit));
    });
    client.on('close', () => {
      this.#clients.delete(client);
      held?.end();
    });
  }

  async #take(startup: Buffer): Promise<PooledBackend> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const backend = await PooledBackend.start(this.#port, startup);
    this.#all.add(backend);
    return backend;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) client.destroy();
    for (const backend of this.#all) backend.end();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** One session with the real server. */
class PooledBackend {
  readonly #socket: Socket;
  readonly #parser = new ServerParser();
  #greeting: Buffer[] = [];
  #take: (message: Buffer) => void = () => {};
  isIdle = false;

  private constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('error', () => {});
    this.#socket.on('data', (bytes: Buffer) => {
      for (const message of this.#parser.take(bytes)) this.#take(message);
    });
  }

  static async start(port: number, startup: Buffer): Promise<PooledBackend> {
    const backend = new PooledBackend(port);
    await backend.#answer(startup, (message) => void backend.#greeting.push(message));
    return backend;
  }

  /** The server's messages from the start of the session, with another process. */
  greeting(stated: number): Buffer {
    const messages = this.#greeting.map((message) => Buffer.from(message));
    for (const message of messages) if (typeOf(message) === 'K') message.writeInt32BE(stated, 5);
    return Buffer.concat(messages);
  }

  ask(bytes: Buffer, client: Socket): Promise<void> {
    return this.#answer(bytes, (message) => void client.write(message));
  }

  #answer(bytes: Buffer, pass: (message: Buffer) => void): Promise<void> {
    this.isIdle = false;
    return new Promise((resolve) => {
      this.#take = (message) => {
        pass(message);
        if (typeOf(message) !== 'Z') return;
        this.isIdle = String.fromCharCode(message[5] ?? 0) === 'I';
        resolve();
      };
      this.#socket.write(bytes);
    });
  }

  end(): void {
    this.#socket.destroy();
  }
}
