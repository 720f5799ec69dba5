import { StoreError } from '../../ports/log/store-error.ts';

/** The tables of a store and their columns. */
export type StoreShape = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads from the text of migrations the tables and columns that they leave. */
export function shapeAfter(migrations: readonly string[]): StoreShape {
  const shape = new Map<string, Set<string>>();
  for (const [, table = '', body = ''] of migrations.join('\n').matchAll(createTable)) {
    const columns = body.split(',').map((part) => /^\s*([a-z_]+)\s/.exec(part)?.[1] ?? '');
    shape.set(table, new Set(columns.filter((column) => column !== '')));
  }
  for (const [, table = '', column = ''] of migrations.join('\n').matchAll(addColumn)) shape.get(table)?.add(column);
  return shape;
}

const createTable = /CREATE TABLE (?:IF NOT EXISTS )?(\w+) \(([\s\S]*?)\)(?: STRICT[^;]*)?;/g;
const addColumn = /ALTER TABLE (\w+) ADD COLUMN (?:IF NOT EXISTS )?(\w+)/g;

/** The first missing part of a store, as `table` or `table.column`; null for none. */
export function missingIn(shape: StoreShape, expected: StoreShape): string | null {
  for (const [table, columns] of expected) {
    const present = shape.get(table);
    if (!present) return table;
    for (const column of columns) if (!present.has(column)) return `${table}.${column}`;
  }
  return null;
}

export function shapeOfRows(rows: readonly Record<string, unknown>[]): StoreShape {
  const shape = new Map<string, Set<string>>();
  for (const { table, column } of rows) {
    shape.getOrInsertComputed(String(table), () => new Set()).add(String(column));
  }
  return shape;
}

export function wrongShape(version: number, missing: string): StoreError {
  return new StoreError(
    'corrupt',
    `The store says that it has format ${version}, but ${missing} is missing from it. Nothing was changed. Restore a backup, or start with another store (RETINUE_DATA or DATABASE_URL).`,
  );
}
