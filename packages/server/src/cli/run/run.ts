import { localWorkspaceId, maxMessageBytes, routes } from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { checkBody } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { usageError } from '../exit.ts';
import type { Followed } from '../follow/follow-chats.ts';
import { followChats } from '../follow/follow-chats.ts';
import { readBudget } from '../settings/read-budget.ts';

/** Opens a chat with an agent and follows it until it has answered. Wrong input is refused before a store is opened. */
export async function run(context: Context, { given }: CommandInput): Promise<Followed> {
  const { prompt = '', agent = 'orchestrator', budget } = given;
  const text = prompt === '-' ? await readPrompt(process.stdin) : prompt;
  const agentId = routes.openChat.body.shape.agentId.safeParse(agent.startsWith('agt_') ? agent : `agt_${agent}`).data;
  if (!agentId) throw usageError(`There is no agent "${agent}". An agent's name is one word, such as orchestrator.`);
  const body = { agentId, text, budget: budget === undefined ? undefined : readBudget(budget) };
  checkBody(routes.openChat, body);
  return followChats(context, async (client) => {
    const { chatId } = await client.openChat({ params: { workspaceId: localWorkspaceId }, body });
    return { chatIds: [chatId], isNew: true, isOwn: true };
  });
}

/** Reads no more than it takes to see that the prompt is too long. */
async function readPrompt(input: AsyncIterable<Buffer | string>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input) {
    pieces.push(Buffer.from(piece));
    bytes += pieces.at(-1)?.length ?? 0;
    if (bytes > maxMessageBytes) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}
