import type { AgentDefinition, ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { z } from 'zod';
import { readConfig } from '../../packages/server/src/config.ts';
import { buildRetinue } from '../../packages/server/src/main.ts';
import type { Agents } from '../../packages/server/src/ports/settings/agents.ts';
import { createTools, readTool } from '../../packages/server/src/tools/tools.ts';
import { commandsOf } from '../../tests/support/apps/commands.ts';
import { bossPrompt, type Contestant, lookUp, lookupDescription, workerPrompt } from './workload.ts';

/** The product as it is built for its users: everything stored, everything durable. */
export async function createEngine(baseUrl: string, environment: Record<string, string>): Promise<Contestant> {
  const config = readConfig({
    RETINUE_MODEL: 'openai-compatible/bench',
    RETINUE_BASE_URL: `${baseUrl}/v1`,
    ...environment,
  });
  if ('problems' in config) throw new Error(config.problems.join('\n'));
  const retinue = await buildRetinue(config, { agents: teamOf(config.model), tools: createTools([lookup]) });
  const ends = new Map<ThreadId, (answer: string) => void>();
  retinue.log.subscribe(({ events }) => {
    for (const event of events) if (event.type === 'thread.ended') ends.get(event.threadId)?.(event.data.result);
  });
  retinue.start();
  return {
    async chat(text) {
      const commandId = retinue.ids.command();
      const context = { workspaceId: localWorkspaceId, actor: 'person:bench', role: 'owner', commandId } as const;
      const reply = await commandsOf(retinue).openChat(context, { agentId: agentIdOf('boss'), text });
      if (reply.refusal) throw new Error(reply.refusal.code);
      const { threadId } = reply.done;
      return new Promise((resolve) => ends.set(threadId, resolve));
    },
    close: () => retinue.stop(0),
  };
}

export const lookup = readTool({
  name: 'lookup',
  description: lookupDescription,
  input: z.strictObject({ town: z.string(), year: z.int() }),
  run: lookUp,
});

export function teamOf(model: AgentDefinition['model']): Agents {
  const badge = { color: '#888888', icon: 'bot' };
  const common = { version: 1, badge, model, sampling: {}, maxSteps: null, placeholder: '', skillIds: [] };
  const worker = { agentId: agentIdOf('worker'), name: 'Worker', description: 'Looks things up', subAgentIds: [] };
  const boss = { agentId: agentIdOf('boss'), name: 'Boss', description: 'Leads', subAgentIds: [worker.agentId] };
  const team: AgentDefinition[] = [
    { ...common, ...boss, tools: [], systemPrompt: bossPrompt },
    { ...common, ...worker, tools: ['lookup'], systemPrompt: workerPrompt },
  ];
  return {
    find: async (_workspaceId, agentId) => team.find((agent) => agent.agentId === agentId) ?? null,
    list: async () => team,
  };
}
