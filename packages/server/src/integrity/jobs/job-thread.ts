import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { StorePlace } from '../../ports/log/event-log.ts';
import type { Finding } from '../../ports/log/finding.ts';
import { StoreError } from '../../ports/log/store-error.ts';
import { backupStore } from '../backup/backup.ts';
import type { OnProgress } from '../progress.ts';
import { verifyStore } from '../verify/verify.ts';
import type { IsBuiltIn } from '../verify/verify-records.ts';

/*
 * The thread of one long job on a store, with its own connection and snapshot. It ends with its job. Terminating the thread
 * stops the job and releases the snapshot.
 */
export type StoreJob = { place: StorePlace; progressMs: number } & JobKind;

export type JobKind = { kind: 'verify' } | { kind: 'backup'; now: number };

export type FromJob =
  | { type: 'text'; text: string }
  | { type: 'progress'; done: number; total: number }
  | { type: 'isBuiltIn'; question: number; place: Parameters<IsBuiltIn> }
  | { type: 'end'; findings: Finding[] }
  | { type: 'failed'; code: string | null; message: string };

export type ToJob = { type: 'more' } | { type: 'isBuiltIn'; question: number; answer: boolean };

const port = parentPort;
const answers = new Map<number, (answer: boolean) => void>();
/** Pieces that were sent and not read yet. */
let sent = 0;
let onTaken = () => {};

if (port) {
  // Only on Linux does a priority apply to one thread.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
  port.on('message', (message: ToJob) => {
    if (message.type === 'isBuiltIn') return answers.get(message.question)?.(message.answer);
    sent -= 1;
    onTaken();
  });
  run(workerData as StoreJob)
    .then(
      (findings) => post({ type: 'end', findings }),
      (error: unknown) => post(failureOf(error)),
    )
    .finally(() => port.close());
}

async function run(job: StoreJob): Promise<Finding[]> {
  if (job.kind === 'verify') return verifyStore(job.place, isBuiltIn, tellProgress(job.progressMs));
  let text = '';
  const onProgress = tellProgress(job.progressMs);
  for await (const line of backupStore(job.place, job.now, { onProgress })) {
    text += line;
    if (text.length < pieceChars) continue;
    await sendText(text);
    text = '';
  }
  await sendText(text);
  return [];
}

/** Few pieces are in flight at once, so that a slow reader slows the job instead of filling memory. */
async function sendText(text: string): Promise<void> {
  while (sent >= maxSent) {
    await new Promise<void>((resolve) => {
      onTaken = resolve;
    });
  }
  sent += 1;
  post({ type: 'text', text });
}

function isBuiltIn(...place: Parameters<IsBuiltIn>): Promise<boolean> {
  const question = answers.size;
  return new Promise((resolve) => {
    answers.set(question, resolve);
    post({ type: 'isBuiltIn', question, place });
  });
}

/** At most one message in this time. */
function tellProgress(progressMs: number): OnProgress {
  let toldAt = performance.now();
  return (done, total) => {
    if (performance.now() - toldAt < progressMs) return;
    toldAt = performance.now();
    post({ type: 'progress', done, total });
  };
}

function failureOf(error: unknown): FromJob {
  const message = error instanceof Error ? error.message : String(error);
  return { type: 'failed', code: error instanceof StoreError ? error.code : null, message };
}

function post(message: FromJob): void {
  port?.postMessage(message);
}

const pieceChars = 256 * 1024;
const maxSent = 2;
