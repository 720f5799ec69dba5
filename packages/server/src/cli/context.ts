import type { Config } from '../config.ts';
import type { Terminal } from './terminal.ts';

/** What every command works with. */
export interface Context {
  config: Config;
  terminal: Terminal;
  isJson: boolean;
  /** How this program was called, for the commands that a message suggests. */
  invocation(command: string): string;
}
