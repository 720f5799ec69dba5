import type { FinishReason, Usage } from '@retinue/protocol';
import type { Json } from '../../../packages/server/src/ports/engine/model.ts';

/*
 * Actions of a scripted model in a step, in sequence. Lines are plain JSON, so a script can be compared, printed and
 * handed to another process.
 */
export type Line =
  | { type: 'say' | 'think'; deltas: readonly string[] }
  | CallLine
  | { type: 'together'; calls: readonly CallLine[] }
  | { type: 'pause'; milliseconds: number }
  | { type: 'barrier'; name: string }
  | { type: 'hang' }
  | { type: 'endless'; text: string; everyMs: number }
  | {
      type: 'fail';
      message: string;
      retryable: boolean;
      retryAfterMs: number | null;
      isTooLong: boolean;
      isOutage: boolean;
    }
  | { type: 'bug'; message: string }
  | { type: 'finish'; reason: FinishReason }
  | { type: 'usage'; usage: Partial<Usage> };

export type CallLine = { type: 'call'; key: string | null; name: string; deltas: readonly string[] };

export type KeyedCall = CallLine & { key: string };
export type PlayedLine = Exclude<Line, { type: 'call' | 'together' }> | { type: 'calls'; calls: readonly KeyedCall[] };

/** Calls without a key get `call-1`, `call-2` and so on, the same in every step: providers reuse keys too. */
export function withKeys(lines: readonly Line[]): PlayedLine[] {
  let count = 0;
  const keyed = (line: CallLine): KeyedCall => {
    count += 1;
    return { ...line, key: line.key ?? `call-${count}` };
  };
  return lines.map((line) => {
    if (line.type === 'call') return { type: 'calls', calls: [keyed(line)] };
    return line.type === 'together' ? { type: 'calls', calls: line.calls.map(keyed) } : line;
  });
}

export const say = (...deltas: string[]): Line => ({ type: 'say', deltas });
export const think = (...deltas: string[]): Line => ({ type: 'think', deltas });

export const call = (name: string, args: Json = {}): CallLine => callText(name, JSON.stringify(args));
/** The arguments as the provider writes them, in one or more deltas: cut off, not JSON, empty. */
export const callText = (name: string, ...deltas: string[]): CallLine => ({ type: 'call', key: null, name, deltas });
export const callWithKey = (key: string, name: string, args: Json = {}): CallLine => ({ ...call(name, args), key });
/** All are written before the first one ends, as providers do it. */
export const together = (...calls: CallLine[]): Line => ({ type: 'together', calls });

export const pause = (milliseconds: number): Line => ({ type: 'pause', milliseconds });
/** Waits until the test releases it. */
export const barrier = (name: string): Line => ({ type: 'barrier', name });
/** Sends nothing more, until it is aborted. */
export const hang = (): Line => ({ type: 'hang' });
/** Repeats the same text, until it is aborted. */
export const endless = (text: string, { everyMs = 0 }: { everyMs?: number } = {}): Line => ({
  type: 'endless',
  text,
  everyMs,
});

/** A ModelError. */
export const fail = (failure: Partial<Omit<Extract<Line, { type: 'fail' }>, 'type'>> = {}): Line => ({
  type: 'fail',
  message: 'The scripted provider failed.',
  retryable: true,
  retryAfterMs: null,
  isTooLong: false,
  isOutage: false,
  ...failure,
});
/** Any other error: a model must never throw it, and the engine must survive it. */
export const bug = (message: string): Line => ({ type: 'bug', message });

export const finish = (reason: FinishReason): Line => ({ type: 'finish', reason });
/** Omitted counts follow from the lengths of the prompt and the lines. */
export const usage = (known: Partial<Usage>): Line => ({ type: 'usage', usage: known });
