export type Columns = Record<string, unknown>;
export type SqlValue = string | number | null;

/**
 * Sends a statement to a database. `Row` is the type that its columns have. Placeholders are question marks on every
 * database, or those of the database itself.
 */
export type Ask = <Row = Columns>(text: string, values: readonly SqlValue[]) => Promise<Row[]>;

/** Runs long reads of a SQLite file beside the event loop. */
export interface QueryWorker extends AsyncDisposable {
  /** Placeholders are question marks. Rejects with an `overloaded` error when too many requests wait. */
  ask(file: string, text: string, values: readonly SqlValue[]): Promise<Columns[]>;
}
