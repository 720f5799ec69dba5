/*
 * A migration of both stores: threads that cannot be used get a table of their own, and rows that an absurd count of tokens
 * or an absurd time came into get the highest value that there may be. Those counts once made every list fail.
 */
const maxCount = '9007199254740991';
const maxTime = '253402300799999';

function clamp(table: string, columns: readonly string[], max: string): string {
  const sets = columns.map(
    (column) => `${column} = CASE WHEN ${column} > ${max} THEN ${max} WHEN ${column} < 0 THEN 0 ELSE ${column} END`,
  );
  const isOutside = columns.map((column) => `${column} > ${max} OR ${column} < 0`);
  return `UPDATE ${table} SET ${sets.join(', ')} WHERE ${isOutside.join(' OR ')};`;
}

const countColumns = ['worked_ms', 'input_tokens', 'output_tokens', 'reasoning_tokens', 'cached_tokens', 'cost_micros'];

export const damageTable = `
  CREATE TABLE damage (
    thread_id TEXT PRIMARY KEY,
    root_id TEXT NOT NULL,
    seq BIGINT,
    reason TEXT NOT NULL,
    found_at BIGINT NOT NULL
  );
  CREATE INDEX damage_by_root ON damage (root_id);
  ${clamp('thread', [...countColumns, 'estimated_tokens'], maxCount)}
  ${clamp('thread', ['opened_at', 'updated_at', 'due_at', 'hidden_at'], maxTime)}
  ${clamp('task', ['opened_at', 'ended_at'], maxTime)}
  ${clamp('question', ['asked_at', 'answered_at'], maxTime)}
  `;
