import type { Json } from '../../ports/engine/model.ts';

/**
 * Half a character, which models do write, makes some providers refuse the whole prompt. The log keeps the original.
 */
export function wellFormed(value: Json): Json {
  return isWellFormed(value) ? value : mended(value);
}

function isWellFormed(value: Json): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner));
}

function mended(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(mended);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), mended(inner)]));
}
