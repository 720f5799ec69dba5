import { Worker } from 'node:worker_threads';
import type { QueryWorker, SqlValue } from '../ports/log/sql.ts';
import { closedError, StoreError } from '../ports/log/store-error.ts';
import type { QueryAnswer, QueryMessage } from './query-thread.ts';

interface Waiting {
  message: QueryMessage;
  resolve(rows: Record<string, unknown>[]): void;
  reject(error: unknown): void;
}

/**
 * One thread, started at the first query and kept. Queries run one after the other. A failed thread fails only its current
 * query; the next query starts another thread.
 */
export class SqliteQueryWorker implements QueryWorker {
  readonly #waiting: Waiting[] = [];
  readonly #startThread: () => Worker;
  #running: Waiting | null = null;
  #thread: Worker | null = null;
  #isClosed = false;

  constructor(startThread = () => new Worker(new URL('./query-thread.ts', import.meta.url))) {
    this.#startThread = startThread;
  }

  ask(file: string, text: string, values: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    if (this.#isClosed) return Promise.reject(closedError());
    if (this.#waiting.length >= maxWaiting) {
      return Promise.reject(new StoreError('overloaded', 'Too many long reads are waiting. Retry in a moment.'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message: { file, text, values }, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running) return;
    this.#running = this.#waiting.shift() ?? null;
    if (!this.#running) return void this.#thread?.unref();
    this.#thread ??= this.#start();
    this.#thread.ref();
    try {
      this.#thread.postMessage(this.#running.message);
    } catch (error) {
      // The message can't be cloned.
      this.#settle(({ reject }) => reject(error));
    }
  }

  #start(): Worker {
    const thread = this.#startThread();
    thread.on('message', (answer: QueryAnswer) => {
      if ('rows' in answer) this.#settle(({ resolve }) => resolve(answer.rows));
      else this.#settle(({ reject }) => reject(errorOf(answer)));
    });
    thread.on('error', (error) => this.#lost(thread, error));
    thread.on('exit', () => this.#lost(thread, new Error('The thread for long reads ended.')));
    return thread;
  }

  #settle(tell: (running: Waiting) => void): void {
    const running = this.#running;
    this.#running = null;
    if (running) tell(running);
    this.#next();
  }

  #lost(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#settle(({ reject }) => reject(error));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const closed = closedError();
    for (const { reject } of this.#waiting.splice(0)) reject(closed);
    const thread = this.#thread;
    this.#thread = null;
    this.#settle(({ reject }) => reject(closed));
    await thread?.terminate();
  }
}

/** Keeps the code of SQLite, by which the caller chooses its message. */
function errorOf({ message, errcode }: Extract<QueryAnswer, { message: string }>): Error {
  return errcode === null ? new Error(message) : Object.assign(new Error(message), { errcode });
}

const maxWaiting = 64;
