import { Topics } from '../topics.ts';
import { newIdempotencyKey } from './idempotency-keys.ts';

/** Unsent text is stored in this tab, by the place where it was typed. */
export function unsent(key: string): string {
  return read(placeOf(key)) ?? '';
}

export function keepUnsent(key: string, text: string): void {
  write(placeOf(key), text === '' ? null : text);
  topics.tell(key);
}

/** Calls the listener on every change of the text of a place. */
export function listenToUnsent(key: string, listener: () => void): () => void {
  return topics.listen(key, listener);
}

const topics = new Topics();

/** Moves a text that was typed while a chat opened to that chat. */
export function carryUnsent(from: string, to: string): void {
  const text = unsent(from);
  if (text === '') return;
  keepUnsent(to, text);
  keepUnsent(from, '');
}

interface Sending {
  /** The text and the other fields of its request. */
  request: string;
  text: string;
  key: string;
  /** It failed, and the text is back where it was typed. */
  isBack: boolean;
}

/**
 * Takes a text out of its place and keeps it until the server has it, also over a reload of the page. Returns the key
 * to send it with: a retry of the same text has the same key, so that the server takes it once. `rest` is everything
 * else that the request depends on.
 */
export function beginSending(place: string, text: string, rest: unknown): string {
  const request = JSON.stringify([text, rest]);
  const before = sendingAt(place);
  const key = before?.request === request ? before.key : newIdempotencyKey();
  write(sendingPlaceOf(place), JSON.stringify({ request, text, key, isBack: false } satisfies Sending));
  keepUnsent(place, '');
  return key;
}

export function endSending(place: string, key: string): void {
  if (sendingAt(place)?.key === key) write(sendingPlaceOf(place), null);
}

/** Puts the text back, before text that was typed since. A retry has the same key. */
export function failSending(place: string, key: string): void {
  const sending = sendingAt(place);
  if (sending?.key !== key || sending.isBack) return;
  write(sendingPlaceOf(place), JSON.stringify({ ...sending, isBack: true } satisfies Sending));
  keepUnsent(place, [sending.text, unsent(place)].filter((part) => part !== '').join('\n'));
}

/** A text whose sending was interrupted by a reload returns to its place. */
export function bringBackCutOff(place: string): void {
  if (begun.has(place)) return;
  begun.add(place);
  const sending = sendingAt(place);
  if (sending) failSending(place, sending.key);
}

/** Places that were visible since the page was loaded. */
const begun = new Set<string>();

function sendingAt(place: string): Sending | null {
  try {
    return JSON.parse(read(sendingPlaceOf(place)) ?? 'null');
  } catch {
    return null;
  }
}

function placeOf(key: string): string {
  return `retinue.unsent.${key}`;
}

function sendingPlaceOf(key: string): string {
  return `retinue.sending.${key}`;
}

/** Texts that the tab's storage has no room for last as long as the page. */
const tooLarge = new Map<string, string>();

function read(name: string): string | null {
  return tooLarge.get(name) ?? sessionStorage.getItem(name);
}

function write(name: string, text: string | null): void {
  tooLarge.delete(name);
  sessionStorage.removeItem(name);
  if (text === null) return;
  try {
    sessionStorage.setItem(name, text);
  } catch {
    tooLarge.set(name, text);
  }
}
