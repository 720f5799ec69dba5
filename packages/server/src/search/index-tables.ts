import type { SearchKind, ThreadId, WorkspaceId } from '@retinue/protocol';
import { storedId } from '@retinue/protocol';
import type {
  IndexChange,
  IndexEntry,
  IndexedThread,
  IndexHit,
  IndexPlace,
  KeptItems,
  SearchIndex,
  SearchQuery,
} from '../ports/search.ts';

export type Value = string | number | null;
type Columns = Record<string, unknown>;
/** Asks a database; places for values are question marks, whatever its own are. */
export type Ask = (text: string, values: readonly Value[]) => Promise<Columns[]>;

/** What the two databases do differently. */
export interface Dialect {
  ask: Ask;
  /** For searches, which take long where a word is common. */
  askLong: Ask;
  /** All or nothing; whoever comes second waits. */
  transact<Result>(run: (ask: Ask) => Promise<Result>): Promise<Result>;
  insertEntry(ask: Ask, id: number, entry: IndexEntry): Promise<void>;
  /** Takes the words of these entries out, while the entries are still there. */
  removeWords(ask: Ask, condition: string, values: readonly Value[]): Promise<void>;
  /** A statement that gives the columns of entries, and its values. */
  matching(query: SearchQuery, workspaceId: WorkspaceId): { text: string; values: Value[] };
  close(): Promise<void>;
}

/** The index as tables, in the SQL that both databases speak. */
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
    return rows.map((row) => ({
      workspaceId: storedId.workspace(row.workspace_id),
      rootId: storedId.thread(row.id),
    }));
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
        return void (await ask('UPDATE search_thread SET title = ? WHERE id = ?', [
          plain(change.title),
          change.rootId,
        ]));
      case 'hidden':
        return void (await ask('UPDATE search_thread SET is_hidden = ? WHERE id = ?', [
          change.isHidden ? 1 : 0,
          change.rootId,
        ]));
      case 'reactivated':
        return void (await ask('UPDATE search_thread SET task_id = ? WHERE id = ?', [change.taskId, change.threadId]));
      case 'compacted':
        return this.#remove(ask, 'root_id = ? AND thread_id = ? AND step = ?', [
          change.rootId,
          change.threadId,
          change.step,
        ]);
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

  async #remove(ask: Ask, condition: string, values: readonly Value[]): Promise<void> {
    await this.#dialect.removeWords(ask, condition, values);
    await ask(`DELETE FROM search_entry WHERE ${condition}`, values);
  }
}

/** The children that nobody sees any more, and everything below them. */
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

const insertThread = `INSERT INTO search_thread
  (id, workspace_id, root_id, parent_id, task_id, title, agent_id, agent_name, is_hidden)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`;

function threadValues(thread: IndexedThread): Value[] {
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

/** An entry is named by where its text is, so it can't be there twice. */
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

/** Half a character and NUL have no place in a column of text. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
