/** How long a server wants to be left alone; null when it does not say, or says it in words that mean nothing. */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const milliseconds = numberIn(headers['retry-after-ms']);
  if (milliseconds !== null) return bounded(milliseconds);
  const seconds = numberIn(headers['retry-after']);
  if (seconds !== null) return bounded(seconds * 1000);
  // Both moments are the server's own: how our clock differs from its clock does not matter.
  const wait = Date.parse(headers['retry-after'] ?? '') - Date.parse(headers.date ?? '');
  return Number.isNaN(wait) ? null : bounded(wait);
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}

function bounded(milliseconds: number): number {
  return Math.ceil(Math.min(longestMs, Math.max(0, milliseconds)));
}

const longestMs = 24 * 60 * 60_000;
