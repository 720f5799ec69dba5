/** Fields that this form and someone else changed to different values. */
export interface Conflict<Draft> {
  fields: readonly (keyof Draft)[];
  theirs: Draft;
}

/** Applies the changes of this form to the latest values. */
export function rebase<Draft extends object>(
  { draft, kept }: { draft: Draft; kept: Draft },
  latest: Draft,
): { draft: Draft; conflict: Conflict<Draft> | null } {
  const fields = Object.keys(draft) as (keyof Draft)[];
  const mine = fields.filter((field) => !isSame(draft[field], kept[field]));
  const both = mine.filter((field) => !isSame(latest[field], kept[field]) && !isSame(latest[field], draft[field]));
  const changes = Object.fromEntries(mine.map((field) => [field, draft[field]]));
  return {
    draft: { ...latest, ...changes },
    conflict: both.length > 0 ? { fields: both, theirs: latest } : null,
  };
}

/**
 * Applies a save that found another version to the latest values: the submitted draft, and the shown one with the text typed
 * since. A field is in conflict if either of them changed it.
 */
export function rebaseSave<Draft extends object>(
  { submitted, typed, kept }: { submitted: Draft; typed: Draft; kept: Draft },
  latest: Draft,
): { submitted: Draft; shown: Draft; conflict: Conflict<Draft> | null } {
  const save = rebase({ draft: submitted, kept }, latest);
  const show = rebase({ draft: typed, kept }, latest);
  const fields = new Set([...(save.conflict?.fields ?? []), ...(show.conflict?.fields ?? [])]);
  return {
    submitted: save.draft,
    shown: show.draft,
    conflict: fields.size > 0 ? { fields: [...fields], theirs: latest } : null,
  };
}

/** Null when no conflict is left. */
export function withoutField<Draft>(conflict: Conflict<Draft>, field: keyof Draft): Conflict<Draft> | null {
  const fields = conflict.fields.filter((other) => other !== field);
  return fields.length > 0 ? { ...conflict, fields } : null;
}

/** The fields whose values differ; all fields without a `before`. */
export function changedFields<Value extends object>(before: Value | null, after: Value): Partial<Value> {
  if (!before) return after;
  const changed = Object.entries(after).filter(([field, value]) => !isSame(value, before[field as keyof Value]));
  return Object.fromEntries(changed) as Partial<Value>;
}

export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
