import type { Refusal, ThreadId } from '@retinue/protocol';
import { commandSchemas, localWorkspaceId, undoDeleteMs } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import { buildRetinue } from '../main.ts';
import { count } from '../projections/figures.ts';
import { oneLine } from '../projections/text.ts';
import type { Context } from './context.ts';
import { wishOf } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { findChat } from './find-chat.ts';
import { refused } from './refused.ts';

/* What is done with a chat as a whole: nothing is run for it. */

type Changed = { code: ExitCode } | Failure;

export function rename(context: Context, { chat, title }: { chat: string; title: string }): Promise<Changed> {
  return change(context, chat, async (retinue, threadId) => {
    const command = commandSchemas.renameChat.safeParse({ threadId, title });
    if (!command.success) return wrongUsage(command.error.issues[0]?.message ?? 'The title can not be used.');
    const { refusal } = await retinue.commands.renameChat(wishOf(retinue), command.data);
    return { refusal, words: `Renamed ${threadId} to "${oneLine(command.data.title)}".` };
  });
}

export function deleteChat(context: Context, { chat }: { chat: string }): Promise<Changed> {
  return change(context, chat, async (retinue, threadId) => {
    const title = (await retinue.log.chat(localWorkspaceId, threadId))?.title ?? '';
    const { refusal } = await retinue.commands.deleteChat(wishOf(retinue), { threadId });
    const undo = `It can be restored for ${count(undoDeleteMs / 1000, 'second')}; then it is removed for good.`;
    return { refusal, words: `Deleted "${oneLine(title)}" (${threadId}): everything in it has stopped. ${undo}` };
  });
}

async function change(
  { config, terminal, isJson }: Context,
  chat: string,
  act: (retinue: Retinue, threadId: ThreadId) => Promise<{ refusal: Refusal | null; words: string } | Failure>,
): Promise<Changed> {
  const retinue = await buildRetinue(config);
  try {
    const threadId = await findChat(retinue.log, chat);
    if (typeof threadId !== 'string') return threadId;
    const acted = await act(retinue, threadId);
    if ('code' in acted) return acted;
    if (acted.refusal) return refused(acted.refusal);
    terminal.out(isJson ? `${JSON.stringify({ threadId })}\n` : `${acted.words}\n`);
    return { code: exitCodes.ok };
  } finally {
    await retinue.stop(0);
  }
}
