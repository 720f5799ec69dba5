import { agentIdOf, callIdSchema, threadIdSchema } from '@retinue/protocol';
import type { Json, ModelRequest, PromptMessage } from '../../packages/server/src/ports/engine/model.ts';

/** A request as every provider's protocol can say it: the part that a script chooses its lines by. */
export interface WirePrompt {
  model: string;
  system: string;
  messages: PromptMessage[];
  toolNames: readonly string[];
  mayCall: boolean;
  maxOutputTokens: number | undefined;
}

/** The request that a script sees, from what came over the wire. The agent is the one that the system prompt names. */
export function scriptRequest({
  model,
  system,
  messages,
  toolNames,
  mayCall,
  maxOutputTokens,
}: WirePrompt): ModelRequest {
  const [, name = gatherer] = /^You are ([\w-]+)\./.exec(system) ?? [];
  return {
    model: { provider: 'played', id: model },
    sampling: {},
    system,
    messages,
    tools: toolNames.map((tool) => ({ name: tool, description: '', effect: 'read', input: {} })),
    toolChoice: mayCall ? 'auto' : 'none',
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    place: {
      threadId: threadIdSchema.parse('thr_unknown'),
      agentId: agentIdOf(name),
      step: messages.filter(({ role }) => role === 'assistant').length + 1,
      attempt: 1,
      kind: 'answer',
    },
  };
}

export function callPart(id: string, name: string, args: Json) {
  return { type: 'call', callId: toCallId(id), name, args } as const;
}

export function resultMessage(id: string, value: Json, failed = false): PromptMessage {
  return { role: 'tool', results: [{ callId: toCallId(id), name: '', value, failed }] };
}

/** JSON, or the text itself where it is none. */
export function valueIn(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Providers have ids of their own; ours begin with `call_`. */
function toCallId(id: string) {
  const plain = id.replace(/^call_/, '').replaceAll(/[^\w-]/g, '_');
  return callIdSchema.parse(`call_${plain.slice(0, 80)}`);
}

const gatherer = 'gatherer';
