import type { Item, ThreadState } from '@retinue/protocol';

/** Approximate memory of a folded thread, in bytes: exact for strings, by number of fields for objects. */
export function weighState(state: ThreadState): number {
  return weighValue(state);
}

/**
 * The weight of a state that was folded from one of known weight. Only fields and entries that are not in both are
 * weighed, so that an append to a long thread compares references and walks nothing else.
 */
export function weighNext(before: ThreadState, weightBefore: number, after: ThreadState): number {
  let weight = weightBefore;
  for (const field in after) {
    const [old, fresh] = [before[field as keyof ThreadState], after[field as keyof ThreadState]];
    if (old === fresh) continue;
    weight += isList(field) ? weighChange(old as Item[], fresh as Item[]) : weighValue(fresh) - weighValue(old);
  }
  return weight;
}

function isList(field: string): boolean {
  return field === 'items' || field === 'takenBack';
}

function weighChange(before: readonly Item[], after: readonly Item[]): number {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  return weighAll(after.slice(first, after.length - last)) - weighAll(before.slice(first, before.length - last));
}

function weighAll(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + weighValue(item), 0);
}

function weighValue(value: unknown): number {
  if (typeof value === 'string') return weighString(value);
  if (typeof value !== 'object' || value === null) return slotBytes;
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + weighValue(entry), objectBytes);
  let sum = objectBytes;
  for (const key in value) sum += weighValue((value as Record<string, unknown>)[key]);
  return sum;
}

/** V8 keeps a string in one byte per character as long as all of them fit, else in two. */
function weighString(text: string): number {
  return objectBytes + (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length);
}

const slotBytes = 8;
const objectBytes = 32;
