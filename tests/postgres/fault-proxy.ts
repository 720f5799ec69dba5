import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { Unit } from './wire.ts';
import { backendOf, ClientParser, ServerParser, simpleQuery, typeOf } from './wire.ts';

/**
 * A fault of one statement:
 * - `cut-*`: both connections end before it reaches the server, in the middle of it, after the server has run it, or in
 * the middle of its answer;
 * - `mute-*`: nothing passes any more in either direction, without an error; the server's side stays open;
 * - `sqlstate`: the server raises this error in its place, in the same transaction;
 * - `delay`, `delay-answer`: it, or the first part of its answer, passes later;
 * - `terminate`, `cancel`: the server ends its session, or cancels it while it runs;
 * - `overtake-*`: both connections end before it reaches the server, or after the server has run it, and none is accepted
 * until another process has written.
 */
export type Fault =
  | { kind: 'cut-before' | 'cut-middle' | 'cut-after' | 'cut-answer' | 'mute-before' | 'mute-after' }
  | { kind: 'sqlstate'; code: string }
  | { kind: 'delay' | 'delay-answer'; ms: number }
  | { kind: 'terminate' | 'cancel' | 'overtake-before' | 'overtake-after' };

export type DecideFault = (text: string) => Fault | null;

export interface ProxyOptions {
  /** The port of the real server. */
  port: number;
  /** Called for every statement of every connection. */
  decide: DecideFault;
  /** Ends a backend, or cancels its statement, as an administrator would. */
  signal?: (kind: 'terminate' | 'cancel', backend: number) => Promise<void>;
  /** Writes as another process, on a connection of its own. */
  overtake?: () => Promise<void>;
}

/** A proxy to PostgreSQL that loses, delays and cuts traffic, statement by statement. */
export class FaultProxy implements AsyncDisposable {
  readonly #options: ProxyOptions;
  readonly #server: Server;
  readonly #passages = new Set<Passage>();
  #isAway = false;

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#server = createServer((client) => this.#pass(client));
  }

  static async start(options: ProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  }

  url(database: string): string {
    return `postgres://retinue@127.0.0.1:${this.port}/${database}`;
  }

  /** Every connection is cut and none is accepted until it is back. */
  set isAway(isAway: boolean) {
    this.#isAway = isAway;
    if (isAway) this.cut();
  }

  cut(): void {
    for (const passage of this.#passages) passage.cut();
  }

  #pass(client: Socket): void {
    client.on('error', () => {});
    if (this.#isAway) return void client.destroy();
    const passage = new Passage(client, this.#options, {
      end: () => this.#passages.delete(passage),
      overtake: () => void this.#overtake(),
    });
    this.#passages.add(passage);
  }

  async #overtake(): Promise<void> {
    this.isAway = true;
    await this.#options.overtake?.();
    this.isAway = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** One connection through the proxy. */
class Passage {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #options: ProxyOptions;
  readonly #on: { end(): void; overtake(): void };
  readonly #fromClient = new ClientParser();
  readonly #fromServer = new ServerParser();
  /** Faults of the pending answers, in order. */
  readonly #due: (Fault | null)[] = [];
  #sending: Promise<void> = Promise.resolve();
  #answering: Promise<void> = Promise.resolve();
  #backend = 0;
  #isMute = false;

  constructor(client: Socket, options: ProxyOptions, on: { end(): void; overtake(): void }) {
    this.#client = client;
    this.#options = options;
    this.#on = on;
    this.#server = connect(options.port, '127.0.0.1');
    client.on('data', (bytes: Buffer) => {
      for (const unit of this.#fromClient.take(bytes)) this.#sending = this.#sending.then(() => this.#forward(unit));
    });
    this.#server.on('data', (bytes: Buffer) => {
      for (const message of this.#fromServer.take(bytes)) {
        this.#answering = this.#answering.then(() => this.#answer(message));
      }
    });
    this.#server.on('error', () => {});
    // A muted connection closes only on the side that closes it: a silent network forwards nothing.
    client.on('close', () => this.#isMute || this.cut());
    this.#server.on('close', () => this.#isMute || this.cut());
  }

  cut(): void {
    this.#client.destroy();
    this.#server.destroy();
    this.#on.end();
  }

  async #forward(unit: Unit): Promise<void> {
    if (this.#isMute || this.#client.destroyed) return;
    const fault = unit.text === '' ? null : this.#options.decide(unit.text);
    if (fault?.kind === 'cut-before') return this.cut();
    if (fault?.kind === 'mute-before') return this.#mute();
    if (fault?.kind === 'overtake-before') return this.#on.overtake();
    if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (unit.text !== '') this.#due.push(fault);
    if (fault?.kind === 'sqlstate') return void this.#server.write(raise(fault.code));
    if (fault?.kind === 'cut-middle') {
      this.#server.write(unit.bytes.subarray(0, Math.ceil(unit.bytes.length / 2)), () => this.cut());
      return;
    }
    if (fault?.kind === 'terminate') await this.#options.signal?.('terminate', this.#backend);
    this.#server.write(unit.bytes);
    if (fault?.kind === 'cancel') await this.#options.signal?.('cancel', this.#backend);
  }

  async #answer(message: Buffer): Promise<void> {
    if (this.#isMute) return;
    this.#backend = backendOf(message) ?? this.#backend;
    const fault = this.#due[0];
    const isEnd = typeOf(message) === 'Z';
    if (isEnd) this.#due.shift();
    if (fault?.kind === 'delay-answer' && isEnd) await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault?.kind === 'cut-after') return isEnd ? this.cut() : undefined;
    if (fault?.kind === 'mute-after') return isEnd ? this.#mute() : undefined;
    if (fault?.kind === 'overtake-after') return isEnd ? this.#on.overtake() : undefined;
    if (fault?.kind === 'cut-answer') {
      this.#client.write(message.subarray(0, Math.ceil(message.length / 2)), () => this.cut());
      return;
    }
    this.#client.write(message);
  }

  #mute(): void {
    this.#isMute = true;
  }
}

function raise(code: string): Buffer {
  return simpleQuery(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = 'raised by the test'; END $$`);
}
