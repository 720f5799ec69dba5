import { z } from 'zod';

/*
 * Every documented field of a Messages request that this fake takes, from the types of `@anthropic-ai/sdk`; the sampling
 * fields, which that SDK has dropped, from https://platform.claude.com/docs/en/api/messages for the models that still take
 * them. Not here, so refused: containers, MCP servers, context management, fallbacks and other betas.
 */
const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).nullish();
const caller = z.looseObject({ type: z.string() }).optional();

const text = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  cache_control: cacheControl,
  citations: z.array(z.looseObject({ type: z.string() })).nullish(),
});
const image = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
      data: z.string(),
    }),
    z.strictObject({ type: z.literal('url'), url: z.string() }),
    z.strictObject({ type: z.literal('file'), file_id: z.string() }),
  ]),
  cache_control: cacheControl,
  transformations: z.strictObject({ oversized_image: z.enum(['downsize', 'error']).optional() }).nullish(),
});
const document = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.string() }),
    z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
    z.strictObject({ type: z.literal('url'), url: z.string() }),
    z.strictObject({ type: z.literal('file'), file_id: z.string() }),
  ]),
  cache_control: cacheControl,
  citations: z.strictObject({ enabled: z.boolean().optional() }).nullish(),
  context: z.string().nullish(),
  title: z.string().nullish(),
});
const searchResult = z.strictObject({
  type: z.literal('web_search_result'),
  url: z.string(),
  title: z.string(),
  encrypted_content: z.string(),
  page_age: z.string().nullish(),
});
const searchError = z.strictObject({ type: z.literal('web_search_tool_result_error'), error_code: z.string() });

const contentBlock = z.discriminatedUnion('type', [
  text,
  image,
  document,
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    cache_control: cacheControl,
    caller,
    toolset_name: z.string().nullish(),
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, document]))]).optional(),
    is_error: z.boolean().optional(),
    cache_control: cacheControl,
    toolset_name: z.string().nullish(),
  }),
  z.strictObject({
    type: z.literal('server_tool_use'),
    id: z.string(),
    name: z.enum(['web_search', 'web_fetch']),
    input: z.unknown(),
    cache_control: cacheControl,
    caller,
  }),
  z.strictObject({
    type: z.literal('web_search_tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.array(searchResult), searchError]),
    cache_control: cacheControl,
    caller,
  }),
]);

const customTool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string(),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  cache_control: cacheControl,
  strict: z.boolean().optional(),
  defer_loading: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullish(),
  allowed_callers: z.array(z.string()).optional(),
  input_examples: z.array(z.record(z.string(), z.unknown())).optional(),
});
const domains = z.array(z.string()).nullish();
const searchTool = z.strictObject({
  type: z.enum(['web_search_20250305', 'web_search_20260209', 'web_search_20260318']),
  name: z.literal('web_search'),
  max_uses: z.number().int().positive().nullish(),
  allowed_domains: domains,
  blocked_domains: domains,
  user_location: z.looseObject({ type: z.literal('approximate') }).nullish(),
  cache_control: cacheControl,
  strict: z.boolean().optional(),
  defer_loading: z.boolean().optional(),
  allowed_callers: z.array(z.string()).optional(),
  response_inclusion: z.enum(['full', 'excluded']).optional(),
});

const parallel = z.boolean().optional();
const display = z.enum(['summarized', 'omitted']).nullish();
/** A beta: `anthropic-beta: thinking-binding-controls-2026-08-01`. */
const binding = z.strictObject({ prefix_mismatch_behavior: z.enum(['error', 'drop_block']) }).optional();

export const messagesRequest = z.strictObject({
  model: z.string(),
  max_tokens: z.number().int().min(0),
  messages: z.array(
    z.strictObject({
      role: z.enum(['user', 'assistant', 'system']),
      content: z.union([z.string(), z.array(contentBlock)]),
    }),
  ),
  system: z.union([z.string(), z.array(text)]).optional(),
  stream: z.boolean().optional(),
  cache_control: cacheControl,
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  stop_sequences: z.array(z.string()).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_k: z.number().int().min(0).optional(),
  top_p: z.number().min(0).max(1).optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('adaptive'), display, block_binding: binding }),
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.number().int(), display, block_binding: binding }),
      z.strictObject({ type: z.literal('disabled') }),
      z.strictObject({ type: z.literal('between_tools') }),
    ])
    .optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).nullish(),
    })
    .optional(),
  tools: z.array(z.union([customTool, searchTool])).optional(),
  tool_choice: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('auto'), disable_parallel_tool_use: parallel }),
      z.strictObject({ type: z.literal('any'), disable_parallel_tool_use: parallel }),
      z.strictObject({ type: z.literal('tool'), name: z.string(), disable_parallel_tool_use: parallel }),
      z.strictObject({ type: z.literal('none') }),
    ])
    .optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  inference_geo: z.string().nullish(),
  speed: z.enum(['standard', 'fast']).nullish(),
});

export type MessagesRequest = z.infer<typeof messagesRequest>;
export type ContentBlock = z.infer<typeof contentBlock>;
export type ClaudeTool = NonNullable<MessagesRequest['tools']>[number];
