import type { Client, Routes, ThreadState } from '@retinue/protocol';
import { localWorkspaceId, viewTree } from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { withConnection } from '../connection/connect.ts';
import type { FoundThread } from '../connection/find-id.ts';
import { findChat, findThread } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import { fetchTree } from '../follow/chat-watch.ts';
import { drawThread } from './draw-thread.ts';
import { drawTree } from './draw-tree.ts';

/** Draws a chat's whole tree. */
export async function showTree(context: Context, { given: { chat = '' } }: CommandInput): Promise<void> {
  const { terminal } = context;
  const tree = await withConnection(context, { isReadOnly: true }, async (client) =>
    viewTree(await fetchTree(client, await findChat(client, chat))),
  );
  const page = { now: Date.now(), columns: terminal.columns(), paint: terminal.paint };
  if (tree) print(context, tree, context.isJson ? '' : drawTree(tree, page).join('\n'));
}

/** Prints one thread in full. */
export async function showThread(
  context: Context,
  { given: { thread: named = '' }, flags }: CommandInput,
): Promise<void> {
  const isFull = flags.has('full');
  const { columns, paint } = context.terminal;
  await withConnection(context, { isReadOnly: true }, async (client) => {
    const found = await findThread(client, named);
    const thread = await loadThread(client, found);
    const blobs = isFull && !context.isJson ? await readBlobs(client, found, thread) : new Map<string, string>();
    const page = { columns: columns(), paint, isFull, blobs };
    print(context, thread, context.isJson ? '' : drawThread(thread, page).join('\n'));
  });
}

async function loadThread(client: Client<Routes>, { chatId, threadId }: FoundThread): Promise<ThreadState> {
  const thread = (await fetchTree(client, chatId, threadId)).threads[threadId];
  if (!thread) throw new Error(`The tree of ${chatId} lacks thread ${threadId}.`);
  return thread;
}

/** The large results of a thread. */
async function readBlobs(client: Client<Routes>, { chatId }: FoundThread, { items }: ThreadState) {
  const calls = items.flatMap((item) => (item.type === 'step' ? item.calls : []));
  const hashes = new Set(calls.flatMap(({ output, late }) => [output?.blob ?? [], late?.output?.blob ?? []].flat()));
  const blobs = new Map<string, string>();
  for (const hash of hashes) {
    const params = { workspaceId: localWorkspaceId, chatId, hash };
    blobs.set(hash, await (await client.getBlob({ params })).text());
  }
  return blobs;
}
