import {
  foldTree,
  type LogEvent,
  type ThreadId,
  type ThreadState,
  viewTree,
  type WorkspaceId,
} from '@retinue/protocol';
import { soundOrNull } from '../../ports/log/damage.ts';
import type { OpenedLog } from '../../ports/log/opened-log.ts';
import { type ExportedChat, exportFormat, exportVersion } from './exported-chat.ts';
import { markdownOf } from './markdown.ts';

export type ExportFormat = 'json' | 'markdown';

/** A chat with its whole tree as a file for an import, or as a document for people. */
export async function writeExport(log: OpenedLog, place: Place, format: ExportFormat): Promise<string> {
  if (await isDamaged(log, place)) return exportStored(log, place);
  const chat = await readExport(log, place);
  return format === 'json' ? `${JSON.stringify(chat)}\n` : documentOf(chat);
}

/** Whether a part of the tree can't be read. */
async function isDamaged(log: OpenedLog, { workspaceId, rootId }: Place): Promise<boolean> {
  if ((await soundOrNull(log.tree(workspaceId, rootId))) === null)
    return (await log.readModels.chat(workspaceId, rootId)) !== null;
  return (await log.damage.list()).some((thread) => thread.rootId === rootId);
}

/** The stored data as it is: it can't be imported, but nothing is lost. */
async function exportStored(log: OpenedLog, { workspaceId, rootId, now }: Place): Promise<string> {
  const damaged = (await log.damage.list()).filter((thread) => thread.rootId === rootId);
  const events = await log.damage.readStored(workspaceId, rootId);
  return `${JSON.stringify({ format: 'retinue-damaged-chat', version: 1, exportedAt: now, chatId: rootId, damaged, events })}\n`;
}

interface Place {
  workspaceId: WorkspaceId;
  rootId: ThreadId;
  now: number;
}

async function readExport(log: OpenedLog, { workspaceId, rootId, now }: Place): Promise<ExportedChat> {
  const events: LogEvent[] = [];
  for await (const page of eventPages(log, workspaceId, rootId)) events.push(...page);
  const threads = Object.values(foldTree(null, events)?.threads ?? {});
  const blobs = Object.fromEntries(await readBlobs(log, threads));
  return { format: exportFormat, version: exportVersion, exportedAt: now, events, blobs };
}

function documentOf({ events, blobs }: ExportedChat): string {
  const tree = foldTree(null, events);
  const root = tree && viewTree(tree);
  return root ? markdownOf(root, new Map(Object.entries(blobs))) : '';
}

async function* eventPages(log: OpenedLog, workspaceId: WorkspaceId, rootId: ThreadId): AsyncGenerator<LogEvent[]> {
  let after = 0;
  while (true) {
    const page = await log.read({ workspaceId, rootId, after, limit: pageSize });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.position ?? after;
  }
}

const pageSize = 1000;

/** The full large results of these threads. */
async function readBlobs(log: OpenedLog, threads: readonly ThreadState[]): Promise<Map<string, string>> {
  const calls = threads.flatMap(({ items }) => items.flatMap((item) => (item.type === 'step' ? item.calls : [])));
  const blobs = new Map<string, string>();
  for (const { output, late } of calls) {
    for (const hash of [output?.blob, late?.output?.blob]) {
      const content = hash ? await log.feed.getBlob(hash) : null;
      if (hash && content !== null) blobs.set(hash, content);
    }
  }
  return blobs;
}
