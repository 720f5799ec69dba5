import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ThreadId, ThreadNode } from '@retinue/protocol';
import { foldTree, localWorkspaceId, viewTree } from '@retinue/protocol';
import type { Retinue } from '../packages/server/src/main.ts';
import { chatShape, writeChat } from './stores/chat-store.ts';
import { openStore } from './stores/open-store.ts';
import { median, show } from './support/figures.ts';
import { printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';

const nestedCalls = chatShape.turns * chatShape.tasks * chatShape.calls;

/** A long chat opened with every nested call loaded, and its size on disk. */
export async function benchOpening(rounds: number): Promise<void> {
  using directory = temporaryDirectory();
  const retinue = await openStore(directory.path);
  const rootId = await writeChat(retinue, chatShape, 'step by step');
  using bare = openBareTable(await readWhole(retinue, rootId));
  const refold: number[] = [];
  const kept: number[] = [];
  const query: number[] = [];
  for (let round = -5; round < rounds; round += 1) {
    const refoldMs = await timed(() => readWhole(retinue, rootId));
    const keptMs = await timed(() => openKept(retinue, rootId));
    const queryMs = await timed(() => bare.read());
    if (round < 0) continue;
    refold.push(refoldMs);
    kept.push(keptMs);
    query.push(queryMs);
  }
  await retinue.stop(0);
  const bytes = (statSync(join(directory.path, 'retinue.db')).size - (await emptyStoreBytes())) / nestedCalls;
  printTable(
    `Opening a chat of 20 turns × 4 tasks × 10 calls, warm, all ${nestedCalls} nested calls in hand`,
    ['', 'ms', 'bytes on disk per nested call'],
    [
      ['from the states that are kept in memory', show(median(kept)), ''],
      ['by a full refold', show(median(refold)), show(bytes)],
      ['a bare indexed query of a table of calls', show(median(query)), show(bare.bytes / nestedCalls)],
    ],
  );
}

/** As the product opens it. */
async function openKept({ log }: Retinue, rootId: ThreadId): Promise<ThreadNode> {
  const tree = await log.tree(localWorkspaceId, rootId);
  const view = tree && viewTree(tree);
  if (!view) throw new Error('The chat is gone.');
  return view;
}

/** For a client with nothing in memory: the events of the tree, folded, as a view. */
export async function readWhole({ log }: Retinue, rootId: ThreadId): Promise<ThreadNode> {
  const events = await log.read({ workspaceId: localWorkspaceId, rootId, after: 0, limit: Number.MAX_SAFE_INTEGER });
  const tree = foldTree(null, events);
  const view = tree && viewTree(tree);
  if (!view) throw new Error('The chat is gone.');
  return view;
}

export async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The same nested calls in one plain table, read by its index: the lower bound. */
function openBareTable(view: ThreadNode): Disposable & { read(): void; bytes: number } {
  const directory = temporaryDirectory();
  const file = join(directory.path, 'bare.db');
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE nested (id TEXT PRIMARY KEY, chat_id TEXT, thread_id TEXT, name TEXT, status TEXT, args TEXT,
    result TEXT, started_at INTEGER, ended_at INTEGER) STRICT; CREATE INDEX nested_by_chat ON nested (chat_id); BEGIN`);
  const insert = database.prepare('INSERT INTO nested VALUES (?,?,?,?,?,?,?,?,?)');
  for (const call of callsBelow(view)) {
    const { callId, name, status, args, output, startedAt, endedAt, threadId } = call;
    insert.run(
      callId,
      'chat',
      threadId,
      name,
      status,
      JSON.stringify(args),
      JSON.stringify(output),
      startedAt,
      endedAt,
    );
  }
  database.exec('COMMIT');
  const select = database.prepare('SELECT * FROM nested WHERE chat_id = ? ORDER BY id');
  const read = () => {
    const rows = select
      .all('chat')
      .map((row) => ({ ...row, args: JSON.parse(String(row.args)), result: JSON.parse(String(row.result)) }));
    if (rows.length !== nestedCalls) throw new Error(`The chat has ${rows.length} nested calls.`);
  };
  const close = () => {
    database.close();
    directory[Symbol.dispose]();
  };
  return { read, bytes: statSync(file).size, [Symbol.dispose]: close };
}

function callsBelow({ tasks }: ThreadNode) {
  return tasks.flatMap(({ child }) =>
    (child?.thread.items ?? []).flatMap((item) =>
      item.type === 'step' ? item.calls.map((call) => ({ ...call, threadId: child?.thread.threadId ?? '' })) : [],
    ),
  );
}

async function emptyStoreBytes(): Promise<number> {
  using directory = temporaryDirectory();
  await (await openStore(directory.path)).stop(0);
  return statSync(join(directory.path, 'retinue.db')).size;
}
