/**
 * Reason why the stored events of a thread cannot be used:
 * - `unknown-type`: an event of a type that this version does not know; a newer version may have written it;
 * - `checksum`: the stored bytes are not those that were written;
 * - `unreadable`: the stored data is not JSON;
 * - `invalid`: the data does not fit the shape of its type;
 * - `missing`: an event between two others is gone;
 * - `fold`: each event is valid, but together they make no state.
 */
export const damageReasons = ['unknown-type', 'checksum', 'unreadable', 'invalid', 'missing', 'fold'] as const;
export type DamageReason = (typeof damageReasons)[number];

/** Describes the damage for people. */
export function damageText({ reason, seq }: { reason: DamageReason; seq: number | null }): string {
  return `${reasonTexts[reason]}${seq === null ? '' : ` (event ${seq})`}`;
}

const reasonTexts: Record<DamageReason, string> = {
  'unknown-type': 'it has an event of a type that this version does not know',
  checksum: 'the stored data is not what was written',
  unreadable: 'the stored data is not JSON',
  invalid: 'the stored data does not fit its type',
  missing: 'an event before it is missing',
  fold: 'its events contradict each other',
};
