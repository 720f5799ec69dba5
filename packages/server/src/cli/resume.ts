import type { ThreadId } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { oneLine } from '../projections/text.ts';
import type { Context } from './context.ts';
import type { Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import type { Worked } from './work-on.ts';
import { workOn } from './work-on.ts';
import type { Workplace } from './workplace.ts';

/** Goes on with what was open, until it has settled or only people can help. */
export async function resume(context: Context): Promise<Worked | Failure> {
  let isIdle = true;
  const worked = await workOn(context, async ({ log }) => {
    const rootIds = await openChats(log);
    isIdle = rootIds.length === 0;
    for (const rootId of context.isJson ? [] : rootIds) await tellResumed(context, log, rootId);
    return { rootIds, isOwn: false };
  });
  if ('words' in worked) return worked;
  const isDone = worked.ending.reason === 'settled' || worked.ending.reason === 'asking';
  if (!isDone) return worked;
  if (!context.isJson) context.terminal.out(tips(context, isIdle));
  return { ...worked, code: exitCodes.ok };
}

/** Every chat with something to do or to be asked. */
async function openChats(log: Workplace['log']): Promise<ThreadId[]> {
  const owing = await log.owing(Number.MAX_SAFE_INTEGER);
  const questions = await log.readModels.openQuestions(localWorkspaceId);
  return [...new Set([...owing, ...questions].map(({ rootId }) => rootId))];
}

async function tellResumed({ terminal }: Context, log: Workplace['log'], rootId: ThreadId): Promise<void> {
  const chat = await log.thread(localWorkspaceId, rootId);
  terminal.out(`Going on with: ${oneLine(chat?.title ?? '')} (${rootId})\n`);
}

function tips({ invocation }: Context, isIdle: boolean): string {
  const head = isIdle ? 'Nothing is open. What you can do:' : 'What you can do next:';
  const commands = [invocation(`run "${nextQuestion}"`), invocation('tree last'), invocation('list')];
  return `${isIdle ? '' : '\n'}${head}\n${commands.map((command) => `  ${command}\n`).join('')}`;
}

const nextQuestion = 'Which city had the cleanest air in 2023? How many people visited the libraries of Dublin?';
