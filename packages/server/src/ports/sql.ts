export type Columns = Record<string, unknown>;
export type SqlValue = string | number | null;

/** Sends a statement to a database. Placeholders are question marks on every database. */
export type Ask = (text: string, values: readonly SqlValue[]) => Promise<Columns[]>;

/** Runs reads of a SQLite file that take long by their nature, beside the event loop. */
export interface QueryWorker extends AsyncDisposable {
  /** Placeholders are question marks. Rejects with an `overloaded` error when too many requests wait. */
  ask(file: string, ...query: Parameters<Ask>): ReturnType<Ask>;
}
