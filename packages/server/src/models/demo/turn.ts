import type { Json, ModelRequest, PromptMessage } from '../../ports/model.ts';

/** What a request says has happened, in order: an assistant message without calls closes what came before it. */
export type Entry =
  | { type: 'said'; text: string }
  | { type: 'answered' }
  | { type: 'called'; name: string; args: Json; value: Json; failed: boolean };
export type Called = Extract<Entry, { type: 'called' }>;

export function readEntries(request: ModelRequest): Entry[] {
  const calls = new Map<string, { name: string; args: Json }>();
  return request.messages.flatMap((message) => entriesOf(message, calls));
}

export interface Turn {
  /** What was said before, oldest first. */
  earlier: string[];
  /** What was said and not yet acted on. */
  fresh: string[];
  /** The calls since then. */
  calls: Called[];
}

/** The last thing said and what was done about it. */
export function lastTurn(entries: Entry[]): Turn {
  const end = entries.findLastIndex(({ type }) => type === 'said') + 1;
  const start = entries.slice(0, end).findLastIndex(({ type }) => type !== 'said') + 1;
  return {
    earlier: texts(entries.slice(0, start)),
    fresh: texts(entries.slice(start, end)),
    calls: called(entries.slice(end)),
  };
}

/**
 * Everything since the last answer. What was said after the last delegation is fresh: it may have come in while the
 * children were at work, and their results still wait to be told.
 */
export function openTurn(entries: Entry[]): Turn {
  const start = entries.findLastIndex(({ type }) => type === 'answered') + 1;
  const delegated = entries.findLastIndex((entry) => entry.type === 'called' && entry.name === 'newTask') + 1;
  const begin = Math.max(start, delegated);
  return {
    earlier: texts(entries.slice(0, begin)),
    fresh: texts(entries.slice(begin)),
    calls: called(entries.slice(start)),
  };
}

export function texts(entries: Entry[]): string[] {
  return entries.flatMap((entry) => (entry.type === 'said' ? [entry.text] : []));
}

/** What people answered when they were asked. */
export function answers(calls: Called[]): string[] {
  return calls.flatMap(({ name, value, failed }) => (name === 'askUser' && !failed ? [wordsOfValue(value)] : []));
}

export function wordsOfValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function called(entries: Entry[]): Called[] {
  return entries.filter((entry) => entry.type === 'called');
}

function entriesOf(message: PromptMessage, calls: Map<string, { name: string; args: Json }>): Entry[] {
  switch (message.role) {
    case 'user':
      return [{ type: 'said', text: message.text }];
    case 'assistant': {
      const made = message.parts.filter((part) => part.type === 'call');
      for (const { callId, name, args } of made) calls.set(callId, { name, args });
      return made.length === 0 ? [{ type: 'answered' }] : [];
    }
    case 'tool':
      return message.results.map(({ callId, name, value, failed }) => ({
        type: 'called',
        name,
        args: calls.get(callId)?.args ?? null,
        value,
        failed,
      }));
    default:
      return message satisfies never;
  }
}
