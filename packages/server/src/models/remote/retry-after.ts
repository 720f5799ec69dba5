import { boundWaitMs } from '../../ports/engine/model-bounds.ts';

/** Time that a server wants before a retry; null if it gives none, or none that is valid. */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const milliseconds = numberIn(headers['retry-after-ms']);
  if (milliseconds !== null) return boundWaitMs(milliseconds);
  const seconds = numberIn(headers['retry-after']);
  if (seconds !== null) return boundWaitMs(seconds * 1000);
  // Both times are the server's own: the difference between the clocks does not matter.
  const wait = Date.parse(headers['retry-after'] ?? '') - Date.parse(headers.date ?? '');
  return boundWaitMs(wait);
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
