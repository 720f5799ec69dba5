import { viewTree } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import { isBuiltIn, openReadOnly, verifyStore } from '../main.ts';
import { ago, count } from '../projections/figures.ts';
import { oneLine } from '../projections/text.ts';
import type { Context } from './context.ts';
import { rootWords } from './draw-live.ts';
import { drawTree } from './draw-tree.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import type { Chat } from './find-chat.ts';
import { allChats, findChat } from './find-chat.ts';
import { progressLines } from './long-work.ts';
import { readTree } from './watch.ts';

/* Commands that only read: they work beside a process that holds the store, and on a disk that can't be written. */

export type Looked = { code: ExitCode } | Failure;

export function showTree(context: Context, { chat }: { chat: string }): Promise<Looked> {
  return look(context, async (log) => {
    const rootId = await findChat(log, chat);
    if (typeof rootId !== 'string') return rootId;
    const tree = await readTree(log, rootId);
    const view = tree && viewTree(tree);
    if (!view) return wrongUsage(`There is no chat "${chat}". \`list\` shows which there are.`);
    const { terminal, isJson } = context;
    const page = { now: Date.now(), columns: terminal.columns(), paint: terminal.paint };
    terminal.out(
      isJson
        ? `${JSON.stringify(view)}\n`
        : drawTree(view, page)
            .map((line) => `${line}\n`)
            .join(''),
    );
    return { code: exitCodes.ok };
  });
}

export function listChats(context: Context): Promise<Looked> {
  return look(context, async (log) => {
    const { terminal, isJson } = context;
    let isEmpty = true;
    for await (const chat of allChats(log)) {
      isEmpty = false;
      terminal.out(isJson ? `${JSON.stringify(chat)}\n` : chatLine(context, chat));
    }
    if (isEmpty) terminal.err(`There is no chat yet. Begin one with: ${context.invocation('run "<prompt>"')}\n`);
    return { code: exitCodes.ok };
  });
}

function chatLine({ terminal: { paint } }: Context, chat: Chat): string {
  const { threadId, status, tasks, openQuestions, updatedAt, title, isPinned, unread, damage } = chat;
  const state = rootWords[status];
  const questions = openQuestions > 0 ? `, ${count(openQuestions, 'open question')}` : '';
  const marks = `${damage ? 'damaged, ' : ''}${isPinned ? 'pinned, ' : ''}${unread > 0 ? `${unread} unread, ` : ''}`;
  const figures = `${marks}${count(tasks, 'task')}${questions}, ${ago(Date.now() - updatedAt)}`;
  return `${paint.dim(threadId)}  ${paint.state(state)}${' '.repeat(10 - state.length)}${oneLine(title)}  ${paint.dim(`(${figures})`)}\n`;
}

export async function verify({ config, terminal, isJson }: Context): Promise<Looked> {
  const tell = progressLines(terminal);
  const findings = await verifyStore(config.store, isBuiltIn, (done, total) =>
    tell(() => `Checked ${done.toLocaleString('en')} of ${count(total, 'chat')}.`),
  );
  for (const finding of findings) terminal.out(isJson ? `${JSON.stringify(finding)}\n` : `${finding.words}\n`);
  if (findings.length > 0) {
    terminal.err(`${count(findings.length, 'finding')} in ${placeWords(config.store)}. Nothing was changed.\n`);
    return { code: exitCodes.failed };
  }
  if (!isJson) terminal.out(`The store in ${placeWords(config.store)} holds: every event, every link, every row.\n`);
  return { code: exitCodes.ok };
}

export async function look(context: Context, read: (log: Retinue['log']) => Promise<Looked>): Promise<Looked> {
  const log = await openReadOnly(context.config);
  try {
    return await read(log);
  } finally {
    await log.close();
  }
}

/** Never the address of a database: it may hold a password. */
export function placeWords(store: Context['config']['store']): string {
  return store.kind === 'sqlite' ? store.directory : 'the database';
}
