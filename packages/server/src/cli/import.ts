import type { Event, ExportedChat } from '@retinue/protocol';
import { bindTree, copyTree, foldTree, isUnfinished, localWorkspaceId, parseExportedChat } from '@retinue/protocol';
import { z } from 'zod';
import { openForImport, openForLooking, verifyForeign } from '../main.ts';
import { count } from '../projections/figures.ts';
import { oneLine } from '../projections/text.ts';
import type { Server } from './connect.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { openInput, readWhole } from './read-input.ts';
import { refused } from './refused.ts';
import { askServer } from './wishes-to.ts';

/** An exported chat becomes one of this store, in one append; it is checked in full before the store is opened. */
export async function importChat(
  context: Context,
  { file, isCopy }: { file: string; isCopy: boolean },
): Promise<{ code: ExitCode } | Failure> {
  const chat = await readChat(file);
  if ('words' in chat) return chat;
  const blobs = Object.entries(chat.blobs).map(([hash, content]) => ({ hash, content }));
  const [finding, ...others] = verifyForeign(chat.events, blobs);
  if (finding) {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return bad(file, `it does not hold together: ${finding.words.replace(/\.$/, '')}${more}`);
  }
  const server = await connect(context.config);
  const imported = server ? await importThere(context, server, chat, isCopy) : await importHere(context, chat, isCopy);
  if ('words' in imported) return imported;
  tell(context, imported.events, server !== null);
  return { code: exitCodes.ok };
}

type Imported = { events: readonly Event[] } | Failure;

async function importHere({ config }: Context, chat: ExportedChat, isCopy: boolean): Promise<Imported> {
  const { log, ids, workspaces } = await openForImport(config);
  try {
    const blobs = Object.entries(chat.blobs).map(([hash, content]) => ({ hash, content }));
    const header = { workspaceId: localWorkspaceId, actor: 'person:owner', commandId: ids.command(), blobs } as const;
    const rules = await workspaces.rulesOf(localWorkspaceId);
    const limits = await workspaces.limitsOf(localWorkspaceId);
    // Whoever has the store at hand is its owner.
    const bounds = { rules, limits, narrow: () => ({}) };
    const events = bindTree(isCopy ? copyTree(chat.events, ids) : chat.events, bounds);
    const reply = await log.importTree({ ...header, label: 'import-tree' }, events);
    return reply.refusal ? refused(reply.refusal) : reply;
  } finally {
    await log.close();
  }
}

/** As many events are read as came in: the server may have gone on with the chat since. */
async function importThere(context: Context, server: Server, chat: ExportedChat, isCopy: boolean): Promise<Imported> {
  const address = { ...server, startCommand: context.invocation('start') };
  const body = { chat: z.json().parse(chat), isCopy };
  const reply = await askServer(address, (once) =>
    server.client.importChat({ params: { workspaceId: localWorkspaceId }, body }, once),
  );
  if ('failure' in reply) return reply.failure;
  const log = await openForLooking(context.config);
  try {
    const range = { workspaceId: localWorkspaceId, rootId: reply.done.chatId, after: 0, limit: chat.events.length };
    return { events: await log.read(range) };
  } finally {
    await log.close();
  }
}

async function readChat(file: string): Promise<ExportedChat | Failure> {
  const input = await openInput(file);
  if ('words' in input) return input;
  const text = await readWhole(input, mostBytes);
  if (text === null) {
    return bad(file, `it has more than ${mostBytes / mebibyte} MB; carry whole stores with backup and restore`);
  }
  const value = parseJson(text);
  if (value === undefined) return bad(file, 'it is not JSON, or was cut off');
  const parsed = parseExportedChat(value);
  return 'problem' in parsed ? bad(file, parsed.problem) : parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tell({ terminal, isJson, invocation }: Context, events: readonly Event[], isServed: boolean): void {
  const tree = foldTree(null, events);
  const root = tree?.threads[tree.rootId];
  if (!tree || !root) return;
  const threads = Object.values(tree.threads);
  const open = threads.filter(({ status }) => isUnfinished(status)).length;
  if (isJson) {
    const told = { threadId: root.threadId, events: events.length, threads: threads.length, openThreads: open };
    terminal.out(`${JSON.stringify(told)}\n`);
    return;
  }
  const size = `${count(threads.length, 'thread')}, ${count(events.length, 'event')}`;
  terminal.out(`Imported "${oneLine(root.title)}" as ${root.threadId} (${size}).\n`);
  if (open > 0) {
    const when = isServed ? 'the server goes on with' : `goes on at the next start: ${invocation('resume')}`;
    terminal.out(`It has open work (${count(open, 'thread')}), which ${when}${isServed ? '.' : ''}\n`);
  }
}

function bad(file: string, problem: string): Failure {
  const name = file === '-' ? 'What came in' : file;
  return { code: exitCodes.failed, words: `${name} can't be imported: ${problem}. Nothing was changed.` };
}

const mebibyte = 1024 * 1024;
const mostBytes = 256 * mebibyte;
