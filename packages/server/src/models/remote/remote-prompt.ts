import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type {
  AssistantPart,
  Json,
  ModelRequest,
  PromptMessage,
  ToolOffer,
  ToolResult,
} from '../../ports/engine/model.ts';
import { compatibleName, type Protocol } from './vendors.ts';

/** Our request in the AI SDK's types. Our call ids stand in for the provider's, which it may have used twice. */
export function toCallOptions(request: ModelRequest, protocol: Protocol): LanguageModelV4CallOptions {
  const { topK, ...sampling } = withoutUndefined(request.sampling);
  return {
    ...sampling,
    prompt: toPrompt(request),
    tools: request.tools.map(toTool),
    toolChoice: { type: request.toolChoice },
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    ...(topK === undefined ? {} : { topK }),
    providerOptions: {
      // The library drops it for OpenAI-compatible servers, though many of them know it under this name.
      ...(topK === undefined ? {} : { [compatibleName]: { top_k: topK } }),
      // The log keeps the reasoning, encrypted by the provider, instead of the provider.
      ...(protocol === 'openai-responses' ? { openai: { store: false } } : {}),
    },
  };
}

function toPrompt({ system, messages }: ModelRequest): LanguageModelV4Message[] {
  const opening: LanguageModelV4Message[] = system === '' ? [] : [{ role: 'system', content: system }];
  return [...opening, ...messages.map(toMessage)];
}

function toMessage(message: PromptMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return { role: 'assistant', content: message.parts.map(toPart) };
    case 'tool':
      return { role: 'tool', content: message.results.map(toResult) };
    default:
      return message satisfies never;
  }
}

type PromptPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

function toPart(part: AssistantPart): PromptPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text, ...toOptions(part.provider) };
    case 'call':
      return {
        ...{ type: 'tool-call', toolCallId: part.callId, toolName: part.name, input: part.args },
        ...toOptions(part.provider),
      };
    default:
      return part satisfies never;
  }
}

function toOptions(provider: Json | undefined): { providerOptions?: Record<string, Record<string, Json>> } {
  return provider === undefined ? {} : { providerOptions: provider as Record<string, Record<string, Json>> };
}

function toResult({ callId, name, value, failed }: ToolResult): LanguageModelV4ToolResultPart {
  return { type: 'tool-result', toolCallId: callId, toolName: name, output: toOutput(value, failed) };
}

function toOutput(value: ToolResult['value'], failed: boolean): LanguageModelV4ToolResultPart['output'] {
  if (typeof value === 'string') return { type: failed ? 'error-text' : 'text', value };
  return { type: failed ? 'error-json' : 'json', value };
}

function toTool({ name, description, input }: ToolOffer): LanguageModelV4FunctionTool {
  return { type: 'function', name, description, inputSchema: input };
}

type Defined<Shape> = { [Key in keyof Shape]: Exclude<Shape[Key], undefined> };

function withoutUndefined<Shape extends object>(shape: Shape): Defined<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Defined<Shape>;
}
