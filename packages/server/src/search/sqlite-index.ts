import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { createPrivateFile } from '../files/private-files.ts';
import type { SearchIndex, SearchQuery, SearchTerm } from '../ports/search.ts';
import type { QueryWorker } from '../ports/sql.ts';
import type { Ask, Dialect } from './index-tables.ts';
import { IndexTables } from './index-tables.ts';

/*
 * A file of its own beside the store, so that indexing never makes an append wait. FTS5 keeps where the words are and not the
 * texts; those are in the log. It gets words that are folded already, so its tokenizer has only to leave them as they are.
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

/** For a store on a disk that can't be written: it is made anew each time. */
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
  if (version !== indexVersion) database.exec(makeAnew);
  opened.move();
  return database;
}

const makeAnew = `BEGIN IMMEDIATE;
  DROP TABLE IF EXISTS search_words;
  DROP TABLE IF EXISTS search_entry;
  DROP TABLE IF EXISTS search_thread;
  DROP TABLE IF EXISTS search_place;
  CREATE TABLE search_place (position INTEGER NOT NULL, mark TEXT) STRICT;
  INSERT INTO search_place VALUES (0, NULL);
  CREATE TABLE search_thread (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    root_id TEXT NOT NULL,
    parent_id TEXT,
    task_id TEXT,
    title TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    is_hidden INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX search_thread_by_root ON search_thread (root_id);
  CREATE INDEX search_thread_hidden ON search_thread (is_hidden) WHERE is_hidden = 1;
  CREATE TABLE search_entry (
    id INTEGER PRIMARY KEY,
    thread_id TEXT NOT NULL,
    root_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    step INTEGER,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX search_entry_by_root ON search_entry (root_id);
  CREATE VIRTUAL TABLE search_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'ascii');
  PRAGMA user_version = ${indexVersion};
  COMMIT;`;

function asksIn(worker: QueryWorker | null, path: string): Ask | null {
  return worker ? (text, values) => worker.ask(path, text, values) : null;
}

function indexIn(database: DatabaseSync, askLong: Ask | null = null): SearchIndex {
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string) => prepared.getOrInsertComputed(text, () => database.prepare(text));
  const ask: Ask = async (text, values) => prepare(text).all(...values);
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
      // Not `run`, which would tell of a row id that a number can't hold.
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

/** Another process may be at it: it is waited for without holding this one up. */
async function begin(database: DatabaseSync): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (codeOf(error) !== codes.busy || tries === mostTries) throw error;
      await wait(betweenTriesMs);
    }
  }
}

const mostTries = 500;
const betweenTriesMs = 10;

const insertEntry =
  'INSERT INTO search_entry (id, thread_id, root_id, seq, step, kind, at) VALUES (?, ?, ?, ?, ?, ?, ?)';
const matching = `SELECT entry.* FROM search_words JOIN search_entry AS entry ON entry.id = search_words.rowid
  JOIN search_thread AS chat ON chat.id = entry.root_id
  WHERE search_words MATCH ? AND chat.workspace_id = ? AND chat.is_hidden = 0
  ORDER BY entry.kind = 'title' DESC, bm25(search_words), entry.id DESC`;

/** Words hold letters and digits only, so nothing in them means anything to FTS5. */
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
