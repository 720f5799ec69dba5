import type { Event } from '@retinue/protocol';
import type { CommandInputs } from '../support/commands.ts';

/*
 * How the killer and its subject talk: one JSON object to a line. The killer writes wishes; the subject writes what it
 * has committed, and answers a wish only after its command's promise has resolved.
 */
export type Wish = {
  [Name in keyof CommandInputs]: {
    /** The idempotency key: a wish of unknown outcome is sent again under the same one. */
    key: string;
    name: Name;
    command: CommandInputs[Name];
  };
}[keyof CommandInputs];

export type SubjectLine =
  | { type: 'ready' }
  /** What one commit holds, written after it. */
  | { type: 'committed'; events: Event[] }
  | { type: 'ok'; key: string; reply: Record<string, unknown> }
  | { type: 'refused'; key: string; code: string }
  /** Nothing is owed any more: what is left, if anything, is for a person to do. */
  | { type: 'rest' }
  | { type: 'problem'; words: string };

/** Calls back with each complete line; what a killed writer left unfinished is none. */
export function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
