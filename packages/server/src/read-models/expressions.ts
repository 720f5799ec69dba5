import type { ThreadId } from '@retinue/protocol';
import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Adds up a column in floating point, which is exact for every realistic sum and can't overflow. The sum is at most the
 * highest count that JavaScript holds.
 */
export function sumSaturating(column: Expression<unknown>): RawBuilder<number> {
  const total = sql`coalesce(sum(cast(${column} as double precision)), 0)`;
  return sql`(case when ${total} > ${max} then ${max} else ${total} end)`;
}

const max = sql.lit(Number.MAX_SAFE_INTEGER);

export function countIf(condition: Expression<unknown>): RawBuilder<number> {
  return sql`sum(case when ${condition} then 1 else 0 end)`;
}

/** Both databases give sums as other types than JavaScript's numbers. A sum of no rows is 0. */
export function toInteger(sum: Expression<unknown>): RawBuilder<number> {
  return sql`cast(coalesce(${sum}, 0) as bigint)`;
}

/**
 * Chats that are being imported: hidden until a time that lies after everything in them. A deleted chat is hidden since its
 * last event, or later if it is damaged. Few chats are hidden, and an index has them.
 */
export const stagedChats: Expression<ThreadId> = sql`(select id from thread where hidden_at is not null
  and hidden_at > updated_at and parent_thread_id is null and id not in (select thread_id from damage))`;
