import type { Item, ThreadId, ThreadState } from '@retinue/protocol';
import { isUnfinished, threadIdSchema } from '@retinue/protocol';
import { messagesOf } from '../../projections/messages.ts';
import type { Handlers } from '../http-context.ts';
import { notFound } from '../problems.ts';
import { findRoot, findThread, findTree } from './finding.ts';
import { limitOf, pageOf } from './pages.ts';

type Names = 'getTree' | 'listItems' | 'listEvents' | 'listMessages' | 'getBlob';

/** What a chat holds, for whoever draws it. */
export const readHandlers: Handlers<Names> = {
  async getTree(http, { params, query }) {
    // Where the log stood before: a chat in which nothing happened for long must not send its reader back that far.
    const { head } = http.tail;
    const tree = await findTree(http, params);
    const wanted = wantedThreads(query.threads, params.chatId);
    const max = query.items ?? lastItems;
    const threads = Object.values(tree.threads).map((thread) => {
      const isWanted = wanted === 'all' || wanted.has(thread.threadId);
      // What is at work goes on changing its last items, so whoever folds its events needs them.
      return openedThread(thread, isWanted || isUnfinished(thread.status) ? max : 0);
    });
    return { rootId: tree.rootId, position: head, threads } as never;
  },
  async listItems(http, { params, query }) {
    const thread = await findThread(http, params, params.threadId);
    const before = query.before ?? Number.MAX_SAFE_INTEGER;
    const earlier = thread.items.slice(0, Math.min(before, thread.items.length));
    const from = Math.max(0, earlier.length - limitOf(query));
    return { items: earlier.slice(from), from } as never;
  },
  async listEvents(http, { params, query }) {
    await findRoot(http, params);
    const limit = limitOf(query);
    const range = { workspaceId: params.workspaceId, rootId: params.chatId, after: query.after ?? 0, limit };
    const results = await http.services.log.read(range);
    const last = results.length === limit ? results.at(-1) : undefined;
    return { results, cursor: last ? String(last.position) : null } as never;
  },
  async listMessages(http, { params, query }) {
    return pageOf(messagesOf(await findRoot(http, params)), query);
  },
  async getBlob(http, { params }) {
    const tree = await findTree(http, params);
    const isNamed = Object.values(tree.threads).some((thread) => names(thread, params.hash));
    const content = isNamed ? await http.services.log.getBlob(params.hash) : null;
    if (content === null) throw notFound('no-such-result', `No call of this chat has the result ${params.hash}.`);
    return new Response(content, {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="result.txt"',
        'cache-control': 'no-store',
      },
    });
  },
};

/** A thread with the last of its items; `itemsBefore` says how many stand before them. */
function openedThread(
  thread: ThreadState,
  max: number,
): Omit<ThreadState, 'items'> & { items: Item[]; itemsBefore: number } {
  const itemsBefore = Math.max(0, thread.items.length - max);
  return { ...thread, items: thread.items.slice(itemsBefore), itemsBefore };
}

function wantedThreads(list: string | undefined, rootId: ThreadId): 'all' | Set<string> {
  if (list === 'all') return 'all';
  return new Set(list ? list.split(',').filter((id) => threadIdSchema.safeParse(id).success) : [rootId]);
}

function names(thread: ThreadState, hash: string): boolean {
  return thread.items.some(
    (item) =>
      item.type === 'step' &&
      item.calls.some(({ output, late }) => output?.blob === hash || late?.output?.blob === hash),
  );
}

const lastItems = 30;
