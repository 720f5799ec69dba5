/** Writes JSON with sorted keys, without the named ones, so that two texts are equal if a service sees no difference. */
export function canonical(value: unknown, without: ReadonlySet<string> = none): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, without)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([key, inner]) => inner !== undefined && !without.has(key))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner, without)}`).join(',')}}`;
}

const none: ReadonlySet<string> = new Set();
