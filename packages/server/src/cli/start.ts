import type { ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import { oneLine } from '../projections/text.ts';
import type { Context } from './context.ts';
import { wishOf } from './context.ts';
import type { Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { refused } from './refused.ts';
import type { Beginning, Worked } from './work-on.ts';
import { workOn } from './work-on.ts';

/** Shows a newcomer one delegation; else goes on with what was open, until it has settled or only people can help. */
export async function start(context: Context): Promise<Worked | Failure> {
  let opening: Opening = 'idle';
  const worked = await workOn(context, async (retinue) => {
    const rootIds = await openChats(retinue);
    const [known] = await retinue.log.chats(localWorkspaceId, { limit: 1, offset: 0 });
    opening = known ? (rootIds.length > 0 ? 'resumed' : 'idle') : 'first';
    if (opening === 'first') return showDemo(context, retinue);
    for (const rootId of context.isJson ? [] : rootIds) await tellResumed(context, retinue, rootId);
    return { rootIds, isOwn: false };
  });
  if ('words' in worked) return worked;
  const isDone = worked.ending.reason === 'settled' || worked.ending.reason === 'asking';
  if (!isDone) return worked;
  if (!context.isJson) context.terminal.out(tips(context, opening));
  return { ...worked, code: exitCodes.ok };
}

type Opening = 'first' | 'resumed' | 'idle';

/** Every chat with something to do or to be asked. */
async function openChats({ log }: Retinue): Promise<ThreadId[]> {
  const owing = await log.owing(Number.MAX_SAFE_INTEGER);
  const questions = await log.openQuestions(localWorkspaceId);
  return [...new Set([...owing, ...questions].map(({ rootId }) => rootId))];
}

async function showDemo({ terminal, isJson }: Context, retinue: Retinue): Promise<Beginning | Failure> {
  if (!isJson) terminal.out('Welcome to Retinue. Here is one question that an agent does not answer alone:\n\n');
  const command = { agentId: agentIdOf('orchestrator'), text: demoQuestion };
  const reply = await retinue.commands.openChat(wishOf(retinue), command);
  if (reply.refusal) return refused(reply.refusal);
  return { rootIds: [reply.done.threadId], isNew: true, isOwn: false };
}

async function tellResumed({ terminal }: Context, { log }: Retinue, rootId: ThreadId): Promise<void> {
  const chat = await log.thread(localWorkspaceId, rootId);
  terminal.out(`Going on with: ${oneLine(chat?.title ?? '')} (${rootId})\n`);
}

function tips({ invocation }: Context, opening: Opening): string {
  const head = opening === 'idle' ? 'Nothing is open. What you can do:' : 'What you can do next:';
  const commands = [invocation(`run "${nextQuestion}"`), invocation('tree last'), invocation('list')];
  return `${opening === 'idle' ? '' : '\n'}${head}\n${commands.map((command) => `  ${command}\n`).join('')}`;
}

const demoQuestion =
  'Prepare a report on electric cars in Norway and Germany since 2019. How did the rents in Oslo, Berlin and Lisbon change since 2019?';
const nextQuestion = 'Which city had the cleanest air in 2023? How many people visited the libraries of Dublin?';
