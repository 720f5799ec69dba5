/** The readable part of an id: `Market research` becomes `market-research`. */
export function slugOf(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '');
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return slug || otherwise;
}

/** The first free one of `slug`, `slug-2`, `slug-3` … */
export function firstFree(slug: string, isTaken: (slug: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? slug : `${slug}-${count}`;
    if (!isTaken(candidate)) return candidate;
  }
}
