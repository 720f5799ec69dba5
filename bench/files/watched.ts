import type { LongestBlock } from '../support/loop-blocks.ts';
import { LoopBlocks } from '../support/loop-blocks.ts';

export interface Watched extends LongestBlock {
  ms: number;
  growthMb: number;
}

/** Watches this process while something runs: how far its memory grows, and how long its event loop is blocked. */
export async function watch(run: () => Promise<unknown>): Promise<Watched> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  const blocks = new LoopBlocks();
  const startedAt = performance.now();
  await run();
  const ms = performance.now() - startedAt;
  await new Promise((resolve) => setTimeout(resolve, 20));
  clearInterval(timer);
  blocks[Symbol.dispose]();
  most = Math.max(most, process.memoryUsage.rss());
  return { ms, growthMb: (most - before) / 2 ** 20, ...blocks.longest };
}
