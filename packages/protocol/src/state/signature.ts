import type { CallState } from './thread-state.ts';

/** Short, and equal for calls with the same request and the same result. */
export function signatureOf(call: Pick<CallState, 'name' | 'args' | 'output' | 'error'>): string {
  return hash(JSON.stringify([call.name, call.args, call.output?.value ?? null, call.error]));
}

/** 53-bit FNV-like mix of two lanes: no cryptography, the same in every runtime, synchronous in a browser. */
export function hash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
