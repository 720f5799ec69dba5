import { localWorkspaceId } from '@retinue/protocol';
import type { Context } from './context.ts';
import { drawStats } from './draw-stats.ts';
import { exitCodes } from './exit.ts';
import type { Looked } from './look.ts';
import { look } from './look.ts';

export function stats(context: Context): Promise<Looked> {
  return look(context, async (log) => {
    const { terminal, isJson } = context;
    const figures = await log.stats(localWorkspaceId);
    if (isJson) terminal.out(`${JSON.stringify(figures)}\n`);
    else if (figures.agents.length > 0) terminal.out(`${drawStats(figures, terminal).join('\n')}\n`);
    else terminal.err(`There is no chat yet. Begin one with: ${context.invocation('run "<prompt>"')}\n`);
    return { code: exitCodes.ok };
  });
}
