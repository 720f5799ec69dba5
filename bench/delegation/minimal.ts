import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { MinimalStore } from './minimal-store.ts';
import { bossPrompt, type Contestant, type LookupArgs, lookUp, lookupDescription, workerPrompt } from './workload.ts';

/*
 * The minimum of a durable loop: the same provider adapter, a row for each message and call before it continues,
 * commits shared by all writes that are ready at the same time. No guards, no recovery, no limits, no live view.
 */
export function createMinimal(baseUrl: string, directory: string): Contestant {
  const provider = createOpenAICompatible({ name: 'bench', baseURL: `${baseUrl}/v1`, includeUsage: true });
  const model = provider.chatModel('bench');
  const store = new MinimalStore(directory);

  async function run(agent: Agent, task: string): Promise<string> {
    const threadId = crypto.randomUUID();
    const prompt: Prompt = [
      { role: 'system', content: agent.instructions },
      { role: 'user', content: [{ type: 'text', text: task }] },
    ];
    await store.put(threadId, 'opened', prompt);
    while (true) {
      const { stream } = await model.doStream({ prompt, tools: agent.tools });
      const { text, calls } = await hear(stream);
      await store.put(threadId, 'step', { text, calls });
      if (calls.length === 0) return text;
      prompt.push({ role: 'assistant', content: [{ type: 'text', text }, ...calls.map(asSaid)] });
      const content = await Promise.all(calls.map((call) => execute(threadId, call)));
      prompt.push({ role: 'tool', content });
    }
  }

  async function execute(threadId: string, { toolCallId, toolName, input }: LanguageModelV4ToolCall) {
    const args = JSON.parse(input) as LookupArgs & { task: string };
    const value = toolName === 'newTask' ? await run(worker, args.task) : lookUp(args);
    await store.put(threadId, 'result', { toolCallId, value });
    const output =
      typeof value === 'string' ? { type: 'text' as const, value } : { type: 'json' as const, value: { ...value } };
    return { type: 'tool-result' as const, toolCallId, toolName, output };
  }

  return { chat: (text) => run(boss, text), close: async () => store.close() };
}

type Prompt = LanguageModelV4CallOptions['prompt'];
type Parts = Awaited<
  ReturnType<ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>['doStream']>
>['stream'];
interface Agent {
  instructions: string;
  tools: LanguageModelV4FunctionTool[];
}

const worker: Agent = {
  instructions: workerPrompt,
  tools: [offer('lookup', lookupDescription, z.strictObject({ town: z.string(), year: z.int() }))],
};
const boss: Agent = {
  instructions: bossPrompt,
  tools: [
    offer('newTask', 'Delegate a task to another agent.', z.strictObject({ task: z.string(), subAgentId: z.string() })),
  ],
};

function offer(name: string, description: string, input: z.ZodType): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name,
    description,
    inputSchema: { ...z.toJSONSchema(input) } as LanguageModelV4FunctionTool['inputSchema'],
  };
}

async function hear(stream: Parts): Promise<{ text: string; calls: LanguageModelV4ToolCall[] }> {
  let text = '';
  const calls: LanguageModelV4ToolCall[] = [];
  for await (const part of stream) {
    if (part.type === 'text-delta') text += part.delta;
    else if (part.type === 'tool-call') calls.push(part);
    else if (part.type === 'error') throw part.error;
  }
  return { text, calls };
}

/** The server reuses call names across steps; here, as in its prompt, they only have to differ within one. */
function asSaid({ toolCallId, toolName, input }: LanguageModelV4ToolCall) {
  return { type: 'tool-call' as const, toolCallId, toolName, input: JSON.parse(input) };
}
