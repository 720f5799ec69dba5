import type { LogEvent } from '@retinue/protocol';
import type { CommandInputs } from '../../support/apps/commands.ts';

/*
 * The lines between the killer and its subject, one JSON object each. The killer writes requests; the subject writes
 * its commits, and answers a request only after its command's promise has resolved.
 */
export type PersonRequest = {
  [Name in keyof CommandInputs]: {
    /** The idempotency key: a request of unknown outcome is sent again under the same one. */
    key: string;
    name: Name;
    command: CommandInputs[Name];
  };
}[keyof CommandInputs];

export type SubjectLine =
  | { type: 'ready' }
  /** The events of one commit, written after it. */
  | { type: 'committed'; events: LogEvent[] }
  | { type: 'ok'; key: string; reply: Record<string, unknown> }
  | { type: 'refused'; key: string; code: string }
  /** Nothing is owed any more: any remaining work is for a person. */
  | { type: 'rest' }
  | { type: 'problem'; words: string };

/** Calls back with each complete line; a killed writer's unfinished line is skipped. */
export function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
