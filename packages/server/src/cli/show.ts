import type { ThreadState } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import type { Context } from './context.ts';
import { drawThread } from './draw-thread.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { findThread } from './find-thread.ts';
import type { Looked } from './look.ts';
import { look } from './look.ts';

/** One thread in full. */
export function show(
  context: Context,
  { thread: meant, isFull }: { thread: string; isFull: boolean },
): Promise<Looked> {
  return look(context, async (log) => {
    const { terminal, isJson } = context;
    const threadId = await findThread(log, meant);
    if (typeof threadId !== 'string') return threadId;
    const thread = await log.thread(localWorkspaceId, threadId);
    if (!thread) return wrongUsage(`There is no thread "${meant}".`);
    if (isJson) {
      terminal.out(`${JSON.stringify(thread)}\n`);
      return { code: exitCodes.ok };
    }
    const blobs = isFull ? await readBlobs(log, [thread]) : new Map<string, string>();
    const page = { columns: terminal.columns(), paint: terminal.paint, isFull, blobs };
    terminal.out(`${drawThread(thread, page).join('\n')}\n`);
    return { code: exitCodes.ok };
  });
}

/** The large results that these threads name, whole. */
export async function readBlobs(log: Retinue['log'], threads: readonly ThreadState[]): Promise<Map<string, string>> {
  const calls = threads.flatMap(({ items }) => items.flatMap((item) => (item.type === 'step' ? item.calls : [])));
  const blobs = new Map<string, string>();
  for (const { output, late } of calls) {
    for (const hash of [output?.blob, late?.output?.blob]) {
      const content = hash ? await log.getBlob(hash) : null;
      if (hash && content !== null) blobs.set(hash, content);
    }
  }
  return blobs;
}
