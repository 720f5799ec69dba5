import { count } from '../projections/figures.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { findChat } from './find-chat.ts';
import { problemWords } from './report.ts';
import type { Workplace } from './workplace.ts';
import { openWorkplace } from './workplace.ts';

/** Stops all work in a chat, the workspace or the server until it is resumed, or resumes it. */
export async function stop(
  context: Context,
  { target, isResumed }: { target: string; isResumed: boolean },
): Promise<{ code: ExitCode } | Failure> {
  const { terminal, isJson } = context;
  const workplace = await openWorkplace(context, (problem) => terminal.err(`${problemWords(problem)}\n`));
  try {
    const acted =
      target === 'workspace' || target === 'server'
        ? await changeAll(workplace, target, isResumed)
        : await changeChat(workplace, target, isResumed);
    if ('words' in acted) return acted;
    const { told, ...fields } = acted;
    terminal.out(isJson ? `${JSON.stringify(fields)}\n` : `${told}\n`);
    return { code: exitCodes.ok };
  } finally {
    await workplace.stop(0);
  }
}

type Acted = { target: string; isStopped: boolean; told: string } | Failure;

async function changeAll({ wishes }: Workplace, scope: 'workspace' | 'server', isResumed: boolean): Promise<Acted> {
  const where = scope === 'server' ? 'on this server' : 'in this workspace';
  if (isResumed) {
    const failure = await wishes.resumeAll(scope);
    return failure ?? { target: scope, isStopped: false, told: `Resumed work ${where}.` };
  }
  const stopped = await wishes.stopAll(scope);
  if ('words' in stopped) return stopped;
  const told = `All work ${where} is stopped. Canceled work in ${count(stopped.canceled, 'chat')}.`;
  return { target: scope, isStopped: true, told };
}

async function changeChat({ log, wishes }: Workplace, chat: string, isResumed: boolean): Promise<Acted> {
  const threadId = await findChat(log, chat);
  if (typeof threadId !== 'string') return threadId;
  const failure = await (isResumed ? wishes.resumeChat(threadId) : wishes.stopChat(threadId));
  const told = isResumed ? `Resumed work in ${threadId}.` : `All work in ${threadId} is stopped.`;
  return failure ?? { target: threadId, isStopped: !isResumed, told };
}
