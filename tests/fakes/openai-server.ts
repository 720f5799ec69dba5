import { parseArgs } from 'node:util';
import { type FakeServer, type ReceivedRequest, startFakeServer } from './fake-server.ts';
import { deltas, type Reply, stream } from './openai-replies.ts';

/*
 * A server that speaks OpenAI's chat completions. Also runs as a process: `node tests/fakes/openai-server.ts --port 0`.
 */
export interface OpenAiServer extends FakeServer<ChatBody> {
  /** Ends in `/v1`. */
  baseUrl: string;
}

export interface ChatBody {
  model: string;
  messages: { role: string; content?: unknown; tool_calls?: unknown; tool_call_id?: string }[];
  [field: string]: unknown;
}

export async function startOpenAiServer(
  answer: (request: ReceivedRequest<ChatBody>) => Reply,
  { port = 0 }: { port?: number } = {},
): Promise<OpenAiServer> {
  const server = await startFakeServer<ChatBody>({ path: /^\/v1\/chat\/completions$/, answer, port });
  return { ...server, baseUrl: `${server.origin}/v1` };
}

/** For benches: repeats its input, word by word. */
function echo({ body }: ReceivedRequest<ChatBody>): Reply {
  const said = body.messages.findLast(({ role }) => role === 'user')?.content;
  const words = `You said: ${typeof said === 'string' ? said : JSON.stringify(said)}`;
  return stream(...deltas(...words.split(/(?<= )/)));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
  const { baseUrl } = await startOpenAiServer(echo, { port: Number(values.port) });
  console.log(baseUrl);
}
