import type { Json, ModelRequest, PromptMessage } from '@retinue/server/extension';
import { readFrame } from '@retinue/server/extension';

/** The history in a request, in order. An assistant message without calls closes everything before it. */
export type TurnEntry =
  | { type: 'said'; text: string }
  | { type: 'answered' }
  | { type: 'called'; name: string; args: Json; value: Json; failed: boolean };
export type FinishedCall = Extract<TurnEntry, { type: 'called' }>;

export function readEntries({ messages, toolChoice }: ModelRequest): TurnEntry[] {
  const calls = new Map<string, { name: string; args: Json }>();
  // Without tools the last message is the engine's request to wrap up, not a question.
  const last = toolChoice === 'none' && messages.at(-1)?.role === 'user' ? -1 : messages.length;
  return messages.slice(0, last).flatMap((message) => entriesOf(message, calls));
}

/** Bounds the time that the rules take on one text. */
export const maxTextCharacters = 4_000;

export interface Turn {
  /** Earlier messages, oldest first. */
  earlier: string[];
  /** Messages that were not acted on yet. */
  fresh: string[];
  /** The calls since then. */
  calls: FinishedCall[];
}

/** The last message and the calls since. */
export function lastTurn(entries: TurnEntry[]): Turn {
  const end = entries.findLastIndex(({ type }) => type === 'said') + 1;
  const start = entries.slice(0, end).findLastIndex(({ type }) => type !== 'said') + 1;
  return turnOf(entries.slice(0, start), entries.slice(start, end), entries.slice(end));
}

/**
 * Everything since the last answer. Messages after the last delegation are fresh: they may have arrived while the children
 * ran, and the children's results are not reported yet.
 */
export function openTurn(entries: TurnEntry[]): Turn {
  const start = entries.findLastIndex(({ type }) => type === 'answered') + 1;
  const delegated = entries.findLastIndex((entry) => entry.type === 'called' && entry.name === 'newTask') + 1;
  const begin = Math.max(start, delegated);
  return turnOf(entries.slice(0, begin), entries.slice(begin), entries.slice(start));
}

function turnOf(earlier: TurnEntry[], fresh: TurnEntry[], since: TurnEntry[]): Turn {
  const texts = (entries: TurnEntry[]) => entries.flatMap((entry) => (entry.type === 'said' ? [entry.text] : []));
  return { earlier: texts(earlier), fresh: texts(fresh), calls: since.filter((entry) => entry.type === 'called') };
}

/** People's answers to questions. */
export function answers(calls: FinishedCall[]): string[] {
  return calls.flatMap(({ name, value, failed }) => (name === 'askUser' && !failed ? [textOfValue(value)] : []));
}

export function textOfValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function entriesOf(message: PromptMessage, calls: Map<string, { name: string; args: Json }>): TurnEntry[] {
  switch (message.role) {
    case 'user':
      return readSaid(message);
    case 'assistant': {
      const made = message.parts.filter((part) => part.type === 'call');
      for (const { callId, name, args } of made) calls.set(callId, { name, args });
      return made.length === 0 ? [{ type: 'answered' }] : [];
    }
    case 'tool':
      return [
        ...message.results.map(({ callId, name, value, failed }): FinishedCall => {
          return { type: 'called', name, args: calls.get(callId)?.args ?? null, value, failed };
        }),
        // A stop of the whole chat ends its turn: the next message is a new question.
        ...(message.results.some(({ canceled }) => canceled) ? [{ type: 'answered' as const }] : []),
      ];
    default:
      return message satisfies never;
  }
}

/** A summary of earlier messages is not a question. A retried task whose call had ended reports in a message. */
function readSaid({ text, about }: Extract<PromptMessage, { role: 'user' }>): TurnEntry[] {
  if (about?.type === 'summary') return [];
  if (about?.type === 'task-ended' && about.attempt > 1) {
    const { title, status, result } = about;
    const value = { status, result };
    return [{ type: 'called', name: 'newTask', args: { task: title }, value, failed: status !== 'success' }];
  }
  return [{ type: 'said', text: (readFrame(text)?.content ?? text).slice(0, maxTextCharacters) }];
}
