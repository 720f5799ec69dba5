import type { UsageRange } from '@retinue/protocol';
import { localWorkspaceId, usageRangeSchema } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import type { Arguments } from './arguments.ts';
import type { Context } from './context.ts';
import { drawStats } from './draw-stats.ts';
import type { Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { findChat } from './find-chat.ts';
import type { Looked } from './look.ts';
import { look } from './look.ts';

type Asked = Pick<Arguments, 'from' | 'to' | 'agent' | 'chat'>;

export function stats(context: Context, asked: Asked): Promise<Looked> {
  return look(context, async (log) => {
    const { terminal, isJson } = context;
    const range = await rangeOf(log, asked);
    if ('problem' in range) return range.problem;
    const figures = await log.readModels.stats(localWorkspaceId, range.range);
    if (isJson) terminal.out(`${JSON.stringify(figures)}\n`);
    else if (figures.agents.length > 0) terminal.out(`${drawStats(figures, terminal).join('\n')}\n`);
    else if (Object.keys(range.range).length > 0) terminal.err('Nothing was done that this is about.\n');
    else terminal.err(`There is no chat yet. Begin one with: ${context.invocation('run "<prompt>"')}\n`);
    return { code: exitCodes.ok };
  });
}

async function rangeOf(
  log: Retinue['log'],
  { from, to, agent, chat }: Asked,
): Promise<{ range: UsageRange } | { problem: Failure }> {
  const chatId = chat === null ? null : await findChat(log, chat);
  if (chatId !== null && typeof chatId !== 'string') return { problem: chatId };
  const agentId = agent === null || agent.startsWith('agt_') ? agent : `agt_${agent}`;
  const given = Object.entries({ from, to, agentId, chatId }).filter(([, value]) => value !== null);
  const parsed = usageRangeSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) return { range: parsed.data };
  const [issue] = parsed.error.issues;
  const option = issue?.path[0] === 'agentId' ? 'agent' : String(issue?.path[0]);
  return { problem: wrongUsage(`--${option} ${option === 'agent' ? 'must be the id of an agent' : issue?.message}.`) };
}
