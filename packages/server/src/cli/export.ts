import type { Event, ExportedChat, ThreadId } from '@retinue/protocol';
import { exportFormat, exportVersion, foldTree, viewTree } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import type { Context } from './context.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { findChat } from './find-chat.ts';
import type { Looked } from './look.ts';
import { look } from './look.ts';
import { markdownOf } from './markdown.ts';
import { readBlobs } from './show.ts';
import { eventPages } from './watch.ts';
import { writeOutput } from './write-output.ts';

interface Export {
  chat: string;
  format: string | null;
  output: string | null;
}

/** A chat with its whole tree, as a file for `import` or as a document. */
export async function exportChat(context: Context, { chat, format, output }: Export): Promise<Looked> {
  const write = formats.get(format ?? 'json');
  if (!write) return wrongUsage(`There is no format "${format}". Choose json or markdown.`);
  return look(context, async (log) => {
    const rootId = await findChat(log, chat);
    if (typeof rootId !== 'string') return rootId;
    const text = write(await readChat(log, rootId));
    if (output === null) {
      context.terminal.out(text);
      return { code: exitCodes.ok };
    }
    const written = await writeOutput(output, pieceOf(text));
    return typeof written === 'number' ? { code: exitCodes.ok } : written;
  });
}

const formats = new Map<string, (chat: ExportedChat) => string>([
  ['json', (chat) => `${JSON.stringify(chat)}\n`],
  ['markdown', (chat) => documentOf(chat)],
]);

function documentOf({ events, blobs }: ExportedChat): string {
  const tree = foldTree(null, events);
  const root = tree && viewTree(tree);
  return root ? markdownOf(root, new Map(Object.entries(blobs))) : '';
}

async function readChat(log: Retinue['log'], rootId: ThreadId): Promise<ExportedChat> {
  const events: Event[] = [];
  for await (const page of eventPages(log, rootId)) events.push(...page);
  const threads = Object.values(foldTree(null, events)?.threads ?? {});
  const blobs = Object.fromEntries(await readBlobs(log, threads));
  return { format: exportFormat, version: exportVersion, exportedAt: Date.now(), events, blobs };
}

async function* pieceOf(text: string): AsyncGenerator<string> {
  yield text;
}
