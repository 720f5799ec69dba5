import type { SearchGroup, SearchHit, SearchPage, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import type { OpenedLog } from '../ports/opened-log.ts';
import type { IndexedThread, IndexHit, Search, SearchIndex, SearchQuery, SearchWish } from '../ports/search.ts';
import { Follower } from './follower.ts';
import { parseQuery } from './parse-query.ts';
import { snippetOf } from './snippet.ts';
import { textOf } from './text-of.ts';
import { sectionsOf } from './words.ts';

export interface SearchOptions {
  log: OpenedLog;
  clock: Clock;
  /** Opened at the first use. */
  open: () => Promise<SearchIndex>;
}

/** Words in everything that people and agents wrote, from an index that follows the log. */
export function createSearch(options: SearchOptions): Search {
  const { log } = options;
  const follower = new Follower(options);
  return {
    async find(workspaceId, wish) {
      const { index, isComplete } = await follower.caughtUp(patienceMs);
      const query = parseQuery(wish.words);
      if (query.all.length === 0) return { results: [], cursor: null, isComplete };
      return { ...(await answer(log, index, { workspaceId, query, wish }, follower)), isComplete };
    },
    forget: (rootIds) => follower.forget(rootIds),
    start: () => follower.start(),
    close: () => follower.close(),
  };
}

/** For so long a question waits for a store that has never been searched; then it is answered with what is there. */
const patienceMs = 5000;

interface Asked {
  workspaceId: WorkspaceId;
  query: SearchQuery;
  wish: SearchWish;
}

async function answer(
  log: OpenedLog,
  index: SearchIndex,
  { workspaceId, query, wish }: Asked,
  follower: Follower,
): Promise<Pick<SearchPage, 'results' | 'cursor'>> {
  const { limit, offset } = wish;
  const found = await index.find(workspaceId, query, { limit: limit + 1, offset });
  const page = found.slice(0, limit);
  const events = await log.feed.readAt([...new Set(page.map(({ position }) => position))]);
  const texts = new Map(events.map((event) => [event.position, textOf(event)?.text]));
  // What the log does not have any more was purged, and the index has not heard of it.
  await follower.forget([...new Set(page.filter((hit) => !texts.has(hit.position)).map(({ rootId }) => rootId))]);
  const threads = await withAncestors(index, page);
  // A chat that is damaged is deleted by its row alone, which the index does not hear of.
  const listed = new Set(await log.readModels.listedChats(workspaceId, [...new Set(page.map(({ rootId }) => rootId))]));
  const groups = new Map<ThreadId, SearchGroup>();
  const told = new Set<string>();
  for (const hit of page) {
    const text = texts.get(hit.position);
    const chat = threads.get(hit.rootId);
    const thread = threads.get(hit.threadId);
    // A child that ends in plain text says the same twice: as its answer, and as its result.
    const same = `${hit.threadId} ${hit.section} ${text}`;
    const isOutcome = hit.kind === 'answer' || hit.kind === 'result';
    if (text === undefined || !listed.has(hit.rootId) || !chat || !thread || (isOutcome && told.has(same))) continue;
    if (isOutcome) told.add(same);
    const group = groups.getOrInsertComputed(hit.rootId, () => ({ chatId: hit.rootId, title: chat.title, hits: [] }));
    group.hits.push(toHit(hit, thread, pathTo(thread, threads), snippetOf(sectionsOf(text)[hit.section] ?? '', query)));
  }
  return { results: [...groups.values()], cursor: found.length > limit ? `p${offset + limit}` : null };
}

function toHit(
  { kind, at }: IndexHit,
  { threadId, taskId, agentId, agentName }: IndexedThread,
  path: SearchHit['path'],
  snippet: SearchHit['snippet'],
): SearchHit {
  return { kind, at, threadId, taskId, agentId, agentName, path, snippet };
}

async function withAncestors(
  index: SearchIndex,
  hits: readonly IndexHit[],
): Promise<ReadonlyMap<ThreadId, IndexedThread>> {
  const threads = new Map<ThreadId, IndexedThread>();
  let wanted = [...new Set(hits.flatMap(({ threadId, rootId }) => [threadId, rootId]))];
  while (wanted.length > 0) {
    const found = await index.threads(wanted);
    for (const thread of found) threads.set(thread.threadId, thread);
    const parents = found.flatMap(({ parentId }) => (parentId && !threads.has(parentId) ? [parentId] : []));
    wanted = [...new Set(parents)];
  }
  return threads;
}

/** From below the chat down to the thread. */
function pathTo(thread: IndexedThread, threads: ReadonlyMap<ThreadId, IndexedThread>): SearchHit['path'] {
  const path: SearchHit['path'] = [];
  const seen = new Set<ThreadId>();
  for (let at: IndexedThread | undefined = thread; at?.parentId; at = threads.get(at.parentId)) {
    const { threadId, taskId, title, agentName } = at;
    // Stored links may lead back.
    if (seen.has(threadId)) break;
    seen.add(threadId);
    if (taskId) path.unshift({ threadId, taskId, title, agentName });
  }
  return path;
}
