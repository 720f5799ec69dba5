import { localWorkspaceId } from '@retinue/protocol';
import { exportChat as writeExport } from '../integrity/export/export-chat.ts';
import type { Context } from './context.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { findChat } from './find-chat.ts';
import type { Looked } from './look.ts';
import { look } from './look.ts';
import { writeOutput } from './write-output.ts';

interface Export {
  chat: string;
  format: string | null;
  output: string | null;
}

/** A chat with its whole tree, as a file for `import` or as a document. */
export async function exportChat(context: Context, { chat, format, output }: Export): Promise<Looked> {
  const chosen = format ?? 'json';
  if (chosen !== 'json' && chosen !== 'markdown') {
    return wrongUsage(`There is no format "${format}". Choose json or markdown.`);
  }
  return look(context, async (log) => {
    const rootId = await findChat(log, chat);
    if (typeof rootId !== 'string') return rootId;
    const text = await writeExport(log, { workspaceId: localWorkspaceId, rootId, now: Date.now() }, chosen);
    if (output === null) {
      context.terminal.out(text);
      return { code: exitCodes.ok };
    }
    const written = await writeOutput(output, pieceOf(text));
    return typeof written === 'number' ? { code: exitCodes.ok } : written;
  });
}

async function* pieceOf(text: string): AsyncGenerator<string> {
  yield text;
}
