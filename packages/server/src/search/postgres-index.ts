import pg from 'pg';
import type { SearchIndex, SearchQuery, SearchTerm } from '../ports/search.ts';
import type { Ask, Dialect } from './index-tables.ts';
import { IndexTables } from './index-tables.ts';

/*
 * Tables of its own beside those of the log, so that nothing of the store depends on them. The words come folded, and are
 * written as a `tsvector` without any parser or dictionary of the database.
 */
export async function openPostgresIndex(url: string): Promise<SearchIndex> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 5000,
    statement_timeout: longestMs,
    query_timeout: longestMs + 5000,
    keepAlive: true,
    application_name: 'retinue',
  });
  pool.on('error', () => {});
  const transact: Dialect['transact'] = (run) => inTransaction(pool, run);
  try {
    await transact(prepareTables);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const ask = askingOf(pool);
  return new IndexTables({
    ask,
    askLong: ask,
    transact,
    async insertEntry(ask, id, { threadId, rootId, seq, step, kind, at, words }) {
      await ask(insertEntry, [id, threadId, rootId, seq, step, kind, at, toVector(words)]);
    },
    removeWords: async () => {},
    matching(query, workspaceId) {
      const match = toMatch(query);
      return { text: matching, values: [match, workspaceId, match, workspaceId, match] };
    },
    close: () => pool.end(),
  });
}

async function inTransaction<Result>(pool: pg.Pool, run: (ask: Ask) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  const ask = askingOf(client);
  try {
    // One process follows the log at a time; whoever comes second finds the place moved.
    await ask(`BEGIN; SELECT pg_advisory_xact_lock(${0x5245544e}, 3)`, []);
    const result = await run(ask);
    await ask('COMMIT', []);
    client.release();
    return result;
  } catch (error) {
    // It may hold half a transaction.
    client.release(true);
    throw error;
  }
}

function askingOf(client: Pick<pg.ClientBase, 'query'>): Ask {
  return async (text, values) => {
    let count = 0;
    const numbered = text.replace(/\?/g, () => `$${++count}`);
    const result = await (values.length === 0 ? client.query(numbered) : client.query(numbered, [...values]));
    return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows;
  };
}

const indexVersion = 1;
/** No question is waited for longer: neither at a busy database nor on a network that went silent. */
const longestMs = 60_000;

async function prepareTables(ask: Ask): Promise<void> {
  const [found] = await ask("SELECT to_regclass('search_place') IS NOT NULL AS present", []);
  const [place] = found?.present ? await ask('SELECT version FROM search_place', []) : [];
  if (Number(place?.version) !== indexVersion) await ask(makeAnew, []);
  await ask("CREATE INDEX IF NOT EXISTS search_entry_titles ON search_entry (id) WHERE kind = 'title'", []);
}

const makeAnew = `
  DROP TABLE IF EXISTS search_place, search_thread, search_entry;
  CREATE TABLE search_place (version BIGINT NOT NULL, position BIGINT NOT NULL, mark TEXT);
  INSERT INTO search_place VALUES (${indexVersion}, 0, NULL);
  CREATE TABLE search_thread (
    id TEXT COLLATE "C" PRIMARY KEY,
    workspace_id TEXT COLLATE "C" NOT NULL,
    root_id TEXT COLLATE "C" NOT NULL,
    parent_id TEXT COLLATE "C",
    task_id TEXT COLLATE "C",
    title TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    agent_name TEXT NOT NULL,
    is_hidden BIGINT NOT NULL
  );
  CREATE INDEX search_thread_by_root ON search_thread (root_id);
  CREATE INDEX search_thread_hidden ON search_thread (is_hidden) WHERE is_hidden = 1;
  CREATE TABLE search_entry (
    id BIGINT PRIMARY KEY,
    thread_id TEXT COLLATE "C" NOT NULL,
    root_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    step BIGINT,
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    vector TSVECTOR NOT NULL
  );
  CREATE INDEX search_entry_by_root ON search_entry (root_id);
  CREATE INDEX search_entry_words ON search_entry USING GIN (vector)`;

const insertEntry = `INSERT INTO search_entry (id, thread_id, root_id, seq, step, kind, at, vector)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?::tsvector)`;
/** Ranking reads all the words of an entry, so of a common word only the newest entries are ranked. */
const mostRanked = 1000;
/** A subquery and no join: of tables without statistics a planner would begin with the chats, all of them. */
const newest = (kind: string) => `(SELECT * FROM search_entry AS entry
  WHERE kind ${kind} 'title' AND vector @@ ?::tsquery
  AND (SELECT workspace_id FROM search_thread WHERE id = entry.root_id AND is_hidden = 0) = ?
  ORDER BY id DESC LIMIT ${mostRanked})`;
const matching = `SELECT id, thread_id, root_id, kind, at FROM (${newest('=')} UNION ALL ${newest('<>')}) AS candidate
  ORDER BY kind = 'title' DESC, ts_rank(vector, ?::tsquery, 1) DESC, id DESC`;

/** Words hold letters and digits only, so nothing in them has to be escaped. Of one word, 256 places are kept. */
function toVector(words: readonly string[]): string {
  const places = new Map<string, number[]>();
  for (const [index, word] of words.entries()) places.getOrInsertComputed(word, () => []).push(index + 1);
  return [...places].map(([word, at]) => `'${word}':${at.slice(0, 256).join(',')}`).join(' ');
}

function toMatch({ all, none }: SearchQuery): string {
  return [...all.map(termText), ...none.map((term) => `!${termText(term)}`)].join(' & ');
}

function termText({ words, isOpen }: SearchTerm): string {
  const written = words.map((word, index) => `'${word}'${isOpen && index === words.length - 1 ? ':*' : ''}`);
  return `(${written.join(' <-> ')})`;
}
