import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { RecordedQuery } from './recorded-queries.ts';

/*
 * Lists the queries that read more as the store grows: a scan of a growing table, or a search that only the workspace
 * narrows. A store's plans are checked with and without statistics: our SQLite stores have none, and one in PostgreSQL
 * has none until the database makes them.
 */
export interface PlanFinding {
  during: string[];
  text: string;
  plan: string;
}

export function sqliteFindings(queries: readonly RecordedQuery[]): PlanFinding[] {
  const findings: PlanFinding[] = [];
  for (const [file, ofFile] of Map.groupBy(queries, (query) => query.file)) {
    if (!file) continue;
    using database = new DatabaseSync(file);
    if (file.endsWith('retinue.db')) growSqlite(database);
    findings.push(...ofFile.flatMap((query) => explainSqlite(database, query)));
    database.exec('ANALYZE');
    using analyzed = new DatabaseSync(file);
    findings.push(...ofFile.flatMap((query) => explainSqlite(analyzed, query)));
  }
  return findings;
}

/** Planners consider the size of tables: every row is copied many times under other ids, as settled work. */
const copies = 25;
const apart = 10_000_000;
const idColumns = new Set(['id', 'root_id', 'parent_thread_id', 'thread_id', 'task_id', 'child_thread_id', 'call_id']);
const settled: Record<string, string> = { status: "'answered'", owes: 'NULL', hidden_at: 'NULL' };

function copyText(table: string, columns: readonly string[], copy: number): string {
  const copied = columns.map((column) => {
    if (table === 'log_event' || table === 'thread_number') {
      if (['number', 'position', 'root', 'thread'].includes(column)) return `${column} + ${copy * apart}`;
    }
    if (idColumns.has(column)) return `${column} || '-${copy}'`;
    return (column !== 'status' || table === 'question' ? settled[column] : undefined) ?? column;
  });
  const override = table === 'thread_number' ? ' /* override */ ' : '';
  return `INSERT INTO ${table} (${columns.join(', ')})${override} SELECT ${copied.join(', ')} FROM ${table} WHERE ${ofFirst(table)}`;
}

function ofFirst(table: string): string {
  if (table === 'log_event') return `position < ${apart}`;
  return table === 'thread_number' ? `number < ${apart}` : "id NOT LIKE '%-%'";
}

const copiedTables = ['thread_number', 'log_event', 'thread', 'task', 'question', 'blob_use'];

function growSqlite(database: DatabaseSync): void {
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  for (const table of copiedTables) {
    const rows = database.prepare(`PRAGMA table_info(${table})`).all();
    const columns = rows.map(({ name }) => String(name));
    for (let copy = 1; copy <= copies; copy += 1) database.exec(copyText(table, columns, copy));
  }
  database.exec('COMMIT');
}

async function growPostgres(client: pg.Client): Promise<void> {
  for (const table of copiedTables) {
    const text =
      'SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()';
    const columns = (await client.query(text, [table])).rows.map(({ column_name: name }) => String(name));
    // The smallest rows are copied most often: a planner reads a small table as a whole, and is right.
    const times = table === 'thread_number' ? copies * 12 : copies;
    for (let copy = 1; copy <= times; copy += 1) {
      await client.query(copyText(table, columns, copy).replace('/* override */', 'OVERRIDING SYSTEM VALUE'));
    }
  }
}

function explainSqlite(database: DatabaseSync, { text, during }: RecordedQuery): PlanFinding[] {
  if (!isPlanned.test(text)) return [];
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[];
  return plan
    .filter(({ detail }) => growsInSqlite(detail, text))
    .map(({ detail }) => ({ during: [...during], text: oneLine(text), plan: detail }));
}

/** A view's tables come under their aliases, so everything counts that is not known to be small. */
function growsInSqlite(detail: string, text: string): boolean {
  const scanned = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail);
  if (scanned) {
    const [, name = '', index = ''] = scanned;
    return !small.has(name) && !name.startsWith('(') && !openWork.has(index) && !isVirtual.test(detail);
  }
  const searched = /^SEARCH (\S+) USING (?:COVERING )?INDEX (\S+) \(workspace_id=\?\)/.exec(detail);
  return searched !== null && !endsByLimit(searched[2] ?? '', text);
}

export async function postgresFindings(url: string, queries: readonly RecordedQuery[]): Promise<PlanFinding[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await growPostgres(client);
    await prepareAll(client, queries);
    await client.query('SET jit = off');
    const leading = await leadingColumns(client);
    const walksIndex: IsFound = (node) => lacksLeadingColumn(node, leading);
    const findings = await explainAll(client, queries, (node, text) => scansLog(node, text) || walksIndex(node, text));
    await client.query('ANALYZE; SET enable_seqscan = off');
    const isFound: IsFound = (node, text) => growsInPostgres(node, text) || walksIndex(node, text);
    return [...findings, ...(await explainAll(client, queries, isFound))];
  } finally {
    await client.end();
  }
}

/** The first column of every index. */
async function leadingColumns(client: pg.Client): Promise<Map<string, string>> {
  const text = `SELECT index.relname AS index, attname AS column FROM pg_index
    JOIN pg_class AS index ON index.oid = indexrelid
    JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]`;
  return new Map((await client.query(text)).rows.map(({ index, column }) => [String(index), String(column)]));
}

/** A condition on later columns alone reads every entry of the index. */
function lacksLeadingColumn(node: PlanNode, leading: ReadonlyMap<string, string>): boolean {
  const index = node['Index Name'] ?? '';
  if (/^(pg|record)_/.test(index)) return false;
  const column = leading.get(index);
  const condition = node['Index Cond'];
  return column !== undefined && condition !== undefined && !new RegExp(`\\b${column}\\b`).test(condition);
}

async function prepareAll(client: pg.Client, queries: readonly RecordedQuery[]): Promise<void> {
  for (const [index, { text }] of queries.entries()) {
    if (isPlanned.test(text)) await client.query(`PREPARE plan_${index} AS ${text}`);
  }
}

type IsFound = (node: PlanNode, text: string) => boolean;

async function explainAll(
  client: pg.Client,
  queries: readonly RecordedQuery[],
  isFound: IsFound,
): Promise<PlanFinding[]> {
  const findings: PlanFinding[] = [];
  for (const [index, query] of queries.entries()) {
    if (!isPlanned.test(query.text)) continue;
    const nodes = (await planOf(client, query, index)).filter((node) => isFound(node, query.text));
    const [during, text] = [[...query.during], oneLine(query.text)];
    findings.push(...nodes.map((node) => ({ during, text, plan: describe(node) })));
  }
  return findings;
}

async function planOf(client: pg.Client, { values }: RecordedQuery, index: number): Promise<PlanNode[]> {
  const given = values.map((value) => (value === null ? 'NULL' : pg.escapeLiteral(String(value)))).join(', ');
  const executed = `EXPLAIN (FORMAT JSON) EXECUTE plan_${index}${given === '' ? '' : `(${given})`}`;
  const planned = async (mode: 'custom' | 'generic') => {
    await client.query(`SET plan_cache_mode = force_${mode}_plan`);
    return (await client.query(executed)).rows[0]['QUERY PLAN'][0].Plan as PlanNode;
  };
  // By default the server takes the generic plan only where it is expected to cost less.
  const [custom, generic] = [await planned('custom'), await planned('generic')];
  return nodesOf(generic['Total Cost'] < custom['Total Cost'] ? generic : custom);
}

interface PlanNode {
  'Node Type': string;
  'Total Cost': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/**
 * Without statistics a planner can't know the number of rows after a position. Queries by thread or chat use an index
 * even so.
 */
function scansLog(node: PlanNode, text: string): boolean {
  const isOfLog = ['log_event', 'thread_number'].includes(node['Relation Name'] ?? '');
  return node['Node Type'] === 'Seq Scan' && isOfLog && !/FROM log_event WHERE position > \$\d+\)/i.test(text);
}

function growsInPostgres(node: PlanNode, text: string): boolean {
  const type = node['Node Type'];
  if (type === 'Seq Scan') return !small.has(node['Relation Name'] ?? '');
  if (!/^(Index|Index Only|Bitmap Index) Scan$/.test(type)) return false;
  const index = node['Index Name'] ?? '';
  if (small.has(node['Relation Name'] ?? '') || openWork.has(index) || index.startsWith('record_')) return false;
  const condition = node['Index Cond'] ?? '';
  const isByWorkspaceOnly = /^\(?\(*workspace_id(\)::text)? = [^()]*\)*$/.test(condition);
  return (condition === '' || isByWorkspaceOnly) && !endsByLimit(index, text);
}

function describe(node: PlanNode): string {
  return [node['Node Type'], node['Relation Name'], node['Index Name'], node['Index Cond']].filter(Boolean).join(' ');
}

/** The list of chats is read in the order of its index, and no further than its page. */
function endsByLimit(index: string, text: string): boolean {
  return (
    openWork.has(index) ||
    (index === 'chat_by_position' && /LIMIT/i.test(text) && !/LIKE| "?id"? (IN|=) /i.test(firstPart(text)))
  );
}

function firstPart(text: string): string {
  return text.slice(0, text.search(/ORDER BY/i));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const isPlanned = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;
/** Results of other parts of the statement; one row; settings, which are few; and the schema. */
const small = new Set([
  'CONSTANT',
  'sqlite_sequence',
  ...['page', 'below', 'changed', 'spent', 'delegated', 'asked', 'wanted', 'told', 'fresh', 'gone', 'most', 'ranked'],
  ...[
    'log_head',
    'damage',
    'store_version',
    'search_place',
    'record',
    'sqlite_master',
    'sqlite_schema',
    'sqlite_sequence',
  ],
]);
/** Indexes that hold only open or soon-removed rows. */
const openWork = new Set(['thread_owing', 'chat_hidden', 'question_open', 'search_thread_hidden']);
const isVirtual = /VIRTUAL TABLE INDEX/;
