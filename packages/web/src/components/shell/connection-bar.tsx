import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useConnection } from '../../store/use-store.ts';
import { loadFailedParts } from '../../ui/loading/lazy-part.ts';
import { shellCopy } from './copy.ts';

/** Says when the page may be out of date. */
export function ConnectionBar() {
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'live') loadFailedParts();
  }, [connection]);
  if (connection !== 'reconnecting' && connection !== 'offline') return null;
  return (
    <p
      role="status"
      className="delayed flex items-center justify-center gap-2 border-b border-ask/30 bg-ask-wash px-3 py-1 text-tiny text-ask text-balance"
    >
      <CloudOff size={13} aria-hidden="true" className="shrink-0" />
      {connection === 'offline' ? shellCopy.offline : shellCopy.reconnecting}
    </p>
  );
}
