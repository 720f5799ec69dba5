import type { Config } from '../config.ts';
import { jsonLine } from './output/exact-json.ts';
import type { Terminal } from './output/terminal.ts';

/** Dependencies of every command. */
export interface Context {
  config: Config;
  terminal: Terminal;
  isJson: boolean;
  /** The name that started this program, for the commands that a message suggests. */
  invocation(command: string): string;
}

/** Prints a line of JSON, or the text for people. */
export function print({ terminal, isJson }: Context, json: unknown, text: string): void {
  if (isJson) terminal.write(jsonLine(json));
  else if (text !== '') terminal.out(`${text}\n`);
}
