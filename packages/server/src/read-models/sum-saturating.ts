/**
 * A sum of a column in the SQL of both databases. It is added up in floating point, which is exact for every sum that
 * matters and can't overflow, and is no more than the highest count that JavaScript holds.
 */
export function sumSaturating(column: string): string {
  const sum = `coalesce(sum(CAST(${column} AS DOUBLE PRECISION)), 0)`;
  return `(CASE WHEN ${sum} > ${max} THEN ${max} ELSE ${sum} END)`;
}

const max = '9007199254740991';
