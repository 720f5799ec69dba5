import type { ThreadId } from '@retinue/protocol';
import { chatTitleSchema, localWorkspaceId, undoDeleteMs } from '@retinue/protocol';
import { count } from '../projections/figures.ts';
import { oneLine } from '../projections/text.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { findChat } from './find-chat.ts';
import { problemWords } from './report.ts';
import type { Workplace } from './workplace.ts';
import { openWorkplace } from './workplace.ts';

/* What is done with a chat as a whole: nothing is run for it. */

type Changed = { code: ExitCode } | Failure;

export function rename(context: Context, { chat, title }: { chat: string; title: string }): Promise<Changed> {
  return change(context, chat, async ({ wishes }, threadId) => {
    const parsed = chatTitleSchema.safeParse(title);
    if (!parsed.success) return wrongUsage(parsed.error.issues[0]?.message ?? 'The title can not be used.');
    const failure = await wishes.renameChat(threadId, { title: parsed.data });
    return failure ?? { told: `Renamed ${threadId} to "${oneLine(parsed.data)}".` };
  });
}

export function deleteChat(context: Context, { chat }: { chat: string }): Promise<Changed> {
  return change(context, chat, async ({ log, wishes }, threadId) => {
    const title = (await log.readModels.chat(localWorkspaceId, threadId))?.title ?? '';
    const failure = await wishes.deleteChat(threadId);
    const undo = `It can be restored for ${count(undoDeleteMs / 1000, 'second')}; then it is removed for good.`;
    return failure ?? { told: `Deleted "${oneLine(title)}" (${threadId}): everything in it has stopped. ${undo}` };
  });
}

async function change(
  context: Context,
  chat: string,
  act: (workplace: Workplace, threadId: ThreadId) => Promise<{ told: string } | Failure>,
): Promise<Changed> {
  const { terminal, isJson } = context;
  const workplace = await openWorkplace(context, (problem) => terminal.err(`${problemWords(problem)}\n`));
  try {
    const threadId = await findChat(workplace.log, chat);
    if (typeof threadId !== 'string') return threadId;
    const acted = await act(workplace, threadId);
    if ('code' in acted) return acted;
    terminal.out(isJson ? `${JSON.stringify({ threadId })}\n` : `${acted.told}\n`);
    return { code: exitCodes.ok };
  } finally {
    await workplace.stop(0);
  }
}
