import { localWorkspaceId } from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { withConnection } from '../connection/connect.ts';
import { findChat } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { usageError } from '../exit.ts';
import { writeOutput } from './write-output.ts';

/** Writes a chat with its whole tree to a file or stdout: JSON for `import`, or a Markdown document. */
export async function exportFile(context: Context, { given }: CommandInput): Promise<void> {
  const { chat = '', format = 'json', output } = given;
  if (format !== 'json' && format !== 'markdown')
    throw usageError(`There is no format "${format}". Choose json or markdown.`);
  const text = await withConnection(context, { isReadOnly: true }, async (client) => {
    const params = { workspaceId: localWorkspaceId, chatId: await findChat(client, chat) };
    return (await client.exportChat({ params, query: { format } })).text();
  });
  if (output === undefined) context.terminal.write(text);
  else await writeOutput(output, [text]);
}
