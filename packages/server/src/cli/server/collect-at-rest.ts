import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EventLog } from '../../ports/log/event-log.ts';
import type { Clock } from '../../ports/runtime/clock.ts';

export interface Heap {
  usedBytes(): number;
  /** Memory that the heap has taken from the system. */
  heldBytes(): number;
  /** Collects, and returns unused memory to the system. */
  collect(): void;
}

/**
 * Returns unused memory when nothing was written for a while. By itself the heap keeps what it needed for the start, or
 * for the last work, for minutes. Stops when it is disposed of.
 */
export function collectAtRest(log: Pick<EventLog, 'subscribe'>, clock: Clock, heap = thisHeap()): Disposable {
  const rest = () => {
    // A large heap takes long to collect, and others would wait for it.
    const isWorthIt = heap.heldBytes() - heap.usedBytes() >= minUnusedBytes && heap.usedBytes() <= maxUsedBytes;
    if (isWorthIt) heap.collect();
  };
  let timer = clock.after(restMs, rest);
  const subscription = log.subscribe(() => {
    timer[Symbol.dispose]();
    timer = clock.after(restMs, rest);
  });
  return {
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      subscription[Symbol.dispose]();
    },
  };
}

function thisHeap(): Heap {
  setFlagsFromString('--expose-gc');
  const collect: (options: object) => void = runInNewContext('gc');
  return {
    usedBytes: () => getHeapStatistics().used_heap_size,
    heldBytes: () => getHeapStatistics().total_heap_size,
    collect: () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  };
}

const restMs = 10_000;
const minUnusedBytes = 16 * 1024 * 1024;
const maxUsedBytes = 96 * 1024 * 1024;
