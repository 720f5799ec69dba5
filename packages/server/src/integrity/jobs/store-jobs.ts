import { Worker } from 'node:worker_threads';
import type { JobProgress } from '@retinue/protocol';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { Finding } from '../../ports/log/finding.ts';
import { StoreError, type StoreProblem } from '../../ports/log/store-error.ts';
import { Slots } from '../../ports/runtime/slots.ts';
import type { OnProgress } from '../progress.ts';
import type { IsBuiltIn } from '../verify/verify-records.ts';
import type { FromJob, JobKind, StoreJob, ToJob } from './job-thread.ts';

export interface VerifyJobOptions {
  isBuiltIn: IsBuiltIn;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** Backups and checks of a store in use, each in its own thread, a few at a time. */
export class StoreJobs implements AsyncDisposable {
  readonly #place: StorePlace;
  readonly #progressMs: number;
  readonly #running = new Set<RunningJob>();
  readonly #slots = new Slots(maxRunning, maxWaiting);
  #isClosed = false;

  /** Progress is reported once in `progressMs`. */
  constructor(place: StorePlace, progressMs = 1000) {
    this.#place = place;
    this.#progressMs = progressMs;
  }

  list(): JobProgress[] {
    return [...this.#running].map(({ progress }) => progress);
  }

  async verify({ isBuiltIn, onProgress, signal }: VerifyJobOptions): Promise<Finding[]> {
    await using job = await this.#begin({ kind: 'verify' });
    const end = () => void job.fail(stopped());
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    for await (const message of job.messages()) {
      if (message.type === 'progress') onProgress?.(message.done, message.total);
      if (message.type === 'isBuiltIn') {
        const answer = await isBuiltIn(...message.place);
        job.send({ type: 'isBuiltIn', question: message.question, answer });
      }
      if (message.type === 'end') return message.findings;
    }
    throw ended();
  }

  /** The text in pieces. A reader that stops ends the thread, and with it the snapshot. */
  async *backUp(now: number, onProgress?: OnProgress): AsyncGenerator<string> {
    await using job = await this.#begin({ kind: 'backup', now });
    for await (const message of job.messages()) {
      if (message.type === 'end') return;
      if (message.type === 'progress') onProgress?.(message.done, message.total);
      if (message.type !== 'text') continue;
      yield message.text;
      job.send({ type: 'more' });
    }
    throw ended();
  }

  async #begin(job: JobKind): Promise<RunningJob> {
    if (this.#isClosed) throw stopped();
    if (!(await this.#slots.take())) throw overloaded();
    if (this.#isClosed) throw stopped();
    const running = new RunningJob({ ...job, place: this.#place, progressMs: this.#progressMs }, () => {
      this.#running.delete(running);
      this.#slots.leave();
    });
    this.#running.add(running);
    return running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#slots.wakeAll();
    await Promise.all([...this.#running].map((job) => job.fail(stopped())));
  }
}

/** One thread and its messages, until its end. */
class RunningJob implements AsyncDisposable {
  progress: JobProgress;
  readonly #thread: Worker;
  readonly #onEnd: () => void;
  readonly #said: FromJob[] = [];
  #failure: unknown = null;
  #isOver = false;
  #wake = () => {};

  constructor(job: StoreJob, onEnd: () => void) {
    this.progress = { kind: job.kind, done: 0, total: null };
    this.#onEnd = onEnd;
    this.#thread = new Worker(new URL('./job-thread.ts', import.meta.url), { workerData: job });
    this.#thread.on('message', (message: FromJob) => {
      if (message.type === 'progress') {
        const { done, total } = message;
        this.progress = { kind: job.kind, done, total };
      }
      this.#said.push(message);
      this.#wake();
    });
    this.#thread.on('error', (error) => void this.fail(error));
    this.#thread.on('exit', () => void this.fail(ended()));
  }

  send(message: ToJob): void {
    this.#thread.postMessage(message);
  }

  async *messages(): AsyncGenerator<FromJob> {
    while (true) {
      const message = this.#said.shift();
      if (message?.type === 'failed') throw failureOf(message);
      if (message) yield message;
      else if (this.#failure !== null) throw this.#failure;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Ends the thread. Code that waits for it gets the failure. */
  async fail(failure: unknown): Promise<void> {
    this.#failure ??= failure;
    this.#wake();
    await this.#thread.terminate();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.fail(ended());
    this.#onEnd();
  }
}

function failureOf({ code, message }: Extract<FromJob, { type: 'failed' }>): Error {
  return code === null ? new Error(message) : new StoreError(code as StoreProblem, message);
}

const ended = () => new Error('The thread of the job ended before its work did.');
const stopped = () => new StoreError('closed', 'The work was stopped before its end.');
const overloaded = () => new StoreError('overloaded', 'Too many backups and checks are waiting. Retry in a moment.');

const maxRunning = 2;
const maxWaiting = 32;
