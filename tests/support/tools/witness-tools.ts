import type { Reach } from '@retinue/protocol';
import type { Json } from '../../../packages/server/src/ports/engine/model.ts';
import type { Tool, ToolContext } from '../../../packages/server/src/ports/engine/tool.ts';
import { toolFor } from '../models/scripts.ts';

/** One effect, as the tool itself saw it. */
export interface Seen {
  name: string;
  args: Record<string, Json>;
  context: Omit<ToolContext, 'signal'>;
}

/** Tools of every reach that note their runs: effects are counted here, and not in the log. */
export function witnessTools(): { tools: Tool[]; seen: Seen[] } {
  const seen: Seen[] = [];
  const witness = (name: string, reach: Reach, effect: Tool['effect'] = 'unsafe') =>
    toolFor(
      name,
      async (args, { signal: _, ...context }) => {
        seen.push({ name, args, context });
        return `${name} done`;
      },
      { reach, effect },
    );
  return {
    seen,
    tools: [
      witness('look', 'internal', 'read'),
      witness('note', 'internal'),
      witness('mail', 'outbound'),
      witness('shell', 'exec'),
      witness('govern', 'admin'),
    ],
  };
}
