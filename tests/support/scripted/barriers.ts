import { abortable } from './abortable.ts';

/** Places where streams wait for a test. Two models may share them, as before and after a restart. */
export interface Barriers {
  /** Resolves once so many streams have arrived, counted from the beginning. */
  reached(name: string, count?: number): Promise<void>;
  /** Number of streams that wait now. */
  waiting(name: string): number;
  /** Opens it for waiting streams and for later ones. */
  release(name: string): void;
  pass(name: string, signal: AbortSignal): Promise<void>;
}

export function createBarriers(): Barriers {
  const gates = new Map<string, Gate>();
  const gate = (name: string) => gates.getOrInsertComputed(name, createGate);
  return {
    reached: (name, count = 1) => gate(name).reached(count),
    waiting: (name) => gate(name).waiting.size,
    release: (name) => gate(name).release(),
    pass: (name, signal) => gate(name).pass(signal),
  };
}

type Gate = ReturnType<typeof createGate>;

function createGate() {
  let arrivals = 0;
  let isOpen = false;
  const waiting = new Set<() => void>();
  const watchers = new Set<{ count: number; resolve: () => void }>();

  return {
    waiting,
    reached(count: number): Promise<void> {
      if (arrivals >= count) return Promise.resolve();
      return new Promise((resolve) => watchers.add({ count, resolve }));
    },
    release(): void {
      isOpen = true;
      for (const open of waiting) open();
    },
    async pass(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      const passed = isOpen ? Promise.resolve() : abortable(signal, (done) => stand(waiting, done));
      arrivals += 1;
      for (const watcher of watchers) if (arrivals >= watcher.count) watcher.resolve();
      await passed;
    },
  };
}

function stand(waiting: Set<() => void>, done: () => void): Disposable {
  waiting.add(done);
  return { [Symbol.dispose]: () => waiting.delete(done) };
}
