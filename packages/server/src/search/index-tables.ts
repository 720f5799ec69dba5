import { type SearchKind, storedId, type ThreadId, type WorkspaceId } from '@retinue/protocol';
import type {
  IndexChange,
  IndexEntry,
  IndexedThread,
  IndexHit,
  IndexPlace,
  KeptItems,
  SearchIndex,
  SearchQuery,
} from '../ports/log/search.ts';
import type { Ask, Columns, SqlValue } from '../ports/log/sql.ts';

/** The operations that differ between the databases. */
export interface Dialect {
  ask: Ask;
  /** For searches, which take long for common words. */
  askLong: Ask;
  /** All or nothing. A second transaction waits. */
  transact<Result>(run: (ask: Ask) => Promise<Result>): Promise<Result>;
  insertEntry(ask: Ask, id: number, entry: IndexEntry): Promise<void>;
  /** Removes the words of these entries. Must be called before the entries are removed. */
  removeWords(ask: Ask, condition: string, values: readonly SqlValue[]): Promise<void>;
  /** A statement for the columns of matching entries, and its values. */
  matching(query: SearchQuery, workspaceId: WorkspaceId): { text: string; values: SqlValue[] };
  close(): Promise<void>;
}

/** The index as tables, in SQL of both databases. */
export class IndexTables implements SearchIndex {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  async place(): Promise<IndexPlace> {
    return placeIn(this.#dialect.ask);
  }

  move(from: number, { position, mark }: IndexPlace, changes: readonly IndexChange[]): Promise<boolean> {
    return this.#dialect.transact(async (ask) => {
      if ((await placeIn(ask)).position !== from) return false;
      for (const change of changes) await this.#apply(ask, change);
      await ask('UPDATE search_place SET position = ?, mark = ?', [position, mark]);
      return true;
    });
  }

  async find(
    workspaceId: WorkspaceId,
    query: SearchQuery,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<IndexHit[]> {
    const { text, values } = this.#dialect.matching(query, workspaceId);
    const rows = await this.#dialect.askLong(`${text} LIMIT ? OFFSET ?`, [...values, limit, offset]);
    return rows.map(toHit);
  }

  async threads(threadIds: readonly ThreadId[]): Promise<IndexedThread[]> {
    const { ask } = this.#dialect;
    const found: IndexedThread[] = [];
    for (const ids of inPieces(threadIds)) {
      found.push(...(await ask(`SELECT * FROM search_thread WHERE id IN (${placesFor(ids)})`, ids)).map(toThread));
    }
    return found;
  }

  async hiddenChats(): Promise<{ workspaceId: WorkspaceId; rootId: ThreadId }[]> {
    const rows = await this.#dialect.ask('SELECT workspace_id, id FROM search_thread WHERE is_hidden = 1', []);
    return rows.map((row) => {
      return { workspaceId: storedId.workspace(row.workspace_id), rootId: storedId.thread(row.id) };
    });
  }

  forget(rootIds: readonly ThreadId[]): Promise<void> {
    return this.#dialect.transact(async (ask) => {
      for (const rootId of rootIds) await this.#forget(ask, rootId);
    });
  }

  clear(): Promise<void> {
    return this.#dialect.transact(async (ask) => {
      await this.#remove(ask, '1 = 1', []);
      await ask('DELETE FROM search_thread', []);
      await ask('UPDATE search_place SET position = 0, mark = NULL', []);
    });
  }

  close(): Promise<void> {
    return this.#dialect.close();
  }

  async #apply(ask: Ask, change: IndexChange): Promise<void> {
    switch (change.type) {
      case 'thread':
        return void (await ask(insertThread, threadValues(change.thread)));
      case 'entry':
        return this.#dialect.insertEntry(ask, idOf(change.entry), change.entry);
      case 'renamed':
        await this.#remove(ask, "root_id = ? AND kind = 'title'", [change.rootId]);
        return setColumn(ask, 'title', plain(change.title), change.rootId);
      case 'hidden':
        return setColumn(ask, 'is_hidden', change.isHidden ? 1 : 0, change.rootId);
      case 'reactivated':
        return setColumn(ask, 'task_id', change.taskId, change.threadId);
      case 'compacted': {
        const { rootId, threadId, step } = change;
        return this.#remove(ask, 'root_id = ? AND thread_id = ? AND step = ?', [rootId, threadId, step]);
      }
      case 'rewound':
        return this.#rewind(ask, change.threadId, change.position, change.kept);
      case 'forgotten':
        return this.#forget(ask, change.rootId);
      default:
        return change satisfies never;
    }
  }

  async #rewind(ask: Ask, rootId: ThreadId, position: number, kept: KeptItems): Promise<void> {
    const text = `SELECT id, seq, step FROM search_entry WHERE root_id = ? AND thread_id = ? AND kind <> 'title' AND id < ?`;
    const rows = await ask(text, [rootId, rootId, position * sectionsEach]);
    const gone = rows.filter(({ seq, step }) =>
      step === null ? !kept.messageSeqs.has(Number(seq)) : !kept.steps.has(Number(step)),
    );
    for (const ids of inPieces(gone.map(({ id }) => Number(id)))) {
      await this.#remove(ask, `id IN (${placesFor(ids)})`, ids);
    }
    for (const threadId of await threadsGone(ask, rootId, kept)) {
      await this.#remove(ask, 'root_id = ? AND thread_id = ?', [rootId, threadId]);
      await ask('DELETE FROM search_thread WHERE id = ?', [threadId]);
    }
  }

  async #forget(ask: Ask, rootId: ThreadId): Promise<void> {
    await this.#remove(ask, 'root_id = ?', [rootId]);
    await ask('DELETE FROM search_thread WHERE root_id = ?', [rootId]);
  }

  async #remove(ask: Ask, condition: string, values: readonly SqlValue[]): Promise<void> {
    await this.#dialect.removeWords(ask, condition, values);
    await ask(`DELETE FROM search_entry WHERE ${condition}`, values);
  }
}

async function setColumn(ask: Ask, column: string, value: SqlValue, threadId: ThreadId): Promise<void> {
  await ask(`UPDATE search_thread SET ${column} = ? WHERE id = ?`, [value, threadId]);
}

/** The children that a rewind has removed, and everything below them. */
async function threadsGone(ask: Ask, rootId: ThreadId, { childIds }: KeptItems): Promise<Set<ThreadId>> {
  const rows = await ask('SELECT * FROM search_thread WHERE root_id = ? ORDER BY id', [rootId]);
  const gone = new Set<ThreadId>();
  const children = Map.groupBy(rows.map(toThread), ({ parentId }) => parentId);
  const take = (threadId: ThreadId) => {
    gone.add(threadId);
    for (const child of children.get(threadId) ?? []) take(child.threadId);
  };
  for (const { threadId } of children.get(rootId) ?? []) if (!childIds.has(threadId)) take(threadId);
  return gone;
}

async function placeIn(ask: Ask): Promise<IndexPlace> {
  const [row] = await ask('SELECT position, mark FROM search_place', []);
  return { position: Number(row?.position ?? 0), mark: (row?.mark as string | null) ?? null };
}

/** The tables of both databases. */
export function createTables({ id, integer, thread, entry, words }: ColumnTypes): string {
  return `
  CREATE TABLE search_thread (
    id ${id} PRIMARY KEY, workspace_id ${id} NOT NULL, root_id ${id} NOT NULL, parent_id ${id}, task_id ${id},
    title TEXT NOT NULL, agent_id TEXT NOT NULL, agent_name TEXT NOT NULL, is_hidden ${integer} NOT NULL
  ) ${thread};
  CREATE INDEX search_thread_by_root ON search_thread (root_id);
  CREATE INDEX search_thread_hidden ON search_thread (is_hidden) WHERE is_hidden = 1;
  CREATE TABLE search_entry (
    id ${integer} PRIMARY KEY, thread_id ${id} NOT NULL, root_id ${id} NOT NULL, seq ${integer} NOT NULL,
    step ${integer}, kind TEXT NOT NULL, at ${integer} NOT NULL ${words}
  ) ${entry};
  CREATE INDEX search_entry_by_root ON search_entry (root_id);`;
}

interface ColumnTypes {
  id: string;
  integer: string;
  /** Options of the tables. */
  thread: string;
  entry: string;
  /** A column of the entries for their words. */
  words: string;
}

const insertThread = `INSERT INTO search_thread
  (id, workspace_id, root_id, parent_id, task_id, title, agent_id, agent_name, is_hidden)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`;

function threadValues(thread: IndexedThread): SqlValue[] {
  const { threadId, workspaceId, rootId, parentId, taskId, title, agentId, agentName } = thread;
  return [threadId, workspaceId, rootId, parentId, taskId, plain(title), agentId, plain(agentName)];
}

function toThread(row: Columns): IndexedThread {
  return {
    threadId: storedId.thread(row.id),
    workspaceId: storedId.workspace(row.workspace_id),
    rootId: storedId.thread(row.root_id),
    parentId: row.parent_id === null ? null : storedId.thread(row.parent_id),
    taskId: row.task_id === null ? null : storedId.task(row.task_id),
    title: row.title as string,
    agentId: storedId.agent(row.agent_id),
    agentName: row.agent_name as string,
  };
}

function toHit(row: Columns): IndexHit {
  const id = Number(row.id);
  return {
    position: Math.floor(id / sectionsEach),
    section: id % sectionsEach,
    threadId: storedId.thread(row.thread_id),
    rootId: storedId.thread(row.root_id),
    kind: row.kind as SearchKind,
    at: Number(row.at),
  };
}

/** The id is the place of the text, so an entry can't be there twice. */
function idOf({ position, section }: IndexEntry): number {
  return position * sectionsEach + section;
}

const sectionsEach = 4096;

function* inPieces<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let first = 0; first < items.length; first += 50) yield items.slice(first, first + 50);
}

function placesFor(items: readonly unknown[]): string {
  return items.map(() => '?').join(',');
}

/** A text column holds neither half a character nor NUL. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
