import Anthropic from '@anthropic-ai/sdk';
import { call, say, think, together } from '../../../support/scripted/script-lines.ts';
import { type ContentBlock, type MessagesRequest, messagesRequest } from '../anthropic/request-schema.ts';
import { inSteps, redact, search } from '../strict-servers.ts';
import { header, jpeg, png, type Sent, testViolations, type Violation } from './violation.ts';

/*
 * The good request is the third of a turn: thinking in several blocks, a search, two calls with their results, one more
 * step. `messages`: 0 user, 1 assistant (thinking, thinking, redacted, search…, text, call, call), 2 results,
 * 3 assistant (thinking, call), 4 result.
 */
const script = inSteps(
  [
    think('One.'),
    think('Two.'),
    redact(),
    search('q', [{ title: 'T', url: 'https://example.org' }], 'Found.'),
    together(call('add', { a: 1 }), call('add', { a: 2 })),
  ],
  [think('Three.'), call('add', { a: 3 })],
  [say('Six.')],
);

const opening: MessagesRequest = {
  model: 'claude-sonnet-5-5',
  max_tokens: 4000,
  stream: true,
  system: [{ type: 'text', text: 'Be brief.' }],
  thinking: { type: 'adaptive', display: 'summarized' },
  tools: [
    { name: 'add', description: 'Adds.', input_schema: { type: 'object', properties: { a: { type: 'number' } } } },
    { type: 'web_search_20260209', name: 'web_search' },
  ],
  messages: [{ role: 'user', content: 'Add 1, 2 and 3.' }],
};

async function good(origin: string): Promise<Sent> {
  const client = new Anthropic({ apiKey: 'strict-key', baseURL: origin, maxRetries: 0 });
  const body = structuredClone(opening);
  for (let step = 1; step <= 2; step += 1) {
    const { content } = await client.messages
      .stream({ ...(body as Anthropic.MessageCreateParamsStreaming) })
      .finalMessage();
    const results = content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '3' }] : [],
    );
    const answer = content.map((block) =>
      Object.fromEntries(Object.entries(block).filter(([, value]) => value !== null)),
    );
    body.messages.push({ role: 'assistant', content: answer as ContentBlock[] }, { role: 'user', content: results });
  }
  const headers = { 'x-api-key': 'strict-key', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' };
  return { path: '/v1/messages', headers, body };
}

type Change = (body: MessagesRequest) => object;

/** Starts from a right body; the result may be wrong in any way. */
function change(edit: Change): (sent: Sent) => Sent {
  return (sent) => ({ ...sent, body: edit(messagesRequest.parse(sent.body)) });
}

const set = (fields: object): Violation => ({ change: change((body) => ({ ...body, ...fields })) });
const sayOf = (content: unknown, fields: object = {}): Violation =>
  set({ messages: [{ role: 'user', content }], ...fields });
const older = { model: 'claude-sonnet-4-6', thinking: undefined, tools: undefined };
const plain = { messages: [{ role: 'user', content: 'Hello' }] };
const imageOf = (data: string, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});
const toolOf = (fields: object) => ({ name: 'add', input_schema: { type: 'object', properties: {} }, ...fields });
const textOf = (text: string, ttl?: string) => ({
  type: 'text',
  text,
  cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) },
});

/** Blocks of the assistant message at a place, changed. */
function blocks(message: number, edit: (content: ContentBlock[]) => unknown[], fields: object = {}): Violation {
  return {
    change: change((body) => ({
      ...body,
      ...fields,
      messages: body.messages.map((one, index) =>
        index === message && typeof one.content === 'object' ? { ...one, content: edit([...one.content]) } : one,
      ),
    })),
  };
}

const violations: Record<string, Violation> = {
  'anthropic/key-missing': { change: header('x-api-key', null), status: 401 },
  'anthropic/key-wrong': { change: header('x-api-key', 'other'), status: 401 },
  'anthropic/version-missing': { change: header('anthropic-version', null) },
  'anthropic/version-unknown': { change: header('anthropic-version', '2030-01-01') },
  'anthropic/request-bytes': { change: (sent) => sent, options: { limits: { requestBytes: 100 } }, status: 413 },
  'anthropic/json': { change: (sent) => ({ ...sent, body: '{' }) },
  'anthropic/field-missing': set({ max_tokens: undefined }),
  'anthropic/field-type': set({ max_tokens: '4000' }),
  'anthropic/field-value': set({ service_tier: 'other' }),
  'anthropic/field-range': set({ temperature: 2 }),
  'anthropic/field-unknown': blocks(1, (content) => content.map((block) => ({ ...block, index: 0 }))),
  'anthropic/model-unknown': { ...set({ model: 'claude-none' }), status: 404 },

  'anthropic/messages-empty': set({ messages: [] }),
  'anthropic/messages-count': set({ messages: Array.from({ length: 100_001 }, () => plain.messages[0]) }),
  'anthropic/first-role': set({ messages: [{ role: 'assistant', content: 'Hi' }, ...plain.messages] }),
  'anthropic/system-role-model': set({
    ...older,
    messages: [...plain.messages, { role: 'system', content: 'Be calm.' }],
  }),
  'anthropic/system-role-place': set({
    messages: [...plain.messages, { role: 'assistant', content: 'Hi' }, { role: 'system', content: 'Be calm.' }],
  }),
  'anthropic/content-empty': set({ messages: [{ role: 'user', content: [] }, ...plain.messages] }),
  'anthropic/text-empty': sayOf([{ type: 'text', text: '' }]),
  'anthropic/text-blank': sayOf([{ type: 'text', text: ' \n' }]),
  'anthropic/prefill': set({ messages: [...plain.messages, { role: 'assistant', content: 'It' }] }),
  'anthropic/prefill-space': set({
    ...older,
    model: 'claude-sonnet-4-5',
    messages: [...plain.messages, { role: 'assistant', content: 'It is ' }],
  }),
  'anthropic/block-role': sayOf([{ type: 'tool_use', id: 'a', name: 'add', input: {} }]),
  'anthropic/user-citations': {
    change: (sent) =>
      header(
        'anthropic-version',
        '2026-10-21',
      )(sayOf([{ type: 'text', text: 'a', citations: [{ type: 'char_location' }] }]).change(sent)),
  },

  'anthropic/call-id-pattern': blocks(3, (content) =>
    content.map((block) => (block.type === 'tool_use' ? { ...block, id: 'a:1' } : block)),
  ),
  'anthropic/call-id-unique': blocks(1, (content) => {
    const calls = content.filter(({ type }) => type === 'tool_use');
    return content.map((block) => (block.type === 'tool_use' ? { ...calls[0] } : block));
  }),
  'anthropic/call-without-result': blocks(2, (content) => content.slice(1)),
  'anthropic/result-without-call': blocks(4, (content) => [
    ...content,
    { type: 'tool_result', tool_use_id: 'toolu_other', content: '1' },
  ]),
  'anthropic/result-twice': blocks(4, (content) => [...content, ...content]),
  'anthropic/search-id-pattern': blocks(1, (content) =>
    content.map((block) => (block.type === 'server_tool_use' ? { ...block, id: 'call_1' } : block)),
  ),
  'anthropic/search-result-without-call': blocks(1, (content) =>
    content.filter(({ type }) => type !== 'server_tool_use'),
  ),
  'anthropic/search-result-altered': blocks(1, (content) =>
    content.map((block) =>
      block.type === 'web_search_tool_result' && Array.isArray(block.content)
        ? { ...block, content: block.content.map((one) => ({ ...one, encrypted_content: 'x' })) }
        : block,
    ),
  ),
  'anthropic/tool-name': set({ tools: [toolOf({ name: 'add numbers' })], ...plain }),
  'anthropic/tool-name-unique': set({ tools: [toolOf({}), toolOf({})], ...plain }),
  'anthropic/tool-schema-top': set({ tools: [toolOf({ input_schema: { type: 'object', anyOf: [] } })], ...plain }),
  'anthropic/tool-schema-strict': set({ tools: [toolOf({ strict: true })], ...plain }),
  'anthropic/format-schema': set({
    ...plain,
    output_config: {
      format: {
        type: 'json_schema',
        schema: { type: 'object', additionalProperties: false, properties: { a: { type: 'number', minimum: 1 } } },
      },
    },
  }),
  'anthropic/choice-without-tools': set({ ...plain, tools: undefined, tool_choice: { type: 'auto' } }),
  'anthropic/choice-of-unknown-tool': set({ ...plain, tool_choice: { type: 'tool', name: 'subtract' } }),
  'anthropic/choice-forced-thinking': set({
    ...older,
    ...plain,
    tools: [toolOf({})],
    thinking: { type: 'enabled', budget_tokens: 2000 },
    tool_choice: { type: 'any' },
  }),
  'anthropic/choice-forced-model': set({ ...plain, tool_choice: { type: 'any' } }),

  'anthropic/thinking-type-model': set({ ...plain, thinking: { type: 'enabled', budget_tokens: 2000 } }),
  'anthropic/thinking-off-effort': set({
    ...plain,
    thinking: { type: 'between_tools' },
    output_config: { effort: 'max' },
  }),
  'anthropic/effort-model': set({ ...older, ...plain, output_config: { effort: 'xhigh' } }),
  'anthropic/budget-min': set({ ...older, ...plain, thinking: { type: 'enabled', budget_tokens: 100 } }),
  'anthropic/budget-max': set({ ...older, ...plain, thinking: { type: 'enabled', budget_tokens: 4000 } }),
  'anthropic/sampling-model': set({ temperature: 1 }),
  'anthropic/sampling-version': {
    change: (sent) => header('anthropic-version', '2026-10-21')(set({ ...older, ...plain, top_p: 0.9 }).change(sent)),
  },
  'anthropic/sampling-thinking': set({ ...older, ...plain, thinking: { type: 'adaptive' }, temperature: 0.5 }),
  'anthropic/sampling-both': set({ ...older, ...plain, temperature: 0.5, top_p: 0.9 }),
  'anthropic/binding-beta': set({
    thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
  }),
  'anthropic/thinking-first': blocks(1, (content) => content.filter(({ type }) => !type.endsWith('thinking')), {
    model: 'claude-sonnet-4-6',
    thinking: { type: 'enabled', budget_tokens: 2000 },
  }),
  'anthropic/thinking-modified': blocks(1, ([first, second, ...others]) => [second, first, ...others]),
  'anthropic/thinking-missing': blocks(3, (content) => content.slice(1)),
  'anthropic/thinking-signature': {
    change: change((body) => ({
      ...body,
      messages: [
        ...plain.messages,
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'x' },
            { type: 'text', text: 'Hi' },
          ],
        },
        ...plain.messages,
      ],
    })),
  },
  'anthropic/thinking-prompt': set({ system: 'Be verbose.' }),

  'anthropic/output-tokens': set({ max_tokens: 200_000 }),
  'anthropic/prompt-tokens': { change: (sent) => sent, options: { limits: { inputTokens: 10 } } },
  'anthropic/image-count': { ...sayOf([imageOf(png), imageOf(png)]), options: { limits: { images: 1 } } },
  'anthropic/image-bytes': { ...sayOf([imageOf(png)]), options: { limits: { imageBytes: 50 } } },
  'anthropic/image-content': sayOf([imageOf(jpeg)]),
  'anthropic/image-pixels': sayOf([imageOf(pngOf(9000, 10))]),
  'anthropic/document-content': sayOf([
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
  ]),
  'anthropic/cache-marks': sayOf(['a', 'b', 'c', 'd', 'e'].map((text) => textOf(text))),
  'anthropic/cache-order': sayOf([textOf('a'), textOf('b', '1h')]),
};

function pngOf(width: number, height: number): string {
  const bytes = Buffer.from(png, 'base64');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

testViolations({ service: 'anthropic', script, good, violations });
