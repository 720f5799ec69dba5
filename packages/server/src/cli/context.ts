import { localWorkspaceId } from '@retinue/protocol';
import type { Config } from '../config.ts';
import type { Retinue } from '../main.ts';
import type { Terminal } from './terminal.ts';

/** What every command works with. */
export interface Context {
  config: Config;
  terminal: Terminal;
  isJson: boolean;
  /** How this program was called, for the commands that a message suggests. */
  invocation(command: string): string;
}

export type Wish = Parameters<Retinue['commands']['openChat']>[0];

/** The person at this terminal. */
export function wishOf({ ids }: Retinue): Wish {
  return { workspaceId: localWorkspaceId, actor: 'person:owner', role: 'owner', commandId: ids.command() };
}
