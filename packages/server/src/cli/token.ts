import { makePrivateDirectory } from '../files/private-files.ts';
import { rotateToken } from '../here/token-file.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';

/** Changes the token of the data directory. A running server reads the file and takes the new one at once. */
export async function token(
  { config, terminal }: Context,
  { action }: { action: string },
): Promise<{ code: ExitCode } | Failure> {
  if (action !== 'rotate') return wrongUsage(`There is no "token ${action}". Use: token rotate`);
  makePrivateDirectory(config.directory);
  await rotateToken(config.directory);
  terminal.out('Rotated the token. Programs that use the old one are refused. Browsers stay signed in.\n');
  return { code: exitCodes.ok };
}
