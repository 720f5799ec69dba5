import type { Json } from '../../ports/engine/model.ts';

/**
 * The AI SDK's client refuses a whole stream for one key that could reach a prototype, and a tool's or model's output
 * may hold any key. Such keys are left out; everything else stays the same value.
 */
export function cleanJson(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  const known = cleaned.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  const clean = suspicious.test(text) ? (JSON.parse(text, leaveOut) as Json) : value;
  cleaned.set(value, clean);
  return clean;
}

/** Values of folded threads never change, so each is checked once. */
const cleaned = new WeakMap<object, Json>();
const suspicious = /"(?:__proto__|constructor)":/;

function leaveOut(key: string, value: Json): Json | undefined {
  if (key === '__proto__') return undefined;
  const reaches = key === 'constructor' && value !== null && typeof value === 'object';
  return reaches && Object.hasOwn(value, 'prototype') ? undefined : value;
}
