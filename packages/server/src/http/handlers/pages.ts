import { HttpProblem } from '../problems.ts';

export interface Page {
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: string | undefined;
}

export function limitOf({ limit }: Pick<Page, 'limit'>): number {
  return limit ?? 100;
}

/** A page of a list that is there as a whole. Its cursor is the place of the next one. */
export function pageOf<Item>(items: readonly Item[], page: Page): { results: Item[]; cursor: string | null } {
  const start = placeOf(page);
  const end = start + limitOf(page);
  return { results: items.slice(start, end), cursor: end < items.length ? `p${end}` : null };
}

/** Where a page begins. */
export function placeOf({ cursor, offset }: Omit<Page, 'limit'>): number {
  if (cursor === undefined) return offset ?? 0;
  const place = /^p(\d{1,9})$/.exec(cursor)?.[1];
  if (place === undefined) throw badCursor();
  return Number(place);
}

export function badCursor(): HttpProblem {
  return new HttpProblem(400, 'bad-cursor', 'That cursor is not one of this list. Begin again without it.');
}
