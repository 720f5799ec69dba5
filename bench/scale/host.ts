import { type AgentDefinition, agentIdOf, localWorkspaceId, noUsage } from '@retinue/protocol';
import { readConfig } from '../../packages/server/src/config.ts';
import { readToken } from '../../packages/server/src/local-server/token-file.ts';
import { createModels } from '../../packages/server/src/models/models.ts';
import type { Model } from '../../packages/server/src/ports/engine/model.ts';
import type { Agents } from '../../packages/server/src/ports/settings/agents.ts';
import { type Served, serveRetinue } from '../../packages/server/src/serve.ts';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import { commandsOf } from '../../tests/support/apps/commands.ts';
import { lookup, teamOf } from '../delegation/engine.ts';
import { writeChats } from '../stores/grown-store.ts';
import { LoopBlocks } from '../support/loop-blocks.ts';
import { takeOrders } from '../support/peer.ts';

/*
 * The measured server, on an existing store, with a model that answers at once.
 */
const blocks = new LoopBlocks();
const instant: Model = {
  async *stream() {
    for (const text of ['The towns ', 'did ', 'well.']) yield { type: 'text', text };
    yield { type: 'end', finishReason: 'stop', usage: { ...noUsage, inputTokens: 400, outputTokens: 5 } };
  },
};
let served: Served | null = null;
let cpu = process.cpuUsage();
let begunAt = performance.now();

await takeOrders({
  async serve({ directory, url }: { directory: string; url: string | null }) {
    const config = readConfig({
      RETINUE_DATA: directory,
      RETINUE_PORT: '0',
      RETINUE_LOG_LEVEL: 'error',
      ...(url ? { DATABASE_URL: url } : {}),
    });
    if ('problems' in config) throw new Error(config.problems.join('\n'));
    const plenty = 1_000_000;
    const limits = { requestsPerMinute: plenty, startsPerMinute: plenty, streamsPerPerson: plenty, streams: plenty };
    const model: AgentDefinition['model'] = { provider: 'instant', id: 'instant' };
    served = await serveRetinue(
      { ...config, server: { ...config.server, ...limits } },
      {
        agents: withAliases(teamOf(model)),
        tools: createTools([lookup]),
        models: createModels({ providers: { instant } }),
      },
    );
    return { url: served.url, token: (await readToken(directory)) ?? '' };
  },
  async openChats({ count }: { count: number }) {
    const { ids } = app().retinue;
    const commands = commandsOf(app().retinue);
    const chatIds: string[] = [];
    for (let opened = 0; opened < count; opened += 1) {
      const context = {
        workspaceId: localWorkspaceId,
        actor: 'person:bench',
        role: 'owner',
        commandId: ids.command(),
      } as const;
      const reply = await commands.openChat(context, { agentId: agentIdOf('boss'), text: 'How did the towns do?' });
      if (reply.refusal) throw new Error(reply.refusal.code);
      chatIds.push(reply.done.threadId);
    }
    return { chatIds };
  },
  async grow({ count }: { count: number }) {
    return { chatIds: await writeChats(app().retinue, count) };
  },
  /** Searches until the index has reached the end of the log. */
  async completeIndex() {
    const { search } = app().retinue;
    while (!(await search.find(localWorkspaceId, { text: 'absent', limit: 1, offset: 0 })).isComplete);
    return {};
  },
  async begin() {
    globalThis.gc?.();
    blocks.reset();
    cpu = process.cpuUsage();
    begunAt = performance.now();
    return { head: await app().retinue.log.feed.head() };
  },
  async report() {
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - begunAt) / 1000;
    const head = await app().retinue.log.feed.head();
    return { ...blocks.longest, cpuShare: (user + system) / 1e6 / seconds, head, seconds };
  },
  async stop() {
    await served?.stop(0);
    return {};
  },
});

/** The chats of the grown store are written for agents of these names. */
function withAliases(team: Agents): Agents {
  const aliases = new Map([
    [agentIdOf('orchestrator'), agentIdOf('boss')],
    [agentIdOf('researcher'), agentIdOf('worker')],
  ]);
  return { ...team, find: (workspaceId, agentId) => team.find(workspaceId, aliases.get(agentId) ?? agentId) };
}

function app(): Served {
  if (!served) throw new Error('Nothing is served.');
  return served;
}
