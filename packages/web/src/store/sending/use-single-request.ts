import { useRef, useState } from 'react';
import { IdempotencyKeys } from './idempotency-keys.ts';

/**
 * Sends a request once, however often its button is pressed: none while one is running, and the same key for the same
 * subject. The key stays after a reply, since the page may show the old state for a moment.
 */
export function useSingleRequest(
  subject: readonly unknown[],
  request: (idempotencyKey: string) => Promise<boolean>,
): { isBusy: boolean; send: () => Promise<boolean> } {
  const { isBusy, send } = useSingleRequests();
  return { isBusy, send: () => send('', subject, request) };
}

type SendOnce = (
  button: string,
  subject: readonly unknown[],
  request: (idempotencyKey: string) => Promise<boolean>,
) => Promise<boolean>;

/** The same for several buttons, which do not wait for each other. */
export function useSingleRequests(): { isBusy: boolean; send: SendOnce } {
  const [attempts] = useState(() => new Map<string, IdempotencyKeys>());
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef(new Set<string>());
  const send: SendOnce = async (button, subject, request) => {
    if (underWay.current.has(button)) return false;
    underWay.current.add(button);
    setBusy(true);
    const keys = attempts.get(button) ?? new IdempotencyKeys();
    attempts.set(button, keys);
    try {
      return await request(keys.keyFor(subject));
    } finally {
      underWay.current.delete(button);
      setBusy(underWay.current.size > 0);
    }
  };
  return { isBusy, send };
}
