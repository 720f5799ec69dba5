import type { RouteRequest, Routes } from '@retinue/protocol';
import { maxMessageBytes, routes } from '@retinue/protocol';
import type { Context } from './context.ts';
import type { Failure } from './exit.ts';
import { wrongUsage } from './exit.ts';
import type { BudgetInput } from './read-budget.ts';
import { readBudget } from './read-budget.ts';
import type { Worked } from './work-on.ts';
import { workOn } from './work-on.ts';

/** A new chat with an agent, followed until it has answered. */
export async function run(
  context: Context,
  { prompt, agent, budget: bounds }: { prompt: string; agent: string; budget: string | null },
): Promise<Worked | Failure> {
  const text = prompt === '-' ? await readAll(process.stdin) : prompt;
  const budget = bounds === null ? undefined : readBudget(bounds);
  if (budget && 'words' in budget) return budget;
  const command = parseOpening(agent, text, budget);
  if ('words' in command) return command;
  return workOn(context, async ({ wishes }) => {
    const opened = await wishes.openChat(command);
    return 'words' in opened ? opened : { rootIds: [opened.threadId], isNew: true, isOwn: true };
  });
}

type Opening = RouteRequest<Routes['openChat']>['body'];

function parseOpening(agent: string, text: string, budget: BudgetInput | undefined): Opening | Failure {
  const parsed = routes.openChat.body.safeParse({
    agentId: agent.startsWith('agt_') ? agent : `agt_${agent}`,
    text,
    budget,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.path[0] !== 'agentId') return wrongUsage(issue?.message ?? 'The prompt can not be used.');
  return wrongUsage(`There is no agent "${agent}". An agent's name is one word, such as orchestrator.`);
}

/** No more than is needed to see that it is too much. */
async function readAll(input: AsyncIterable<Buffer | string>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of input) {
    pieces.push(Buffer.from(piece));
    bytes += pieces.at(-1)?.length ?? 0;
    if (bytes > maxMessageBytes) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}
