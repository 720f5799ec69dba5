import { onLoadFailedParts, reloadIfUpgraded } from '../../loading/lazy-part.ts';
import type { MarkdownBlock } from './parse-markdown.ts';

/** Null for a text that is shown unformatted. */
export type Formatted = readonly MarkdownBlock[] | null;

interface Request {
  text: string;
  isGrowing: boolean;
  resolve: (formatted: Formatted) => void;
}

const queue: Request[] = [];
let worker: Worker | null = null;
let isReady = false;
let current: Request | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Failed loads of the worker's file in a row. */
let failures = 0;
let isWaiting = false;

/**
 * Formats texts in a worker, one by one. A text that takes too long is aborted, with its worker. Texts wait while the
 * worker can't be loaded.
 */
export function format(text: string, isGrowing: boolean, signal: AbortSignal): Promise<Formatted> {
  if (text.length > maxLength) return Promise.resolve(null);
  return new Promise((resolve) => {
    const leave = () => {
      const at = queue.indexOf(request);
      if (at < 0) return;
      queue.splice(at, 1);
      resolve(null);
    };
    const request: Request = {
      text,
      isGrowing,
      resolve: (formatted) => {
        signal.removeEventListener('abort', leave);
        resolve(formatted);
      },
    };
    queue.push(request);
    signal.addEventListener('abort', leave, { once: true });
    next();
  });
}

function next(): void {
  if (current || isWaiting || queue.length === 0) return;
  if (!worker) open();
  if (!worker || !isReady) return;
  current = queue.shift() ?? null;
  if (!current) return;
  timer = setTimeout(giveUp, timeoutMs);
  worker.postMessage({ text: current.text, isGrowing: current.isGrowing });
}

function open(): void {
  try {
    const opened = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
    worker = opened;
    opened.addEventListener('message', ({ data }: MessageEvent<'ready' | Formatted>) => {
      if (opened === worker) receive(data);
    });
    opened.addEventListener('error', () => {
      if (opened !== worker) return;
      if (isReady) giveUp();
      else failToLoad();
    });
    timer = setTimeout(failToLoad, loadTimeoutMs);
  } catch {
    failToLoad();
  }
}

function receive(message: 'ready' | Formatted): void {
  if (message === 'ready') {
    clearTimeout(timer);
    isReady = true;
    failures = 0;
    next();
  } else settle(message);
}

function failToLoad(): void {
  end();
  void reloadIfUpgraded(); // its file may be gone
  failures += 1;
  isWaiting = true;
  timer = setTimeout(tryAgain, Math.min(maxWaitMs, 500 * 2 ** Math.min(failures, 10)));
}

function tryAgain(): void {
  clearTimeout(timer);
  isWaiting = false;
  next();
}

/** Restarts a load that failed, or that may hang on a lost connection. */
function loadAgain(): void {
  if (isReady || (!worker && !isWaiting)) return;
  end();
  tryAgain();
}

onLoadFailedParts(loadAgain);

function giveUp(): void {
  end();
  settle(null);
}

function end(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = null;
  isReady = false;
}

function settle(formatted: Formatted): void {
  clearTimeout(timer);
  const done = current;
  current = null;
  if (done && !done.isGrowing) keep(done.text, formatted);
  done?.resolve(formatted);
  next();
}

const kept = new Map<string, Formatted>();
let keptLength = 0;

/** A recently formatted text, so that a row rendered again has its height at once. Undefined if unknown. */
export function formattedBefore(text: string): Formatted | undefined {
  return kept.get(text);
}

function keep(text: string, formatted: Formatted): void {
  if (kept.has(text)) return;
  kept.set(text, formatted);
  keptLength += text.length;
  for (const [oldest] of kept) {
    if (keptLength <= maxKeptLength) break;
    kept.delete(oldest);
    keptLength -= oldest.length;
  }
}

const maxLength = 250_000;
const maxKeptLength = 500_000;
const timeoutMs = 4000;
const loadTimeoutMs = 30_000;
const maxWaitMs = 60_000;
