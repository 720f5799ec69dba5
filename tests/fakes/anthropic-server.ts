import { type FakeServer, type ReceivedRequest, startFakeServer } from './fake-server.ts';
import { type Act, framesOnly, page, type Reply, write } from './openai-replies.ts';

/* A server that speaks Anthropic's messages, as a stream of named events. */

export interface MessagesBody {
  model: string;
  system?: unknown;
  messages: { role: string; content: unknown }[];
  [field: string]: unknown;
}

export async function startAnthropicServer(
  answer: (request: ReceivedRequest<MessagesBody>) => Reply,
): Promise<FakeServer<MessagesBody> & { baseUrl: string }> {
  const server = await startFakeServer<MessagesBody>({ path: /^\/v1\/messages$/, answer });
  return { ...server, baseUrl: `${server.origin}/v1` };
}

/** A whole answer of these blocks. */
export function message(...blocks: Act[][]): Reply {
  const isCalling = blocks.some(([first]) => first?.type === 'write' && String(first.bytes).includes('"tool_use"'));
  return framesOnly(begun(), ...blocks.flat(), ...ended(isCalling ? 'tool_use' : 'end_turn'));
}

export const begun = (): Act =>
  event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-fake',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 100, cache_read_input_tokens: 60, cache_creation_input_tokens: 0, output_tokens: 1 },
    },
  });

export function ended(reason: string): Act[] {
  const usage = { output_tokens: 50 };
  return [
    event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage }),
    event('message_stop', {}),
  ];
}

export function text(index: number, ...pieces: string[]): Act[] {
  const deltas = pieces.map((piece) => ({ type: 'text_delta', text: piece }));
  return block(index, { type: 'text', text: '' }, deltas);
}

export function thinking(index: number, signature: string, ...pieces: string[]): Act[] {
  const deltas = pieces.map((piece) => ({ type: 'thinking_delta', thinking: piece }));
  return block(index, { type: 'thinking', thinking: '', signature: '' }, [
    ...deltas,
    { type: 'signature_delta', signature },
  ]);
}

export function toolUse(index: number, id: string, name: string, ...pieces: string[]): Act[] {
  const deltas = pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  return block(index, { type: 'tool_use', id, name, input: {} }, deltas);
}

function block(index: number, content: object, deltas: object[]): Act[] {
  return [
    event('content_block_start', { index, content_block: content }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

export function event(type: string, fields: object): Act {
  return write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

export function problem(status: number, type: string, words: string, headers: Record<string, string> = {}): Reply {
  return page(status, 'application/json', JSON.stringify({ type: 'error', error: { type, message: words } }), headers);
}
