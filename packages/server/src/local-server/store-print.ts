import { createHash } from 'node:crypto';
import { relative } from 'node:path';

type Store = { kind: 'sqlite'; directory: string } | { kind: 'postgres'; url: string };

/** Identifies the store of a data directory's server: it may be a database, whose address must not be in a file. */
export function storePrint(directory: string, store: Store): string {
  if (store.kind === 'sqlite') return `sqlite:${relative(directory, store.directory)}`;
  return `postgres:${createHash('sha256').update(store.url).digest('base64url')}`;
}
