import type { ReactNode } from 'react';
import { formFrameCopy } from './copy.ts';

/** Fields that only owners can change; disabled with a note for everyone else. */
export function OwnersOnly({ isOwner, children }: { isOwner: boolean; children: ReactNode }) {
  return (
    <>
      {!isOwner && <p className="rounded-small bg-sunken px-3 py-2 text-small text-soft">{formFrameCopy.ownersOnly}</p>}
      <fieldset disabled={!isOwner} className="flex min-w-0 flex-col gap-5">
        {children}
      </fieldset>
    </>
  );
}
