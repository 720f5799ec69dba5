import { makePrivateDirectory } from '../../files/private-files.ts';
import { rotateToken } from '../../local-server/token-file.ts';
import type { CommandInput } from '../arguments.ts';
import type { Context } from '../context.ts';
import { usageError } from '../exit.ts';

/** Changes the token of the data directory. A running server follows the file, and so accepts the new token at once. */
export async function token({ config, terminal }: Context, { given: { action } }: CommandInput): Promise<void> {
  if (action !== 'rotate') throw usageError(`There is no "token ${action}". Use: token rotate`);
  makePrivateDirectory(config.directory);
  await rotateToken(config.directory);
  terminal.out('Rotated the token. The old token is refused. Browsers stay signed in.\n');
}
