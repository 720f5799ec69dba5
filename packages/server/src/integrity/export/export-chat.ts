import type { LogEvent, ThreadId, ThreadState, TreeState, WorkspaceId } from '@retinue/protocol';
import { viewTree } from '@retinue/protocol';
import { jsonPieces } from '../../json/json-pieces.ts';
import { soundOrNull } from '../../ports/log/damage.ts';
import type { OpenedLog } from '../../ports/log/opened-log.ts';
import { exportFormat, exportVersion } from './exported-chat.ts';
import { markdownOf } from './markdown.ts';

export type ExportFormat = 'json' | 'markdown';

/** A chat with its whole tree: a file for an import, or a document for people. */
export interface ChatExport {
  format: ExportFormat;
  /** Its text, made as it is taken: neither its memory nor one turn of the event loop grows with the chat. */
  pieces(): AsyncGenerator<string>;
}

/** A damaged chat has one form only. */
export async function openExport(log: OpenedLog, place: Place, format: ExportFormat): Promise<ChatExport> {
  const tree = await soundOrNull(log.tree(place.workspaceId, place.rootId));
  if (await isDamaged(log, place, tree)) return { format: 'json', pieces: () => packed(storedParts(log, place)) };
  const parts = () => (format === 'json' ? exportParts(log, place, tree) : documentParts(log, tree));
  return { format, pieces: () => packed(parts()) };
}

interface Place {
  workspaceId: WorkspaceId;
  rootId: ThreadId;
  now: number;
}

/** Whether a part of the tree can't be read. */
async function isDamaged(log: OpenedLog, place: Place, tree: TreeState | null): Promise<boolean> {
  if (tree === null) return (await log.readModels.chat(place.workspaceId, place.rootId)) !== null;
  return (await log.damage.list()).some((thread) => thread.rootId === place.rootId);
}

/** The stored data as it is: it can't be imported, but nothing is lost. */
async function* storedParts(log: OpenedLog, { workspaceId, rootId, now }: Place): AsyncGenerator<string> {
  const damaged = (await log.damage.list()).filter((thread) => thread.rootId === rootId);
  const head = { format: 'retinue-damaged-chat', version: 1, exportedAt: now, chatId: rootId, damaged };
  const rows = inPages((after) => log.damage.readStored({ workspaceId, rootId, after, limit: pageSize }));
  yield `${JSON.stringify(head).slice(0, -1)},"events":`;
  yield* listParts(rows);
  yield '}\n';
}

/** The events up to the position of the tree, and the large results that the tree still has. */
async function* exportParts(log: OpenedLog, place: Place, tree: TreeState | null): AsyncGenerator<string> {
  const head = { format: exportFormat, version: exportVersion, exportedAt: place.now };
  yield `${JSON.stringify(head).slice(0, -1)},"events":`;
  yield* listParts(eventsUpTo(log, place, tree?.position ?? 0));
  yield ',"blobs":{';
  let before = '';
  for (const hash of blobsOf(Object.values(tree?.threads ?? {}))) {
    const content = await log.feed.getBlob(hash);
    if (content === null) continue;
    yield `${before}"${hash}":`;
    yield* jsonPieces(content);
    before = ',';
  }
  yield '}}\n';
}

async function* documentParts(log: OpenedLog, tree: TreeState | null): AsyncGenerator<string> {
  const root = tree && viewTree(tree);
  if (root) yield* markdownOf(root, (hash) => log.feed.getBlob(hash));
}

async function* listParts(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const value of values) {
    yield before;
    yield* jsonPieces(value);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* eventsUpTo(log: OpenedLog, place: Place, position: number): AsyncGenerator<LogEvent> {
  const { workspaceId, rootId } = place;
  let last = 0;
  for await (const event of inPages((after) => log.read({ workspaceId, rootId, after, limit: pageSize }))) {
    if (event.position > position) break;
    last = event.position;
    yield event;
  }
  // The chat was purged since, or an event was damaged: a file without its end is no export.
  if (last < position) throw new Error(`The events of ${rootId} after position ${last} are gone.`);
}

async function* inPages<Row extends { position: number }>(
  readAfter: (position: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const page = await readAfter(after);
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.position ?? after;
  }
}

/** The full large results of these threads, by hash. */
function blobsOf(threads: readonly ThreadState[]): Set<string> {
  const calls = threads.flatMap(({ items }) => items.flatMap((item) => (item.type === 'step' ? item.calls : [])));
  return new Set(
    calls.flatMap(({ output, late }) => [output?.blob, late?.output?.blob]).filter((hash) => hash != null),
  );
}

/** Small parts as one piece: a connection takes turns with others after each. */
async function* packed(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const part of parts) {
    piece += part;
    if (piece.length < pieceChars) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

const pageSize = 50;
const pieceChars = 64 * 1024;
