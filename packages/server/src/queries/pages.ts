import type { Refusal } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';

interface PageQuery {
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
}

export function limitOf({ limit }: Pick<PageQuery, 'limit'>): number {
  return limit ?? 100;
}

/** A page of a complete list. Its cursor is the index of the next one. */
export function pageOf<Item>(
  items: readonly Item[],
  query: PageQuery,
): { results: Item[]; cursor: string | null } | Refusal {
  const start = startOf(query);
  if (typeof start !== 'number') return start;
  const end = start + limitOf(query);
  return { results: items.slice(start, end), cursor: end < items.length ? `p${end}` : null };
}

/** The same of a list whose items are written only for the page. */
export function writtenPageOf<Item>(
  writers: readonly (() => Item)[],
  query: PageQuery,
): { results: Item[]; cursor: string | null } | Refusal {
  const page = pageOf(writers, query);
  return 'code' in page ? page : { ...page, results: page.results.map((write) => write()) };
}

export function startOf({ cursor, offset }: Omit<PageQuery, 'limit'>): number | Refusal {
  if (cursor === undefined) return offset ?? 0;
  const start = /^p(\d{1,9})$/.exec(cursor)?.[1];
  return start === undefined ? refuse('bad-cursor') : Number(start);
}
