import type { Client, Routes, ThreadId } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import { oneLine } from '../../views/plain-text.ts';
import { allChats } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { exitCodes } from '../exit.ts';
import { fetchTree } from '../follow/chat-watch.ts';
import { followChats } from '../follow/follow-chats.ts';
import { progressOf } from '../follow/progress.ts';

/** Continues open work until it has settled or a person must answer. */
export async function resume(context: Context): Promise<{ code: ExitCode }> {
  const { terminal, isJson } = context;
  let isIdle = true;
  const { code, ending } = await followChats(context, async (client) => {
    const chats = await openChats(client);
    isIdle = chats.length === 0;
    for (const { chatId, title } of isJson ? [] : chats) terminal.out(`Resuming: ${oneLine(title)} (${chatId})\n`);
    return { chatIds: chats.map(({ chatId }) => chatId), isOwn: false };
  });
  if (ending.reason !== 'settled' && ending.reason !== 'asking') return { code };
  if (!isJson) terminal.out(nextSteps(context, isIdle));
  return { code: exitCodes.ok };
}

/** Chats with work to do or a question to a person. */
async function openChats(client: Client<Routes>): Promise<{ chatId: ThreadId; title: string }[]> {
  const open: { chatId: ThreadId; title: string }[] = [];
  for await (const { chatId, title, status, openTasks, openQuestions, damage } of allChats(client)) {
    if (damage || !(isUnfinished(status) || openTasks > 0 || openQuestions > 0)) continue;
    const progress = progressOf(await fetchTree(client, chatId));
    if (progress === 'working' || progress === 'asking') open.push({ chatId, title });
  }
  return open;
}

function nextSteps({ invocation }: Context, isIdle: boolean): string {
  const head = isIdle ? 'No open work. Try:' : '\nNext steps:';
  const commands = [invocation(`run "${nextQuestion}"`), invocation('tree last'), invocation('list')];
  return `${head}\n${commands.map((command) => `  ${command}\n`).join('')}`;
}

const nextQuestion = 'Which city had the cleanest air in 2023? How many people visited the libraries of Dublin?';
