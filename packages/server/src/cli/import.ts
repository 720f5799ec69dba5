import type { Event, ExportedChat } from '@retinue/protocol';
import { copyTree, foldTree, isUnfinished, localWorkspaceId, parseExportedChat } from '@retinue/protocol';
import { openForImport, verifyForeign } from '../main.ts';
import { count } from '../projections/figures.ts';
import { oneLine } from '../projections/text.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { openInput, readWhole } from './read-input.ts';
import { refused } from './refused.ts';

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
  const { log, ids } = await openForImport(context.config);
  try {
    const header = { workspaceId: localWorkspaceId, actor: 'person:owner', commandId: ids.command(), blobs } as const;
    const events = isCopy ? copyTree(chat.events, ids) : chat.events;
    const reply = await log.importTree({ ...header, label: 'import-tree' }, events);
    if (reply.refusal) return refused(reply.refusal);
    tell(context, reply.events);
    return { code: exitCodes.ok };
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

function tell({ terminal, isJson, invocation }: Context, events: readonly Event[]): void {
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
    terminal.out(
      `It has open work (${count(open, 'thread')}), which goes on at the next start: ${invocation('resume')}\n`,
    );
  }
}

function bad(file: string, problem: string): Failure {
  const name = file === '-' ? 'What came in' : file;
  return { code: exitCodes.failed, words: `${name} can't be imported: ${problem}. Nothing was changed.` };
}

const mebibyte = 1024 * 1024;
const mostBytes = 256 * mebibyte;
