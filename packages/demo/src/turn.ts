import type { Json, ModelRequest, PromptMessage, ToolResult } from '@retinue/server/extension';
import { readFrame } from '@retinue/server/extension';

/** The history in a request, in order. An assistant message without calls closes everything before it. */
export type TurnEntry =
  | { type: 'said'; text: string }
  | { type: 'answered' }
  | { type: 'called'; name: string; args: Json; value: Json; failed: boolean };
export type FinishedCall = Extract<TurnEntry, { type: 'called' }>;

export function readEntries({ messages, toolChoice }: ModelRequest): TurnEntry[] {
  const calls = new Map<string, { name: string; args: Json }>();
  // Without tools the last message is the engine's, which asks to wrap up: it is no question of anybody's.
  const last = toolChoice === 'none' && messages.at(-1)?.role === 'user' ? -1 : messages.length;
  return messages.slice(0, last).flatMap((message) => entriesOf(message, calls));
}

/** Rules read a question, not a book: what is longer would cost time and bring nothing. */
export const maxTextCharacters = 4_000;

export interface Turn {
  /** Earlier messages, oldest first. */
  earlier: string[];
  /** Messages that were not acted on yet. */
  fresh: string[];
  /** The calls since then. */
  calls: FinishedCall[];
}

/** The last thing said and what was done about it. */
export function lastTurn(entries: TurnEntry[]): Turn {
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
export function openTurn(entries: TurnEntry[]): Turn {
  const start = entries.findLastIndex(({ type }) => type === 'answered') + 1;
  const delegated = entries.findLastIndex((entry) => entry.type === 'called' && entry.name === 'newTask') + 1;
  const begin = Math.max(start, delegated);
  return {
    earlier: texts(entries.slice(0, begin)),
    fresh: texts(entries.slice(begin)),
    calls: called(entries.slice(start)),
  };
}

function texts(entries: TurnEntry[]): string[] {
  return entries.flatMap((entry) => (entry.type === 'said' ? [entry.text] : []));
}

/** People's answers to questions. */
export function answers(calls: FinishedCall[]): string[] {
  return calls.flatMap(({ name, value, failed }) => (name === 'askUser' && !failed ? [textOfValue(value)] : []));
}

export function textOfValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function called(entries: TurnEntry[]): FinishedCall[] {
  return entries.filter((entry) => entry.type === 'called');
}

function entriesOf(message: PromptMessage, calls: Map<string, { name: string; args: Json }>): TurnEntry[] {
  switch (message.role) {
    case 'user':
      if (isSummary(message.text)) return [];
      return [readSaid(readFrame(message.text)?.content ?? message.text)];
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
        ...(message.results.some(wasStopped) ? [{ type: 'answered' as const }] : []),
      ];
    default:
      return message satisfies never;
  }
}

function wasStopped({ value, failed }: ToolResult): boolean {
  return failed && typeof value === 'string' && value.startsWith('Stopped before it ended');
}

/** The engine's record of what it no longer shows: no question of anybody's. */
function isSummary(text: string): boolean {
  return text.startsWith('To make room, everything up to here was replaced by this summary.');
}

function readSaid(text: string): TurnEntry {
  return lateResult(text) ?? { type: 'said', text: text.slice(0, maxTextCharacters) };
}

/** A task that was tried again after its call had ended reports in a message. */
function lateResult(text: string): FinishedCall | null {
  const match = /^Task task_\S+ \((.*)\), attempt \d+, has ended: (\w+)\.\n?/.exec(text);
  if (!match) return null;
  const [head, task = '', status = ''] = match;
  return {
    type: 'called',
    name: 'newTask',
    args: { task },
    value: { status, result: text.slice(head.length) },
    failed: status !== 'success',
  };
}
