import type { SearchGroup, SearchHit, SearchPage, ThreadId, WorkspaceId } from '@retinue/protocol';
import { Pauser } from '../json/pauser.ts';
import type { OpenedLog } from '../ports/log/opened-log.ts';
import type { IndexedThread, IndexHit, Search, SearchIndex, SearchQuery, SearchRequest } from '../ports/log/search.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import { textOf } from './changes-of.ts';
import { Follower } from './follower.ts';
import { parseQuery } from './parse-query.ts';
import { snippetOf } from './snippet.ts';
import { sectionsOf } from './words.ts';

export interface SearchOptions {
  log: OpenedLog;
  clock: Clock;
  /** Opened at the first use. */
  open: () => Promise<SearchIndex>;
}

/** Searches the texts of people and agents, with an index that follows the log. */
export function createSearch(options: SearchOptions): Search {
  const { log } = options;
  const follower = new Follower(options);
  return {
    async find(workspaceId, request) {
      const { index, isComplete } = await follower.caughtUp(catchUpTimeoutMs);
      const query = parseQuery(request.text);
      if (query.all.length === 0) return { results: [], cursor: null, isComplete };
      return { ...(await answer(log, index, { workspaceId, query, request }, follower)), isComplete };
    },
    forget: (rootIds) => follower.forget(rootIds),
    start: () => follower.start(),
    close: () => follower.close(),
  };
}

/** The time that a search waits for the index. After it, the answer is incomplete. */
const catchUpTimeoutMs = 5000;
const sliceMs = 20;

interface Question {
  workspaceId: WorkspaceId;
  query: SearchQuery;
  request: SearchRequest;
}

async function answer(
  log: OpenedLog,
  index: SearchIndex,
  { workspaceId, query, request }: Question,
  follower: Follower,
): Promise<Pick<SearchPage, 'results' | 'cursor'>> {
  const { limit, offset } = request;
  const found = await index.find(workspaceId, query, { limit: limit + 1, offset });
  const page = found.slice(0, limit);
  const events = await log.feed.readAt([...new Set(page.map(({ position }) => position))]);
  const texts = new Map(events.map((event) => [event.position, textOf(event)?.text]));
  const sections = new Map<string, string[]>();
  // Texts that are no longer in the log were purged, which the index does not know yet.
  await follower.forget([...new Set(page.filter((hit) => !texts.has(hit.position)).map(({ rootId }) => rootId))]);
  const threads = await withAncestors(index, page);
  // A damaged chat is deleted by its row alone, without an event for the index.
  const listed = new Set(await log.readModels.listedChats(workspaceId, [...new Set(page.map(({ rootId }) => rootId))]));
  const groups = new Map<ThreadId, SearchGroup>();
  const pauser = new Pauser(sliceMs);
  const told = new Set<string>();
  for (const hit of page) {
    const text = texts.get(hit.position);
    const chat = threads.get(hit.rootId);
    const thread = threads.get(hit.threadId);
    // A child that ends in plain text has the same text twice: as its answer and as its result.
    const same = `${hit.threadId} ${hit.section} ${text}`;
    const isOutcome = hit.kind === 'answer' || hit.kind === 'result';
    if (text === undefined || !listed.has(hit.rootId) || !chat || !thread || (isOutcome && told.has(same))) continue;
    if (isOutcome) told.add(same);
    const section = sections.getOrInsertComputed(text, () => sectionsOf(text))[hit.section] ?? '';
    const group = groups.getOrInsertComputed(hit.rootId, () => ({ chatId: hit.rootId, title: chat.title, hits: [] }));
    group.hits.push(toHit(hit, thread, pathTo(thread, threads), snippetOf(section, query)));
    await pauser.pause();
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

/** The threads between the chat and this one, which is the last. */
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
