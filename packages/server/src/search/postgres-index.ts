import pg from 'pg';
import type { SearchIndex, SearchQuery, SearchTerm } from '../ports/log/search.ts';
import type { Ask } from '../ports/log/sql.ts';
import { createTables, type Dialect, IndexTables } from './index-tables.ts';

/*
 * Tables beside those of the log; no other part of the store depends on them. Words are normalized already, and are written
 * as a `tsvector` without a parser or dictionary of the database.
 */
export async function openPostgresIndex(url: string): Promise<SearchIndex> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 5000,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + 5000,
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
    // One process follows the log at a time. A second one finds that the position has changed.
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
/** Also ends a statement on a dead network. */
const timeoutMs = 60_000;

async function prepareTables(ask: Ask): Promise<void> {
  const [found] = await ask("SELECT to_regclass('search_place') IS NOT NULL AS present", []);
  const [place] = found?.present ? await ask('SELECT version FROM search_place', []) : [];
  if (Number(place?.version) !== indexVersion) await ask(recreateTables, []);
  await ask("CREATE INDEX IF NOT EXISTS search_entry_titles ON search_entry (id) WHERE kind = 'title'", []);
}

const recreateTables = `
  DROP TABLE IF EXISTS search_place, search_thread, search_entry;
  CREATE TABLE search_place (version BIGINT NOT NULL, position BIGINT NOT NULL, mark TEXT);
  INSERT INTO search_place VALUES (${indexVersion}, 0, NULL);
  ${createTables({ id: 'TEXT COLLATE "C"', integer: 'BIGINT', thread: '', entry: '', words: ', vector TSVECTOR NOT NULL' })}
  CREATE INDEX search_entry_words ON search_entry USING GIN (vector)`;

const insertEntry = `INSERT INTO search_entry (id, thread_id, root_id, seq, step, kind, at, vector)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?::tsvector)`;
/** Ranking reads all words of an entry, so only the newest entries of a common word are ranked. */
const maxRanked = 1000;
/** A subquery instead of a join: without statistics a planner would begin with all chats. */
const newest = (kind: string) => `(SELECT * FROM search_entry AS entry
  WHERE kind ${kind} 'title' AND vector @@ ?::tsquery
  AND (SELECT workspace_id FROM search_thread WHERE id = entry.root_id AND is_hidden = 0) = ?
  ORDER BY id DESC LIMIT ${maxRanked})`;
const matching = `SELECT id, thread_id, root_id, kind, at FROM (${newest('=')} UNION ALL ${newest('<>')}) AS candidate
  ORDER BY kind = 'title' DESC, ts_rank(vector, ?::tsquery, 1) DESC, id DESC`;

/** Words hold letters and digits only, so nothing has to be escaped. At most 256 places of a word are kept. */
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
