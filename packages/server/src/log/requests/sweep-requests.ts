import type { Transaction } from '../store.ts';

/** Removes a bounded number of the answers that were kept before this moment, and says how many. */
export async function sweepRequests({ ask }: Pick<Transaction, 'ask'>, keptBefore: number): Promise<number> {
  return (await ask(removeSome, [keptBefore])).length;
}

/** Few enough that an append behind it does not notice. */
const requestsAtOnce = 500;

const removeSome = `DELETE FROM request WHERE (workspace_id, key) IN
  (SELECT workspace_id, key FROM request WHERE at < ? ORDER BY at LIMIT ${requestsAtOnce}) RETURNING at`;
