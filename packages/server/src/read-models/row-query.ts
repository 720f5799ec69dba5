import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { StorePlace } from '../ports/log/event-log.ts';
import type { Ask, SqlValue } from '../ports/log/sql.ts';
import type { Schema } from './schema.ts';

/*
 * Typed queries for both databases. Kysely only writes their SQL: it is sent through the connections of the store, whose
 * rules hold for it as for every other statement.
 */
export interface RowReader {
  kind: StorePlace['kind'];
  ask: Ask;
}

export type QueryBuilder = Kysely<Schema>;

type Build<Values, Row> = (db: QueryBuilder, values: Values) => { compile(db: QueryBuilder): CompiledQuery<Row> };

/**
 * Returns a query of a fixed shape. It is built once for each database, since building takes longer than most of these
 * queries run. `build` gets placeholders, to which the values of each call are bound.
 */
export function rowQuery<Values extends object, Row>(build: Build<Values, Row>) {
  const compiled = new Map<StorePlace['kind'], CompiledQuery<Row>>();
  return ({ kind, ask }: RowReader, values: Values): Promise<Row[]> => {
    const { sql, parameters } = compiled.getOrInsertComputed(kind, () =>
      build(builders[kind], placeholders as Values).compile(builders[kind]),
    );
    return ask<Row>(
      sql,
      parameters.map((value) => (value instanceof Placeholder ? value.in(values) : value) as SqlValue),
    );
  };
}

/** Turns the placeholder of a list into a fixed number of them, so that lists of every length are one prepared statement. */
export function eachOf<Value>(list: readonly Value[]): Value[] {
  if (!(list instanceof Placeholder)) throw new Error('a list in a query must be a placeholder');
  const { name } = list;
  return Array.from({ length: maxListed }, (_, index) => new Placeholder(name, index) as Value);
}

/** Reads a list of any length in parts that one query takes. */
export async function inParts<Value, Row>(
  list: readonly Value[],
  read: (part: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < list.length; first += maxListed) {
    rows.push(...(await read(list.slice(first, first + maxListed))));
  }
  return rows;
}

const maxListed = 50;

class Placeholder {
  readonly name: string;
  readonly #index: number | null;

  constructor(name: string, index: number | null = null) {
    this.name = name;
    this.#index = index;
  }

  /** A list that is shorter than its places fills the rest with its first value. */
  in(values: object): unknown {
    const value: unknown = Reflect.get(values, this.name);
    return this.#index === null || !Array.isArray(value) ? value : (value[this.#index] ?? value[0]);
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

const unusedParts = {
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
};
const sqlite = { createAdapter: () => new SqliteAdapter(), createQueryCompiler: () => new SqliteQueryCompiler() };
const postgres = { createAdapter: () => new PostgresAdapter(), createQueryCompiler: () => new PostgresQueryCompiler() };
const builders: Record<StorePlace['kind'], QueryBuilder> = {
  sqlite: new Kysely<Schema>({ dialect: { ...unusedParts, ...sqlite } }),
  postgres: new Kysely<Schema>({ dialect: { ...unusedParts, ...postgres } }),
};
