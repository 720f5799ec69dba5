import { localWorkspaceId } from '@retinue/protocol';
import { readBlobs } from '../integrity/export/export-chat.ts';
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
