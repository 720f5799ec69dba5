import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { createPrivateFile } from '../files/private-files.ts';
import type { SearchIndex, SearchQuery, SearchTerm } from '../ports/log/search.ts';
import type { Ask, QueryWorker } from '../ports/log/sql.ts';
import { createTables, type Dialect, IndexTables } from './index-tables.ts';

/*
 * A separate file beside the store, so that indexing never delays an append. FTS5 keeps the places of words; the texts are in
 * the log. Words are normalized already, so the tokenizer only splits them.
 */
export function openSqliteIndex(directory: string, worker: QueryWorker | null = null): SearchIndex {
  const path = join(directory, searchFile);
  try {
    return indexIn(openDatabase(path), asksIn(worker, path));
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    return indexIn(openDatabase(path), asksIn(worker, path));
  }
}

/** For a store on a read-only disk: built on each use. */
export function openMemoryIndex(): SearchIndex {
  return indexIn(openDatabase(inMemory));
}

const searchFile = 'search.db';
const inMemory = ':memory:';
const indexVersion = 1;

function openDatabase(path: string): DatabaseSync {
  if (path !== inMemory) createPrivateFile(path);
  using opened = new DisposableStack();
  const database = opened.use(new DatabaseSync(path));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const version = Number(Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0]);
  if (version !== indexVersion) database.exec(recreateTables);
  opened.move();
  return database;
}

const recreateTables = `BEGIN IMMEDIATE;
  DROP TABLE IF EXISTS search_words;
  DROP TABLE IF EXISTS search_entry;
  DROP TABLE IF EXISTS search_thread;
  DROP TABLE IF EXISTS search_place;
  CREATE TABLE search_place (position INTEGER NOT NULL, mark TEXT) STRICT;
  INSERT INTO search_place VALUES (0, NULL);
  ${createTables({ id: 'TEXT', integer: 'INTEGER', thread: 'STRICT, WITHOUT ROWID', entry: 'STRICT', words: '' })}
  CREATE VIRTUAL TABLE search_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'ascii');
  PRAGMA user_version = ${indexVersion};
  COMMIT;`;

function asksIn(worker: QueryWorker | null, path: string): Ask | null {
  return worker ? async <Row>(...query: Parameters<Ask>) => (await worker.ask(path, ...query)) as Row[] : null;
}

function indexIn(database: DatabaseSync, askLong: Ask | null = null): SearchIndex {
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string) => prepared.getOrInsertComputed(text, () => database.prepare(text));
  const ask: Ask = async <Row>(...[text, values]: Parameters<Ask>) => prepare(text).all(...values) as Row[];
  const dialect: Dialect = {
    ask,
    askLong: askLong ?? ask,
    transact: (run) => transact(database, () => run(ask)),
    async insertEntry(_ask, id, { threadId, rootId, seq, step, kind, at, words }) {
      prepare(insertEntry).run(id, threadId, rootId, seq, step, kind, at);
      prepare('INSERT INTO search_words (rowid, words) VALUES (?, ?)').run(id, words.join(' '));
    },
    removeWords: async (_ask, condition, values) => {
      const text = `DELETE FROM search_words WHERE rowid IN (SELECT id FROM search_entry WHERE ${condition})`;
      // Not `run`, which would return a row id beyond the range of numbers.
      prepare(text).all(...values);
    },
    matching: (query, workspaceId) => ({ text: matching, values: [toMatch(query), workspaceId] }),
    close: async () => database.close(),
  };
  return new IndexTables(dialect);
}

async function transact<Result>(database: DatabaseSync, run: () => Promise<Result>): Promise<Result> {
  await begin(database);
  try {
    const result = await run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Waits for a transaction of another process without blocking this one. */
async function begin(database: DatabaseSync): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (codeOf(error) !== codes.busy || tries === maxTries) throw error;
      await wait(betweenTriesMs);
    }
  }
}

const maxTries = 500;
const betweenTriesMs = 10;

const insertEntry =
  'INSERT INTO search_entry (id, thread_id, root_id, seq, step, kind, at) VALUES (?, ?, ?, ?, ?, ?, ?)';
const matching = `SELECT entry.* FROM search_words JOIN search_entry AS entry ON entry.id = search_words.rowid
  JOIN search_thread AS chat ON chat.id = entry.root_id
  WHERE search_words MATCH ? AND chat.workspace_id = ? AND chat.is_hidden = 0
  ORDER BY entry.kind = 'title' DESC, bm25(search_words), entry.id DESC`;

/** Words hold letters and digits only, so none of them is FTS5 syntax. */
function toMatch({ all, none }: SearchQuery): string {
  const wanted = all.map(termText).join(' AND ');
  return none.length === 0 ? wanted : `(${wanted}) NOT (${none.map(termText).join(' OR ')})`;
}

function termText({ words, isOpen }: SearchTerm): string {
  return `(${words.map((word) => `"${word}"`).join(' + ')}${isOpen ? ' *' : ''})`;
}

function isDamaged(error: unknown): boolean {
  return [codes.corrupt, codes.notADatabase].includes(codeOf(error));
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

const codes = { busy: 5, corrupt: 11, notADatabase: 26 };
