import { isRefusal, localWorkspaceId, refusalText } from '@retinue/protocol';
import { checkImport } from '../../create-import.ts';
import { count } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import type { CommandInput } from '../arguments.ts';
import { withConnection } from '../connection/connect.ts';
import { ServerGone } from '../connection/find-server.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import { CommandError } from '../exit.ts';
import { openInput } from './read-input.ts';

/** Imports an exported chat. The file is checked in full before a store is opened. */
export async function importFile(context: Context, { given: { file = '' } }: CommandInput): Promise<void> {
  await using input = await openInput(file);
  await check(context, file, input.open());
  const imported = await withConnection(context, {}, (client) => {
    const given = { params: { workspaceId: localWorkspaceId }, body: { chat: null } };
    const idempotencyKey = crypto.randomUUID();
    const send = () => client.importChat(given, { idempotencyKey, rawBody: ReadableStream.from(input.open()) });
    // A broken connection may have delivered the file, so it is sent again under the same key.
    return send().catch((error) => {
      if (error instanceof ServerGone) return send();
      throw error;
    });
  });
  const { chatId: threadId, title, threads, events, stopped } = imported;
  const rest = stopped > 0 ? `\nCanceled open work in ${count(stopped, 'thread')}. Send a message to continue.` : '';
  const size = `${count(threads, 'thread')}, ${count(events, 'event')}`;
  const text = `Imported "${oneLine(title)}" as ${threadId} (${size}).${rest}`;
  print(context, { threadId, events, threads, stoppedThreads: stopped }, text);
}

async function check({ config }: Context, file: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const place = { workspaceId: localWorkspaceId, actor: 'person:owner', commandId: null } as const;
  const checked = await checkImport(config)(place, { role: 'owner', maxBytes, file: pieces });
  if (!isRefusal(checked)) return;
  const name = file === '-' ? 'The input' : file;
  const hint = checked.code === 'too-large' ? ' Use backup and restore for whole stores.' : '';
  throw new CommandError(`${name}: ${refusalText(checked)}${hint}`);
}

const maxBytes = 256 * 1024 * 1024;
