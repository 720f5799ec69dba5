import type { Budget } from '@retinue/protocol';
import { useLayoutEffect, useReducer, useRef } from 'react';
import type { Sending } from '../actions.ts';
import {
  beginSending,
  bringBackCutOff,
  endSending,
  failSending,
  keepUnsent,
  listenToUnsent,
  unsent,
} from './unsent.ts';

interface Field {
  /** Place of an unsent text. */
  keptAs: string;
  /** The recipient agent or question, if the place alone does not determine it. */
  target: string | null;
  onSend: (text: string, sending: Sending) => Promise<boolean>;
}

interface Ready {
  budget: Budget | null;
  onSent: () => void;
}

/**
 * Sends typed text, one at a time for each place: a text that is sent meanwhile goes after it, unless the first one
 * fails. A text that could not be sent returns to its place, and a retry has the same key. `ready` is null while
 * nothing can be sent.
 */
export function useSending(field: Field, ready: () => Ready | null): () => Promise<void> {
  const isWaiting = useRef(false);
  const latest = useRef({ field, ready });
  latest.current = { field, ready };
  return async () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    const place = latest.current.field.keptAs;
    const mayGoOn = await isFree(place);
    isWaiting.current = false;
    const { field, ready } = latest.current;
    if (!mayGoOn || field.keptAs !== place) return;
    const sending = sendOnce(field, ready());
    underWay.set(place, sending);
    await sending;
    if (underWay.get(place) === sending) underWay.delete(place);
  };
}

/** Pending sends, by place: a reopened box waits for those of the one before. */
const underWay = new Map<string, Promise<boolean>>();

/** Waits for the sends of a place; false if one of them failed. */
async function isFree(place: string): Promise<boolean> {
  for (let sending = underWay.get(place); sending; sending = underWay.get(place)) if (!(await sending)) return false;
  return true;
}

async function sendOnce({ keptAs, target, onSend }: Field, ready: Ready | null): Promise<boolean> {
  const text = unsent(keptAs);
  if (!ready || text.trim() === '') return false;
  const idempotencyKey = beginSending(keptAs, text, [ready.budget, target]);
  const isSent = await onSend(text, { budget: ready.budget, idempotencyKey });
  if (isSent) {
    endSending(keptAs, idempotencyKey);
    ready.onSent();
  } else failSending(keptAs, idempotencyKey);
  return isSent;
}

/**
 * The unsent text of a place, also when it changes elsewhere: by a send that failed, or a text that was moved there.
 */
export function useUnsent(place: string): [text: string, setText: (text: string) => void] {
  const [, draw] = useReducer((drawings: number) => drawings + 1, 0);
  useLayoutEffect(() => {
    const stop = listenToUnsent(place, draw);
    bringBackCutOff(place);
    // The text may have changed since this was first drawn.
    draw();
    return stop;
  }, [place]);
  return [unsent(place), (text) => keepUnsent(place, text)];
}
