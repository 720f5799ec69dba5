import { z } from 'zod';

/*
 * Every documented field of a Responses request that this fake takes, from the types of the `openai` SDK. A few are taken
 * and have no effect here (moderation, safety and service settings).
 */
const breakpoint = z.strictObject({ mode: z.literal('explicit') }).nullish();
const status = z.enum(['in_progress', 'completed', 'incomplete']).nullish();
const phase = z.enum(['commentary', 'final_answer']).nullish();

const inputText = z.strictObject({
  type: z.literal('input_text'),
  text: z.string(),
  prompt_cache_breakpoint: breakpoint,
});
const inputImage = z.strictObject({
  type: z.literal('input_image'),
  detail: z.enum(['low', 'high', 'auto', 'original']).optional(),
  image_url: z.string().nullish(),
  file_id: z.string().nullish(),
  prompt_cache_breakpoint: breakpoint,
});
const inputFile = z.strictObject({
  type: z.literal('input_file'),
  detail: z.enum(['auto', 'low', 'high']).optional(),
  file_data: z.string().optional(),
  file_id: z.string().nullish(),
  file_url: z.string().optional(),
  filename: z.string().optional(),
  prompt_cache_breakpoint: breakpoint,
});
const outputText = z.strictObject({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.looseObject({ type: z.string() })).optional(),
  logprobs: z.array(z.unknown()).optional(),
});
const refusal = z.strictObject({ type: z.literal('refusal'), refusal: z.string() });

const message = z.strictObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([
    z.string(),
    z.array(z.discriminatedUnion('type', [inputText, inputImage, inputFile, outputText, refusal])),
  ]),
  id: z.string().optional(),
  status,
  phase,
});
const functionCall = z.strictObject({
  type: z.literal('function_call'),
  call_id: z.string().max(64),
  name: z.string(),
  arguments: z.string(),
  id: z.string().optional(),
  status,
  caller: z.looseObject({ type: z.string() }).nullish(),
  namespace: z.string().optional(),
  async: z.boolean().optional(),
});
const functionOutput = z.strictObject({
  type: z.literal('function_call_output'),
  call_id: z.string().max(64),
  output: z.union([z.string(), z.array(z.discriminatedUnion('type', [inputText, inputImage, inputFile]))]),
  id: z.string().nullish(),
  name: z.string().nullish(),
  status,
});
/** Without `status`: the service gives one, and refuses it. https://github.com/1jehuang/jcode/issues/1028 */
const reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: z.string().optional(),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(z.strictObject({ type: z.literal('reasoning_text'), text: z.string() })).optional(),
  encrypted_content: z.string().nullish(),
});
const searchCall = z.strictObject({
  type: z.literal('web_search_call'),
  id: z.string(),
  status: z.string().optional(),
  action: z.looseObject({ type: z.enum(['search', 'open_page', 'find_in_page']) }).optional(),
});
const reference = z.strictObject({ type: z.literal('item_reference'), id: z.string() });

const inputItem = z.union([message, functionCall, functionOutput, reasoning, searchCall, reference]);

const functionTool = z.strictObject({
  type: z.literal('function'),
  name: z.string(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.boolean().nullish(),
  description: z.string().nullish(),
  defer_loading: z.boolean().optional(),
  allowed_callers: z.array(z.string()).nullish(),
  output_schema: z.record(z.string(), z.unknown()).nullish(),
  async: z.boolean().optional(),
});
const searchTool = z.strictObject({
  type: z.enum(['web_search', 'web_search_2025_08_26']),
  external_web_access: z.boolean().optional(),
  filters: z.looseObject({}).nullish(),
  search_context_size: z.enum(['low', 'medium', 'high']).optional(),
  user_location: z.looseObject({}).nullish(),
});

export const responsesRequest = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(inputItem)]).optional(),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_obfuscation: z.boolean().optional() }).nullish(),
  store: z.boolean().nullish(),
  include: z
    .array(
      z.enum([
        'reasoning.encrypted_content',
        'web_search_call.action.sources',
        'code_interpreter_call.outputs',
        'computer_call_output.output.image_url',
        'file_search_call.results',
        'message.input_image.image_url',
        'message.output_text.logprobs',
      ]),
    )
    .nullish(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
      generate_summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
      context: z.enum(['auto', 'current_turn', 'all_turns']).nullish(),
      mode: z.string().optional(),
    })
    .nullish(),
  text: z
    .strictObject({
      verbosity: z.enum(['low', 'medium', 'high']).nullish(),
      format: z
        .discriminatedUnion('type', [
          z.strictObject({ type: z.literal('text') }),
          z.strictObject({ type: z.literal('json_object') }),
          z.strictObject({
            type: z.literal('json_schema'),
            name: z.string(),
            schema: z.record(z.string(), z.unknown()),
            description: z.string().optional(),
            strict: z.boolean().nullish(),
          }),
        ])
        .optional(),
    })
    .optional(),
  tools: z.array(z.discriminatedUnion('type', [functionTool, searchTool])).optional(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.strictObject({ type: z.literal('function'), name: z.string() }),
      z.looseObject({ type: z.enum(['allowed_tools', 'web_search']) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().nullish(),
  max_output_tokens: z.number().int().min(16).nullish(),
  max_tool_calls: z.number().int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_logprobs: z.number().int().min(0).max(20).nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: z
    .strictObject({
      mode: z.enum(['implicit', 'explicit']).optional(),
      ttl: z.enum(['30m', '12h']).optional(),
      comparison_response_id: z.string().nullish(),
    })
    .optional(),
  prompt_cache_retention: z.enum(['in_memory', '24h']).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  safety_identifier: z.string().max(128).nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast']).nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.unknown().optional(),
  background: z.boolean().nullish(),
  user: z.string().optional(),
});

export type ResponsesRequest = z.infer<typeof responsesRequest>;
export type InputItem = z.infer<typeof inputItem>;
export type ReasoningItem = z.infer<typeof reasoning>;
