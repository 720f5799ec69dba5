import { isRefusal, localWorkspaceId } from '@retinue/protocol';
import { readConfig } from '../../packages/server/src/config.ts';
import { buildRetinue, type Replacements, type Retinue } from '../../packages/server/src/main.ts';
import type { Entry } from '../../packages/server/src/ports/log/event-log.ts';

/** The product at rest on a directory; nothing runs until it is started. */
export async function openStore(directory: string, replacements: Replacements = {}): Promise<Retinue> {
  const config = readConfig({ RETINUE_DATA: directory });
  if ('problems' in config) throw new Error(config.problems.join('\n'));
  return buildRetinue(config, replacements);
}

export async function append({ log }: Pick<Retinue, 'log'>, entries: readonly Entry[]): Promise<void> {
  const header = { label: 'end-step', workspaceId: localWorkspaceId, actor: 'engine', commandId: null } as const;
  const appended = await log.append(header, entries);
  if (isRefusal(appended)) throw new Error(`The store refused what the bench wrote: ${appended.code}`);
}
