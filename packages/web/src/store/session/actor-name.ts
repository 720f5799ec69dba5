import type { Actor } from '@retinue/protocol';

/** Who did something, as far as the log knows: it holds ids, and two of them are the owner's. */
export function actorName(actor: Actor | null, isOwner: boolean): string {
  const owner = isOwner ? 'you' : 'the owner';
  if (actor === 'person:owner') return owner;
  if (actor === 'person:cli') return `${owner} at the command line`;
  if (actor === 'imported') return 'a person before the import';
  return actor?.startsWith('person:') ? actor.slice('person:'.length) : 'a person';
}
