import type { ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished, threadIdSchema } from '@retinue/protocol';
import { loadTree } from '../../commands/load.ts';
import { defineQuery } from '../define-query.ts';

/** The position is that of the log before the tree was read: a quiet chat must not send its reader far back. */
export const getTree = defineQuery({
  name: 'getTree',
  load: loadTree,
  answer({ context, params, query }, tree) {
    const wanted = wantedThreads(query.threads, params.chatId);
    const max = query.items ?? lastItems;
    const threads = Object.values(tree.threads).map((thread) => {
      const isWanted = wanted === 'all' || wanted.has(thread.threadId);
      // Running work changes the last items, so a reader that folds its events needs them.
      return openedThread(thread, isWanted || isUnfinished(thread.status) ? max : 0);
    });
    return { rootId: tree.rootId, position: context.position, threads };
  },
});

/** A thread with the last of its items; `itemsBefore` counts the earlier ones. */
function openedThread(thread: ThreadState, max: number): ThreadState & { itemsBefore: number } {
  const itemsBefore = Math.max(0, thread.items.length - max);
  return { ...thread, items: thread.items.slice(itemsBefore), itemsBefore };
}

function wantedThreads(list: string | undefined, rootId: ThreadId): 'all' | Set<string> {
  if (list === 'all') return 'all';
  return new Set(list ? list.split(',').filter((id) => threadIdSchema.safeParse(id).success) : [rootId]);
}

const lastItems = 30;
