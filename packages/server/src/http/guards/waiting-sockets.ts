import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SocketLimits } from '../../ports/runtime/server-limits.ts';

/**
 * Bounds the resources of connections without a signed-in person. A connection is unfinished while its first request,
 * or the body of a request without a sign-in, has not arrived; over the limit the oldest is dropped. It is waiting
 * while no signed-in request is running on it; when all places are taken, the one that has waited longest is dropped,
 * whatever it waits for. Configured proxies are exempt: they hold one connection for many people.
 */
export class WaitingSockets {
  readonly #limits: SocketLimits;
  readonly #isExempt: (address: string) => boolean;
  readonly #open = new Map<Socket, UnderWay>();
  /** Both in the order in which they started to wait. */
  readonly #unfinished = new Set<Socket>();
  readonly #waiting = new Set<Socket>();
  #isSweeping = false;

  constructor(limits: SocketLimits, isExempt: (address: string) => boolean) {
    this.#limits = limits;
    this.#isExempt = isExempt;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (request: IncomingMessage, response: ServerResponse) => this.#begin(request, response));
  }

  /** Gives a signed-in request time for its body and its reply. */
  admit(request: IncomingMessage): void {
    const { socket } = request;
    const underWay = this.#open.get(socket);
    if (!underWay?.unanswered.has(request)) return;
    underWay.arriving.delete(request);
    underWay.admitted.add(request);
    this.#settle(socket, underWay);
    this.#waiting.delete(socket);
    socket.setTimeout(0);
  }

  #add(socket: Socket): void {
    if (this.#isExempt(socket.remoteAddress ?? '')) return;
    this.#open.set(socket, { arriving: new Set(), unanswered: new Set(), admitted: new Set() });
    this.#unfinished.add(socket);
    this.#waiting.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#unfinished.delete(socket);
      this.#waiting.delete(socket);
    });
    this.#sweepSoon();
    if (this.#open.size > this.#limits.total) this.#drop(this.#waiting.keys().next().value);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket, headers } = request;
    const underWay = this.#open.get(socket);
    if (!underWay) return;
    // Further requests on a connection do not make it any newer.
    if (underWay.unanswered.size === 0 && underWay.arriving.size === 0) this.#renew(socket);
    underWay.unanswered.add(request);
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody) {
      underWay.arriving.add(request);
      for (const event of ['end', 'close']) request.once(event, () => this.#arrived(request, underWay));
    }
    this.#settle(socket, underWay);
    response.once('close', () => this.#answered(request, underWay));
    response.on('timeout', () => socket.writableLength > 0 && socket.destroy());
    if (underWay.admitted.size === 0) socket.setTimeout(this.#limits.stalledMs);
  }

  #arrived(request: IncomingMessage, underWay: UnderWay): void {
    underWay.arriving.delete(request);
    if (this.#open.has(request.socket)) this.#settle(request.socket, underWay);
  }

  #answered(request: IncomingMessage, underWay: UnderWay): void {
    const { socket } = request;
    underWay.unanswered.delete(request);
    const wasAdmitted = underWay.admitted.delete(request);
    if (!this.#open.has(socket) || underWay.admitted.size > 0) return;
    const isIdle = underWay.unanswered.size === 0 && underWay.arriving.size === 0;
    if (isIdle || wasAdmitted) this.#renew(socket);
  }

  #renew(socket: Socket): void {
    this.#waiting.delete(socket);
    this.#waiting.add(socket);
  }

  #settle(socket: Socket, { arriving }: UnderWay): void {
    if (arriving.size === 0) return void this.#unfinished.delete(socket);
    this.#unfinished.add(socket);
    this.#sweepSoon();
  }

  /** Waits a little: in a burst of many people, requests have arrived and are not read yet. */
  #sweepSoon(): void {
    if (this.#isSweeping || this.#unfinished.size <= this.#limits.unfinished) return;
    this.#isSweeping = true;
    setTimeout(() => setImmediate(() => this.#sweep()), graceMs).unref();
  }

  #sweep(): void {
    this.#isSweeping = false;
    let excess = this.#unfinished.size - this.#limits.unfinished;
    for (const socket of this.#unfinished) {
      if (excess <= 0) return;
      excess -= 1;
      const arriving = [...(this.#open.get(socket)?.arriving ?? [])];
      // An unread body in the buffer has arrived.
      const isHere = arriving.length > 0 && arriving.every(({ complete }) => complete);
      if (!isHere) this.#drop(socket);
    }
  }

  /** Its place is free at once; the close event comes later. */
  #drop(socket: Socket | undefined): void {
    if (!socket) return;
    this.#open.delete(socket);
    this.#unfinished.delete(socket);
    this.#waiting.delete(socket);
    socket.destroy();
  }
}

/** The requests of one connection. */
interface UnderWay {
  /** Not signed in, with a body that has not arrived yet. */
  arriving: Set<IncomingMessage>;
  unanswered: Set<IncomingMessage>;
  admitted: Set<IncomingMessage>;
}

const graceMs = 100;
