import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isStepCount, type LanguageModel, streamText, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import { bossPrompt, type Contestant, lookUp, lookupDescription, workerPrompt } from './workload.ts';

/** The AI SDK's own loop, as its documentation builds sub-agents: a tool whose execution is another loop. Stores nothing. */
export function createBare(baseUrl: string): Contestant {
  const provider = createOpenAICompatible({ name: 'bench', baseURL: `${baseUrl}/v1`, includeUsage: true });
  const model = provider.chatModel('bench');
  const lookup = tool({
    description: lookupDescription,
    inputSchema: z.strictObject({ town: z.string(), year: z.int() }),
    execute: async (args) => lookUp(args),
  });
  const newTask = tool({
    description: 'Delegate a task to another agent.',
    inputSchema: z.strictObject({ task: z.string(), subAgentId: z.string() }),
    execute: ({ task }) => run(model, workerPrompt, task, { lookup }),
  });
  return { chat: (text) => run(model, bossPrompt, text, { newTask }), close: async () => {} };
}

async function run(model: LanguageModel, instructions: string, prompt: string, tools: ToolSet): Promise<string> {
  const result = streamText({ model, instructions, prompt, tools, stopWhen: isStepCount(100) });
  for await (const _text of result.textStream) {
    // The stream must be consumed, or it stalls.
  }
  return result.text;
}
