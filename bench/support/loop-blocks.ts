/** The longest time between two turns of this thread's loop, and the most CPU time between two of them. */
export interface LongestBlock {
  blockMs: number;
  /** The rest of a block is waiting: for a core, for other guests of a virtual machine, for the disk. */
  cpuMs: number;
}

export class LoopBlocks implements Disposable {
  #longest: LongestBlock = { blockMs: 0, cpuMs: 0 };
  #last = look();
  readonly #timer = setInterval(() => this.#tick(), tickMs).unref();

  reset(): void {
    this.#longest = { blockMs: 0, cpuMs: 0 };
    this.#last = look();
  }

  /** The two need not be of the same moment. */
  get longest(): LongestBlock {
    return this.#longest;
  }

  #tick(): void {
    const now = look();
    this.#longest = {
      blockMs: Math.max(this.#longest.blockMs, now.atMs - this.#last.atMs - tickMs),
      cpuMs: Math.max(this.#longest.cpuMs, now.cpuMs - this.#last.cpuMs),
    };
    this.#last = now;
  }

  [Symbol.dispose](): void {
    this.#tick();
    clearInterval(this.#timer);
  }
}

function look(): { atMs: number; cpuMs: number } {
  const { user, system } = process.threadCpuUsage();
  return { atMs: performance.now(), cpuMs: (user + system) / 1000 };
}

const tickMs = 1;
