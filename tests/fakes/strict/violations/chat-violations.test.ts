import OpenAI from 'openai';
import { call, say, together } from '../../../support/scripted/script-lines.ts';
import { type ChatMessage, type ChatRequest, chatRequest } from '../chat/request-schema.ts';
import { inSteps } from '../strict-servers.ts';
import { header, type Sent, testViolations, type Violation } from './violation.ts';

/* The good request is the second of a turn. `messages`: 0 developer, 1 user, 2 assistant with two calls, 3 and 4 tool. */
const script = inSteps([say('Wait.'), together(call('add', { a: 1 }), call('add', { a: 2 }))], [say('Three.')]);

const parameters = {
  type: 'object',
  properties: { a: { type: 'number' } },
  required: ['a'],
  additionalProperties: false,
};
const opening: ChatRequest = {
  model: 'gpt-5.1',
  stream: true,
  stream_options: { include_usage: true },
  max_completion_tokens: 4000,
  reasoning_effort: 'low',
  tools: [{ type: 'function', function: { name: 'add', description: 'Adds.', parameters, strict: true } }],
  messages: [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: 'Add 1 and 2.' },
  ],
};

async function good(origin: string): Promise<Sent> {
  const client = new OpenAI({ apiKey: 'strict-key', baseURL: `${origin}/v1`, maxRetries: 0 });
  const body = structuredClone(opening);
  const request = body as OpenAI.ChatCompletionCreateParamsStreaming;
  const completion = await client.chat.completions.stream(request).finalChatCompletion();
  const calls = (completion.choices[0]?.message.tool_calls ?? []).flatMap((one) =>
    one.type === 'function'
      ? [
          {
            id: one.id,
            type: 'function' as const,
            function: { name: one.function.name, arguments: one.function.arguments },
          },
        ]
      : [],
  );
  body.messages.push({ role: 'assistant', content: 'Wait.', tool_calls: calls });
  for (const { id } of calls) body.messages.push({ role: 'tool', tool_call_id: id, content: '3' });
  const headers = { authorization: 'Bearer strict-key', 'content-type': 'application/json' };
  return { path: '/v1/chat/completions', headers, body };
}

function change(edit: (body: ChatRequest) => object): (sent: Sent) => Sent {
  return (sent) => ({ ...sent, body: edit(chatRequest.parse(sent.body)) });
}

const set = (fields: object): Violation => ({ change: change((body) => ({ ...body, ...fields })) });
const messages = (edit: (messages: ChatMessage[]) => unknown[]): Violation => ({
  change: change((body) => ({ ...body, messages: edit([...body.messages]) })),
});
const hello = { messages: [{ role: 'user', content: 'Hello' }] };
const image = (...urls: string[]) =>
  set({ messages: [{ role: 'user', content: urls.map((url) => ({ type: 'image_url', image_url: { url } })) }] });
const tool = (fields: object) => ({ type: 'function', function: { name: 'add', parameters, strict: true, ...fields } });
const format = (fields: object) =>
  set({
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: parameters, strict: true, ...fields } },
  });

const violations: Record<string, Violation> = {
  'chat/key-missing': { change: header('authorization', null), status: 401 },
  'chat/key-wrong': { change: header('authorization', 'Bearer other'), status: 401 },
  'chat/request-bytes': { change: (sent) => sent, options: { limits: { requestBytes: 100 } }, status: 413 },
  'chat/json': { change: (sent) => ({ ...sent, body: '{' }) },
  'chat/field-missing': set({ messages: undefined }),
  'chat/field-type': set({ stream: 'yes' }),
  'chat/field-value': set({ reasoning_effort: 'enormous' }),
  'chat/field-range': set({ temperature: 3 }),
  'chat/field-unknown': messages((all) =>
    all.map((one) => (one.role === 'assistant' ? { ...one, reasoning_content: 'Hm.' } : one)),
  ),
  'chat/model-unknown': { ...set({ model: 'gpt-none' }), status: 404 },

  'chat/messages-empty': set({ messages: [] }),
  'chat/content-missing': messages((all) => [...all, { role: 'assistant', content: null }]),
  'chat/call-without-result': messages((all) => all.slice(0, -1)),
  'chat/result-without-call': messages((all) => [...all, { role: 'tool', tool_call_id: 'call_other', content: '1' }]),
  'chat/calls-empty': messages((all) => [...all, { role: 'assistant', content: 'Hi', tool_calls: [] }]),
  'chat/call-id-length': messages((all) => {
    const long = 'call_'.padEnd(41, 'x');
    const other = { id: long, type: 'function', function: { name: 'add', arguments: '{}' } };
    return [...all, { role: 'assistant', tool_calls: [other] }, { role: 'tool', tool_call_id: long, content: '1' }];
  }),

  'chat/effort-model': set({ reasoning_effort: 'max' }),
  'chat/sampling-model': set({ temperature: 0.5 }),
  'chat/tool-name': set({ ...hello, tools: [tool({ name: 'x'.repeat(65) })] }),
  'chat/tool-count': { ...set({ tools: [tool({}), tool({ name: 'b' })] }), options: { limits: { tools: 1 } } },
  'chat/tool-schema': set({ tools: [tool({ parameters: { type: 'object', properties: {} } })] }),
  'chat/format-name': format({ name: 'a b' }),
  'chat/format-schema': format({ schema: { ...parameters, additionalProperties: true } }),
  'chat/json-mention': set({ response_format: { type: 'json_object' } }),
  'chat/image-count': {
    ...image('https://example.org/a.png', 'https://example.org/b.png'),
    options: { limits: { images: 1 } },
  },
  'chat/image-type': image('data:image/tiff;base64,AAAA'),
  'chat/image-content': image('data:image/png;base64,AAAA'),
  'chat/metadata': set({ metadata: { key: 'v'.repeat(513) } }),
  'chat/cache-options-model': set({ prompt_cache_options: { mode: 'explicit' } }),
  'chat/cache-retention-model': set({
    model: 'gpt-5.5',
    tools: undefined,
    ...hello,
    prompt_cache_retention: 'in_memory',
  }),
  'chat/tools-empty': set({ ...hello, tools: [] }),
  'chat/choice-without-tools': set({ ...hello, tools: undefined, tool_choice: 'auto' }),
  'chat/parallel-without-tools': set({ ...hello, tools: undefined, parallel_tool_calls: false }),
  'chat/max-tokens-model': set({ max_tokens: 4000 }),
  'chat/stop-model': set({ stop: ['.'] }),
  'chat/penalty-model': set({ frequency_penalty: 1 }),
  'chat/tools-with-reasoning': set({ model: 'gpt-5.4' }),
  'chat/stream-options': set({ stream: false }),
  'chat/input-tokens': { change: (sent) => sent, options: { limits: { inputTokens: 10 } } },
};

testViolations({ service: 'chat', script, good, violations });
