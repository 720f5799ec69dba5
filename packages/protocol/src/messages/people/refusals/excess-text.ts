import type { JsonLimit } from '../../../refusals/import-problem.ts';

/** The excess over a limit. A limit of a later version has no text. */
export function excessText(limit: unknown, max: number): string {
  const text = texts.get(String(limit));
  return text ? text(max) : `more than ${max}`;
}

const mebibyte = 1024 * 1024;
const texts: ReadonlyMap<string, (max: number) => string> = new Map(
  Object.entries({
    values: (max) => `more than ${max} JSON values`,
    'values-in-one': (max) => `more than ${max} JSON values in one`,
    nesting: (max) => `JSON nested more than ${max} levels deep`,
    'value-bytes': (max) => `a value of more than ${bytesText(max)}`,
    'result-bytes': (max) => `a result of more than ${bytesText(max)}`,
    messages: (max) => `more than ${max} messages`,
    parts: (max) => `a last message of more than ${max} parts`,
    events: (max) => `more than ${max} events`,
    threads: (max) => `more than ${max} threads`,
    depth: (max) => `sub-agents more than ${max} levels deep`,
    'calls-of-step': (max) => `a step of more than ${max} calls`,
    'open-work': (max) => `a thread with more than ${max} open calls or tasks`,
  } satisfies Record<JsonLimit, (max: number) => string>),
);

function bytesText(bytes: number): string {
  return bytes >= mebibyte ? `${Math.round(bytes / mebibyte)} MB` : `${bytes} bytes`;
}
