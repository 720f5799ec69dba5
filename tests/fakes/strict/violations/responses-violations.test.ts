import OpenAI from 'openai';
import { call, say, think, together } from '../../../support/scripted/script-lines.ts';
import { type InputItem, type ResponsesRequest, responsesRequest } from '../responses/request-schema.ts';
import { inSteps } from '../strict-servers.ts';
import { header, type Sent, testViolations, type Violation } from './violation.ts';

/*
 * The good request is the third of a turn. `input`: 0 user, 1 reasoning, 2 reasoning, 3 message, 4 call, 5 call, 6 output,
 * 7 output, 8 reasoning, 9 call, 10 output.
 */
const script = inSteps(
  [think('One.'), think('Two.'), say('Wait.'), together(call('add', { a: 1 }), call('add', { a: 2 }))],
  [think('Three.'), call('add', { a: 3 })],
  [say('Six.')],
);

const parameters = {
  type: 'object',
  properties: { a: { type: 'number' } },
  required: ['a'],
  additionalProperties: false,
};
const opening: ResponsesRequest = {
  model: 'gpt-5.6-terra',
  stream: true,
  store: false,
  include: ['reasoning.encrypted_content'],
  instructions: 'Be brief.',
  reasoning: { effort: 'low', summary: 'auto' },
  tools: [{ type: 'function', name: 'add', description: 'Adds.', parameters, strict: true }],
  input: [{ role: 'user', content: [{ type: 'input_text', text: 'Add 1, 2 and 3.' }] }],
};

async function good(origin: string): Promise<Sent> {
  const client = new OpenAI({ apiKey: 'strict-key', baseURL: `${origin}/v1`, maxRetries: 0 });
  const body = structuredClone(opening);
  const items = [...itemsOf(body)];
  for (let step = 1; step <= 2; step += 1) {
    const request = { ...body, input: items } as OpenAI.Responses.ResponseCreateParamsStreaming;
    for await (const event of await client.responses.create(request)) {
      if (event.type !== 'response.completed') continue;
      items.push(...(event.response.output as InputItem[]));
      for (const item of event.response.output)
        if (item.type === 'function_call')
          items.push({ type: 'function_call_output', call_id: item.call_id, output: '3' });
    }
  }
  const headers = { authorization: 'Bearer strict-key', 'content-type': 'application/json' };
  return { path: '/v1/responses', headers, body: { ...body, input: items } };
}

function itemsOf({ input }: ResponsesRequest): InputItem[] {
  return typeof input === 'object' ? input : [];
}

function change(edit: (body: ResponsesRequest) => object): (sent: Sent) => Sent {
  return (sent) => ({ ...sent, body: edit(responsesRequest.parse(sent.body)) });
}

const set = (fields: object): Violation => ({ change: change((body) => ({ ...body, ...fields })) });
const items = (edit: (items: InputItem[]) => unknown[]): Violation => ({
  change: change((body) => ({ ...body, input: edit([...itemsOf(body)]) })),
});
const item = (place: number, fields: object): Violation =>
  items((all) => all.map((one, index) => (index === place ? { ...one, ...fields } : one)));
const swapped = (all: InputItem[], left: number, right: number) =>
  all.map((one, index) => all[index === left ? right : index === right ? left : index] ?? one);
const user = (content: unknown) => set({ input: [{ role: 'user', content }] });
const image = (url: string) => [{ type: 'input_image', image_url: url }];
const tool = (fields: object) => ({ type: 'function', name: 'add', parameters, strict: true, ...fields });
const plain = { input: 'Hello' };

const violations: Record<string, Violation> = {
  'responses/key-missing': { change: header('authorization', null), status: 401 },
  'responses/key-wrong': { change: header('authorization', 'Bearer other'), status: 401 },
  'responses/request-bytes': { change: (sent) => sent, options: { limits: { requestBytes: 100 } }, status: 413 },
  'responses/json': { change: (sent) => ({ ...sent, body: '{' }) },
  'responses/field-missing': set({ model: undefined }),
  'responses/field-type': set({ instructions: 5 }),
  'responses/field-value': set({ reasoning: { effort: 'enormous' } }),
  'responses/field-range': set({ max_output_tokens: 1 }),
  'responses/field-unknown': item(1, { status: 'completed' }),
  'responses/model-unknown': set({ model: 'gpt-none' }),

  'responses/input-missing': set({ input: [] }),
  'responses/previous-response': set({ previous_response_id: 'resp_1' }),
  'responses/item-reference': items((all) => [...all, { type: 'item_reference', id: 'rs_1' }]),
  'responses/reasoning-not-stored': item(1, { encrypted_content: null }),
  'responses/encrypted-altered': item(1, { encrypted_content: 'gAAAAother' }),
  'responses/encrypted-model': set({ model: 'gpt-6-sol' }),
  'responses/encrypted-moved': item(1, { summary: [{ type: 'summary_text', text: 'One.Two.' }] }),
  'responses/reasoning-order': items((all) => swapped(all, 1, 2)),
  'responses/reasoning-without-item': items((all) => all.filter((_, index) => index !== 9 && index !== 10)),
  'responses/item-without-reasoning': items((all) => all.filter((_, index) => index !== 8)),
  'responses/item-twice': items((all) => [...all.slice(0, 4), all[3], ...all.slice(4)]),
  'responses/item-id': item(4, { id: 'call_1' }),
  'responses/call-without-output': items((all) => all.slice(0, -1)),
  'responses/output-without-call': items((all) => [
    ...all,
    { type: 'function_call_output', call_id: 'call_other', output: '1' },
  ]),
  'responses/content-role': user([{ type: 'output_text', text: 'Hello' }]),

  'responses/effort-model': set({ reasoning: { effort: 'minimal' } }),
  'responses/sampling-model': set({ temperature: 0.5 }),
  'responses/tool-name': set({ ...plain, tools: [tool({ name: 'add numbers' })] }),
  'responses/tool-count': {
    ...set({ ...plain, tools: [tool({}), tool({ name: 'b' })] }),
    options: { limits: { tools: 1 } },
  },
  'responses/tool-schema': set({ ...plain, tools: [tool({ parameters: { ...parameters, required: [] } })] }),
  'responses/format-name': set({
    ...plain,
    text: { format: { type: 'json_schema', name: 'a b', schema: parameters } },
  }),
  'responses/format-schema': set({
    ...plain,
    text: { format: { type: 'json_schema', name: 'a', schema: { type: 'array' } } },
  }),
  'responses/json-mention': set({ ...plain, text: { format: { type: 'json_object' } } }),
  'responses/image-count': {
    ...user([...image('https://example.org/a.png'), ...image('https://example.org/b.png')]),
    options: { limits: { images: 1 } },
  },
  'responses/image-type': user(image('data:image/bmp;base64,AAAA')),
  'responses/image-content': user(image('data:image/png;base64,AAAA')),
  'responses/metadata': set({ metadata: { ['k'.repeat(65)]: 'v' } }),
  'responses/cache-options-model': set({ ...plain, model: 'gpt-5.1', prompt_cache_options: { mode: 'explicit' } }),
  'responses/cache-retention-model': set({ prompt_cache_retention: 'in_memory' }),
  'responses/encrypted-include-model': set({ ...plain, model: 'gpt-4.1', reasoning: undefined }),
  'responses/stream-options': set({ stream: false, stream_options: { include_obfuscation: false } }),
  'responses/choice-without-tools': set({ ...plain, tools: undefined, tool_choice: 'required' }),
  'responses/choice-of-unknown-tool': set({ tool_choice: { type: 'function', name: 'subtract' } }),
  'responses/input-tokens': { change: (sent) => sent, options: { limits: { inputTokens: 10 } } },
};
const notFound = ['responses/item-reference', 'responses/reasoning-not-stored'];
for (const rule of notFound) violations[rule] = { change: (sent) => sent, ...violations[rule], status: 404 };

testViolations({ service: 'responses', script, good, violations });
