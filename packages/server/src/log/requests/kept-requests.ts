import { type Refusal, refuse } from '@retinue/protocol';
import type { ChangeHeader } from '../../ports/log/records.ts';
import type { KeptRequest } from '../reads.ts';
import type { Transaction } from '../store.ts';

/** Gives the reply of the first request with a key to the next one, unless that requests something else. */
export function repeatReply<Reply, Found>(
  { request, reply }: KeptRequest,
  { idempotency }: ChangeHeader,
  found: Found,
): Refusal | (Found & { reply: Reply; isRepeated: boolean }) {
  if (request !== idempotency?.request) return refuse('key-reused', { key: idempotency?.key ?? '' });
  return { ...found, reply: JSON.parse(reply), isRepeated: true };
}

/** Removes a bounded number of the replies that were kept before this moment, and returns how many. */
export async function sweepRequests({ ask }: Pick<Transaction, 'ask'>, keptBefore: number): Promise<number> {
  return (await ask(removeSome, [keptBefore])).length;
}

/** Few enough that an append behind it does not notice. */
const requestsAtOnce = 500;

const removeSome = `DELETE FROM request WHERE (workspace_id, key) IN
  (SELECT workspace_id, key FROM request WHERE at < ? ORDER BY at LIMIT ${requestsAtOnce}) RETURNING at`;
