import { z } from 'zod';

/*
 * Every documented field of a chat completion request that this fake takes, from the types of the `openai` SDK. Not here, so
 * refused: audio, predictions, and the functions that came before tools.
 */
const breakpoint = z.strictObject({ mode: z.literal('explicit') }).nullish();
const text = z.strictObject({ type: z.literal('text'), text: z.string(), prompt_cache_breakpoint: breakpoint });
const texts = z.union([z.string(), z.array(text)]);
const image = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high', 'original']).optional() }),
  prompt_cache_breakpoint: breakpoint,
});
const file = z.strictObject({
  type: z.literal('file'),
  file: z.strictObject({
    file_data: z.string().optional(),
    file_id: z.string().optional(),
    filename: z.string().optional(),
  }),
  prompt_cache_breakpoint: breakpoint,
});
const name = z.string().optional();

const chatMessage = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: texts, name }),
  z.strictObject({ role: z.literal('developer'), content: texts, name }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, file]))]),
    name,
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z
      .union([
        z.string(),
        z.array(
          z.discriminatedUnion('type', [text, z.strictObject({ type: z.literal('refusal'), refusal: z.string() })]),
        ),
      ])
      .nullish(),
    refusal: z.string().nullish(),
    tool_calls: z
      .array(
        z.strictObject({
          id: z.string(),
          type: z.literal('function'),
          function: z.strictObject({ name: z.string(), arguments: z.string() }),
        }),
      )
      .optional(),
    name,
  }),
  z.strictObject({ role: z.literal('tool'), content: texts, tool_call_id: z.string() }),
]);

export const chatRequest = z.strictObject({
  model: z.string(),
  messages: z.array(chatMessage),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullish(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()).optional(),
          strict: z.boolean().nullish(),
        }),
      }),
    )
    .optional(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: z.string() }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  max_completion_tokens: z.number().int().min(1).nullish(),
  max_tokens: z.number().int().min(1).nullish(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string(),
          schema: z.record(z.string(), z.unknown()).optional(),
          description: z.string().optional(),
          strict: z.boolean().nullish(),
        }),
      }),
    ])
    .optional(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.number().int().min(0).max(20).nullish(),
  logit_bias: z.record(z.string(), z.number()).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  seed: z.number().int().nullish(),
  n: z.number().int().min(1).nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: z
    .strictObject({ mode: z.enum(['implicit', 'explicit']).optional(), ttl: z.enum(['30m', '12h']).optional() })
    .optional(),
  prompt_cache_retention: z.enum(['in_memory', '24h']).nullish(),
  safety_identifier: z.string().max(128).nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority', 'fast']).nullish(),
  modalities: z.array(z.enum(['text', 'audio'])).nullish(),
  web_search_options: z.looseObject({}).optional(),
  user: z.string().optional(),
});

export type ChatRequest = z.infer<typeof chatRequest>;
export type ChatMessage = z.infer<typeof chatMessage>;
