import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { AgentDefinition, CommandId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { readConfig } from '../../packages/server/src/config.ts';
import { readToken } from '../../packages/server/src/local-server/token-file.ts';
import { createModels } from '../../packages/server/src/models/models.ts';
import type { Model } from '../../packages/server/src/ports/engine/model.ts';
import { type Served, serveRetinue } from '../../packages/server/src/serve.ts';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import { commandsOf } from '../../tests/support/apps/commands.ts';
import { createEngine, lookup, teamOf } from '../delegation/engine.ts';
import { answerText } from '../delegation/model-replies.ts';
import { requestText, type Workload } from '../delegation/workload.ts';
import { megabyte } from '../support/figures.ts';
import { takeOrders } from '../support/peer.ts';

/*
 * The measured process: the product behind HTTP, or the engine alone.
 */
const delay = monitorEventLoopDelay({ resolution: 10 });
const tellingTime: Model = {
  async *stream(_request, signal) {
    while (!signal.aborted) {
      yield { type: 'text', text: `${Date.now()} ` };
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    signal.throwIfAborted();
  },
};
let served: Served | null = null;
let engine: Awaited<ReturnType<typeof createEngine>> | null = null;
let peakMegabytes = 0;
setInterval(() => {
  peakMegabytes = Math.max(peakMegabytes, process.memoryUsage.rss() / megabyte);
}, 250).unref();

await takeOrders({
  async engine({ url, directory }: { url: string; directory: string }) {
    engine = await createEngine(url, { RETINUE_DATA: directory });
    return {};
  },
  async play(workload: Workload) {
    const startedAt = performance.now();
    const chats = Array.from({ length: workload.chats }, () => engine?.chat(requestText(workload)));
    for (const answer of await Promise.all(chats)) {
      if (answer?.trim() !== answerText.trim()) throw new Error(`It answered: ${answer}`);
    }
    return { wallMs: performance.now() - startedAt };
  },
  serve: ({ url, directory }: { url: string; directory: string }) => serve(directory, url),
  /** With a model that sends the time fifty times a second, without end. */
  serveTokens: ({ directory }: { directory: string }) => serve(directory, null),
  async history({ messages }: { messages: number }) {
    const chatId = await openChat();
    const text = 'x'.repeat(20_000);
    for (let count = 0; count < messages; count += 1) {
      const { ids } = app().retinue;
      const commands = commandsOf(app().retinue);
      await commands.sendMessage(context(ids.command()), { threadId: chatId, text });
    }
    return { chatId };
  },
  async openChats({ count }: { count: number }) {
    return { chatIds: await Promise.all(Array.from({ length: count }, () => openChat())) };
  },
  async begin() {
    globalThis.gc?.();
    delay.enable();
    delay.reset();
    peakMegabytes = process.memoryUsage.rss() / megabyte;
    return { megabytes: peakMegabytes };
  },
  async report() {
    return { delayP99Ms: delay.percentile(99) / 1e6, peakMegabytes };
  },
});

async function serve(directory: string, url: string | null): Promise<{ url: string; token: string }> {
  const config = readConfig({
    ...(url ? { RETINUE_MODEL: 'openai-compatible/bench', RETINUE_BASE_URL: `${url}/v1` } : {}),
    RETINUE_DATA: directory,
    RETINUE_PORT: '0',
    RETINUE_LOG_LEVEL: 'error',
  });
  if ('problems' in config) throw new Error(config.problems.join('\n'));
  const plenty = 1_000_000;
  const limits = { requestsPerMinute: plenty, startsPerMinute: plenty, streamsPerPerson: plenty, streams: plenty };
  const model: AgentDefinition['model'] = url ? config.model : { provider: 'clock', id: 'clock' };
  served = await serveRetinue(
    { ...config, ...(url ? {} : { maxRunning: 200 }), server: { ...config.server, ...limits } },
    {
      agents: teamOf(model),
      tools: createTools([lookup]),
      ...(url ? {} : { models: createModels({ providers: { clock: tellingTime } }) }),
    },
  );
  return { url: served.url, token: (await readToken(directory)) ?? '' };
}

function app(): Served {
  if (!served) throw new Error('Nothing is served.');
  return served;
}

async function openChat() {
  const { ids } = app().retinue;
  const commands = commandsOf(app().retinue);
  const opened = await commands.openChat(context(ids.command()), {
    agentId: agentIdOf('boss'),
    text: 'What time is it?',
  });
  if (opened.refusal) throw new Error(opened.refusal.code);
  return opened.done.threadId;
}

function context(commandId: CommandId) {
  return { workspaceId: localWorkspaceId, actor: 'person:bench', role: 'owner', commandId } as const;
}
