import type { Client, Routes, UsageRange } from '@retinue/protocol';
import { fieldErrorsIn, localWorkspaceId, usageRangeSchema } from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { withConnection } from '../connection/connect.ts';
import { findChat } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import { usageError } from '../exit.ts';
import { drawStats } from './draw-stats.ts';
import { noChats } from './list-chats.ts';

export function stats(context: Context, { given }: CommandInput): Promise<void> {
  const { terminal, isJson } = context;
  return withConnection(context, { isReadOnly: true }, async (client) => {
    const query = await rangeOf(client, given);
    const usage = await client.getUsage({ params: { workspaceId: localWorkspaceId }, query });
    const isEmpty = usage.agents.length === 0;
    print(context, usage, isEmpty || isJson ? '' : drawStats(usage, terminal).join('\n'));
    if (!isEmpty || isJson) return;
    terminal.err(Object.keys(query).length > 0 ? 'No activity matches.\n' : noChats(context));
  });
}

async function rangeOf(client: Client<Routes>, { from, to, agent, chat }: CommandInput['given']): Promise<UsageRange> {
  const chatId = chat === undefined ? undefined : await findChat(client, chat);
  const agentId = agent === undefined || agent.startsWith('agt_') ? agent : `agt_${agent}`;
  const given = Object.entries({ from, to, agentId, chatId }).filter(([, value]) => value !== undefined);
  const parsed = usageRangeSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [error] = fieldErrorsIn(parsed.error);
  if (error?.path === 'agentId') throw usageError('--agent must be the id of an agent.');
  throw usageError(`--${error?.path} ${error?.message}.`);
}
