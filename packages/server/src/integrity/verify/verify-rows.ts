import type { Finding } from '../../ports/log/finding.ts';
import type { Ask } from '../../ports/log/sql.ts';
import { rebuild, type Table, tables } from '../../read-models/projector.ts';
import type { Row } from '../../read-models/rows.ts';
import type { VerifiedTree } from './verify-events.ts';

/** Rows that are rebuilt from a tree's events must equal the stored rows. */
export async function verifyRows(ask: Ask, tree: VerifiedTree): Promise<Finding[]> {
  const rebuilt = rebuild(tree);
  const findings: Finding[] = [];
  for (const table of tables)
    findings.push(...compareTable(table, tree, rebuilt[table], await storedRows(ask, table, tree)));
  return findings;
}

function compareTable(table: Table, tree: VerifiedTree, due: Map<string, Row>, stored: Stored): Finding[] {
  const missing = [...due.keys()].filter((id) => !stored.has(id));
  const extra = [...stored.keys()].filter((id) => !due.has(id));
  return [
    ...missing.map((id) => projection(id, `Table ${table} has no row for ${id}, which is in the log.`)),
    ...extra.map((id) =>
      projection(id, `Table ${table} has a row ${id} in chat ${tree.rootId}, which is not in the log.`),
    ),
    ...[...due].flatMap(([id, row]) => compare(table, id, row, stored.get(id))),
  ];
}

/** Rows of chats and threads without events. */
export async function findStrayRows(ask: Ask): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const table of tables) {
    const number = `(SELECT number FROM thread_number WHERE thread_number.id = ${table}.root_id)`;
    const text = `SELECT id FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM log_event WHERE root = ${number})`;
    for (const { id } of await ask(text, [])) {
      findings.push(projection(String(id), `Table ${table} has a row ${id} of a chat that has no events.`));
    }
  }
  return findings;
}

type Stored = Map<string, Record<string, unknown>>;

async function storedRows(ask: Ask, table: Table, { rootId }: VerifiedTree): Promise<Stored> {
  const rows = await ask(`SELECT * FROM ${table} WHERE root_id = ?`, [rootId]);
  return new Map(rows.map((row) => [String(row.id), row]));
}

function compare(table: Table, id: string, due: Row, stored: Record<string, unknown> | undefined): Finding[] {
  if (!stored) return [];
  const columns = new Set([...Object.keys(due), ...Object.keys(stored)]);
  const differing = [...columns].filter((column) => due[column] !== stored[column]);
  if (differing.length === 0) return [];
  const tell = (column: string) => `${column} is ${show(stored[column])} where the log gives ${show(due[column])}`;
  return [projection(id, `Table ${table}, row ${id}: ${differing.map(tell).join('; ')}.`)];
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length <= maxValueChars ? text : `${text.slice(0, maxValueChars - 1)}…`;
}

function projection(about: string, message: string): Finding {
  return { rule: 'projection', about, message };
}

const maxValueChars = 60;
