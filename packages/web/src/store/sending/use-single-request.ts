import { useRef, useState } from 'react';
import { IdempotencyKeys } from './idempotency-keys.ts';

/**
 * Sends a request once, however often its button is pressed: none while one is under way, and the same key for the same
 * subject. The key stays after a reply, since the page may show for a moment what was there before.
 */
export function useSingleRequest(
  subject: readonly unknown[],
  request: (idempotencyKey: string) => Promise<boolean>,
): { isBusy: boolean; send: () => Promise<boolean> } {
  const [attempts] = useState(() => new IdempotencyKeys());
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const send = async () => {
    if (isSending.current) return false;
    isSending.current = true;
    setBusy(true);
    try {
      return await request(attempts.keyFor(subject));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { isBusy, send };
}
