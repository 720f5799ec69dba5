import type { Actor } from '@retinue/protocol';
import { actorCopy } from '../copy.ts';

/** Name of the person behind a recorded id. Two ids belong to the owner. */
export function actorName(actor: Actor | null, isOwner: boolean): string {
  const owner = isOwner ? actorCopy.you : actorCopy.owner;
  if (actor === 'person:owner') return owner;
  if (actor === 'person:cli') return actorCopy.commandLine(owner);
  if (actor === 'imported') return actorCopy.imported;
  return actor?.startsWith('person:') ? actor.slice('person:'.length) : actorCopy.person;
}
