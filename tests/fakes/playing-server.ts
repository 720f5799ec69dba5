import type { FinishReason, Usage } from '@retinue/protocol';
import { createModels } from '../../packages/server/src/models/models.ts';
import type { ModelRequest, Models, PromptMessage } from '../../packages/server/src/ports/engine/model.ts';
import { type Barriers, createBarriers } from '../support/scripted/barriers.ts';
import { inputsOf, linesOf, type Script } from '../support/scripted/script.ts';
import { endOf } from '../support/scripted/script-end.ts';
import { type PlayedLine, withKeys } from '../support/scripted/script-lines.ts';
import {
  type Act,
  deltas,
  done,
  finished,
  framesOnly,
  reasoning,
  status,
  toolCall,
  usage,
  wait,
} from './openai-replies.ts';
import { type ChatBody, type OpenAiServer, startOpenAiServer } from './openai-server.ts';
import { remoteModel } from './remote-model.ts';
import { callPart, resultMessage, scriptRequest, valueIn } from './script-request.ts';

/** One request, as the provider saw it: an independent count of requests, whatever the log says. */
export interface Asked {
  /** The name in the system prompt, or that of the agent that collects another's findings. */
  agent: string;
  /** The thread's first message. */
  instruction: string;
  usage: Usage;
  /** Whether the whole reply was sent; one that was stopped in the middle was not. */
  isWhole: boolean;
}

/** A provider over real HTTP that plays a script: the real adapter calls it, and it knows only the request. */
export interface PlayingServer extends Pick<OpenAiServer, 'baseUrl'>, AsyncDisposable {
  asked: readonly Asked[];
  barriers: Barriers;
  /** For agents whose provider has this name. */
  models(name?: string): Models;
}

export async function startPlayingServer(script: Script): Promise<PlayingServer> {
  const barriers = createBarriers();
  const asked: Asked[] = [];
  const server = await startOpenAiServer(({ body }) => {
    const request = requestIn(body);
    const lines = withKeys(linesOf(script, request));
    const end = endOf(request, lines);
    if (end.type !== 'end') throw new Error('a reply has an end');
    const [instruction = ''] = inputsOf(request);
    const agent = request.place.agentId.replace(/^agt_/, '');
    const one: Asked = { agent, instruction, usage: end.usage, isWhole: false };
    asked.push(one);
    const failure = lines.find((line) => line.type === 'fail');
    if (failure) return status(failure.retryable ? 503 : 400, {}, failure.message);
    const { inputTokens, outputTokens } = end.usage;
    return framesOnly(
      ...lines.flatMap((line, index) => actsOf(line, callsBefore(lines, index), barriers)),
      finished(finishWords[end.finishReason] ?? end.finishReason),
      usage({ prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens }),
      done(),
      { type: 'await', until: async () => noteWhole(one) },
    );
  });
  const { baseUrl } = server;
  return {
    baseUrl,
    asked,
    barriers,
    models: (name = 'scripted') => createModels({ providers: { [name]: remoteModel({ baseUrl, apiKey: null }) } }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** OpenAI's other terms for ours. */
const finishWords: Partial<Record<FinishReason, string>> = {
  calls: 'tool_calls',
  'content-filter': 'content_filter',
};

function noteWhole(asked: Asked): void {
  asked.isWhole = true;
}

function actsOf(line: PlayedLine, firstCall: number, barriers: Barriers): Act[] {
  switch (line.type) {
    case 'say':
      return deltas(...line.deltas);
    case 'think':
      return reasoning(...line.deltas);
    case 'calls':
      return line.calls.flatMap(({ key, name, deltas: pieces }, index) =>
        toolCall(firstCall + index, key, name, ...pieces),
      );
    case 'pause':
      return [wait(line.milliseconds)];
    case 'barrier':
      return [{ type: 'await', until: (gone) => barriers.pass(line.name, gone) }];
    case 'hang':
      return [{ type: 'silence' }];
    case 'finish':
    case 'usage':
      return []; // these end the step
    default:
      throw new Error(`A provider can't ${line.type}.`);
  }
}

function callsBefore(lines: readonly PlayedLine[], place: number): number {
  return lines.slice(0, place).reduce((sum, line) => sum + (line.type === 'calls' ? line.calls.length : 0), 0);
}

/** The request that a script chooses its lines by, from the data on the wire. */
function requestIn({ model, messages, tools, ...rest }: ChatBody): ModelRequest {
  return scriptRequest({
    model,
    system: messages.flatMap(({ role, content }) => (role === 'system' ? [wordsIn(content)] : [])).join(''),
    messages: messages.flatMap((message) => messageIn(message)),
    toolNames: ((tools ?? []) as { function: { name: string } }[]).map(({ function: { name } }) => name),
    // Clients omit the choice if there is no tool to choose.
    mayCall: rest.tool_choice !== 'none' && Boolean(tools),
    maxOutputTokens: typeof rest.max_tokens === 'number' ? rest.max_tokens : undefined,
  });
}

function messageIn({ role, content, tool_calls, tool_call_id }: ChatBody['messages'][number]): PromptMessage[] {
  const text = wordsIn(content);
  if (role === 'user') return [{ role, text }];
  if (role === 'tool') return [resultMessage(String(tool_call_id), valueIn(text))];
  if (role !== 'assistant') return [];
  const calls = (tool_calls ?? []) as { id: string; function: { name: string; arguments: string } }[];
  return [
    {
      role,
      parts: [
        ...(text === '' ? [] : [{ type: 'text', text } as const]),
        ...calls.map(({ id, function: { name, arguments: args } }) => callPart(id, name, valueIn(args))),
      ],
    },
  ];
}

function wordsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return ((content ?? []) as { text?: string }[]).map(({ text = '' }) => text).join('');
}
