import type { Refusal } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { ChangeHeader } from '../../ports/records.ts';
import type { KeptRequest } from '../reads.ts';

/** Gives the reply of the first request with a key to the next one, unless that asks for something else. */
export function repeat<Reply, Found>(
  { request, reply }: KeptRequest,
  { once }: ChangeHeader,
  found: Found,
): { refusal: Refusal } | (Found & { refusal: null; reply: Reply; isRepeated: boolean }) {
  if (request !== once?.request) return { refusal: refuse('key-reused', once?.key ?? '') };
  return { ...found, refusal: null, reply: JSON.parse(reply), isRepeated: true };
}
