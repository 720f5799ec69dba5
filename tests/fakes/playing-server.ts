import type { FinishReason, Usage } from '@retinue/protocol';
import { agentIdOf, callIdSchema, threadIdSchema } from '@retinue/protocol';
import { type Barriers, createBarriers } from '../../packages/server/src/models/barriers.ts';
import { createModels } from '../../packages/server/src/models/models.ts';
import { inputsOf, linesOf, type Script } from '../../packages/server/src/models/script.ts';
import { endOf } from '../../packages/server/src/models/script-end.ts';
import { type PlayedLine, withKeys } from '../../packages/server/src/models/script-lines.ts';
import type { Json, ModelRequest, Models, PromptMessage } from '../../packages/server/src/ports/model.ts';
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

/** One request, as the provider saw it: what is counted here was really asked for, whatever the log says. */
export interface Asked {
  /** The name in the system prompt, or whoever only gathers what another has found. */
  agent: string;
  /** What was first said to the thread. */
  instruction: string;
  usage: Usage;
  /** Whether the whole reply was sent; one that was stopped in the middle was not. */
  isWhole: boolean;
}

/** A provider over real HTTP that plays a script: the real adapter asks it, and it knows nothing but what was sent. */
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

/** Where OpenAI has other words than we have. */
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
      return []; // they speak of the end
    default:
      throw new Error(`A provider can't ${line.type}.`);
  }
}

function callsBefore(lines: readonly PlayedLine[], place: number): number {
  return lines.slice(0, place).reduce((sum, line) => sum + (line.type === 'calls' ? line.calls.length : 0), 0);
}

/** The request that a script chooses its lines by, from what came over the wire. */
function requestIn({ model, messages, tools, ...rest }: ChatBody): ModelRequest {
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [wordsIn(content)] : [])).join('');
  const [, name = gatherer] = /^You are ([\w-]+)\./.exec(system) ?? [];
  const steps = messages.filter(({ role }) => role === 'assistant').length;
  return {
    model: { provider: 'played', id: model },
    sampling: {},
    system,
    messages: messages.flatMap((message) => messageIn(message)),
    tools: ((tools ?? []) as { function: { name: string } }[]).map(({ function: { name } }) => ({
      name,
      description: '',
      effect: 'read',
      input: {},
    })),
    // Clients leave the choice out where there is no tool to choose.
    toolChoice: rest.tool_choice === 'none' || !tools ? 'none' : 'auto',
    ...(typeof rest.max_tokens === 'number' ? { maxOutputTokens: rest.max_tokens } : {}),
    place: {
      threadId: threadIdSchema.parse('thr_unknown'),
      agentId: agentIdOf(name),
      step: steps + 1,
      attempt: 1,
      kind: 'answer',
    },
  };
}

function messageIn({ role, content, tool_calls, tool_call_id }: ChatBody['messages'][number]): PromptMessage[] {
  if (role === 'user') return [{ role, text: wordsIn(content) }];
  if (role === 'tool') {
    const result = {
      callId: callIdSchema.parse(tool_call_id),
      name: '',
      value: valueIn(wordsIn(content)),
      failed: false,
    };
    return [{ role, results: [result] }];
  }
  if (role !== 'assistant') return [];
  const calls = (tool_calls ?? []) as { id: string; function: { name: string; arguments: string } }[];
  const text = wordsIn(content);
  return [
    {
      role,
      parts: [
        ...(text === '' ? [] : [{ type: 'text', text } as const]),
        ...calls.map(({ id, function: { name, arguments: args } }) => {
          return { type: 'call', callId: callIdSchema.parse(id), name, args: valueIn(args) } as const;
        }),
      ],
    },
  ];
}

const gatherer = 'gatherer';

function wordsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return ((content ?? []) as { text?: string }[]).map(({ text = '' }) => text).join('');
}

function valueIn(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
