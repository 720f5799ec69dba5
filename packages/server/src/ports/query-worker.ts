/** Runs a read of a SQLite file beside the event loop, for reads that take long by their nature. */
export interface QueryWorker extends AsyncDisposable {
  /** Places for values are question marks. Rejects with an `overloaded` error when too many wait. */
  ask(file: string, text: string, values: readonly QueryValue[]): Promise<Record<string, unknown>[]>;
}

export type QueryValue = string | number | null;
