import assert from 'node:assert/strict';
import { test } from 'node:test';
import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentConfig } from '@google/genai';
import type OpenAI from 'openai';
import { messagesRequest } from '../anthropic/request-schema.ts';
import { chatRequest } from '../chat/request-schema.ts';
import { generateRequest } from '../google/request-schema.ts';
import { responsesRequest } from '../responses/request-schema.ts';

/*
 * The fields of each request, as the SDK's type has them: the compiler refuses a list that lacks one or has another. `true`
 * is taken by the fake, `false` is refused as unknown: nothing here sends it.
 */
type FieldsOf<Params, Others extends string = never> = Record<Exclude<keyof Params, Others>, boolean>;

const messages: FieldsOf<Anthropic.MessageCreateParamsStreaming, 'user_profile_id' | 'workspace_id'> = {
  ...{
    model: true,
    messages: true,
    max_tokens: true,
    system: true,
    stream: true,
    stop_sequences: true,
    metadata: true,
  },
  ...{ thinking: true, output_config: true, tools: true, tool_choice: true, cache_control: true },
  ...{ service_tier: true, inference_geo: true, speed: true, container: false, diagnostics: false },
};
const responses: FieldsOf<OpenAI.Responses.ResponseCreateParamsStreaming> = {
  ...{ model: true, input: true, instructions: true, stream: true, stream_options: true, store: true, include: true },
  ...{ reasoning: true, text: true, tools: true, tool_choice: true, parallel_tool_calls: true, max_tool_calls: true },
  ...{ max_output_tokens: true, temperature: true, top_p: true, top_logprobs: true, truncation: true, metadata: true },
  ...{ prompt_cache_key: true, prompt_cache_options: true, prompt_cache_retention: true, safety_identifier: true },
  ...{ service_tier: true, previous_response_id: true, conversation: true, background: true, user: true },
  ...{ access_programs: false, context_management: false, image: false, moderation: false, prompt: false },
};
const chat: FieldsOf<OpenAI.ChatCompletionCreateParamsStreaming> = {
  ...{ model: true, messages: true, stream: true, stream_options: true, tools: true, tool_choice: true, n: true },
  ...{
    parallel_tool_calls: true,
    max_completion_tokens: true,
    max_tokens: true,
    reasoning_effort: true,
    verbosity: true,
  },
  ...{
    response_format: true,
    temperature: true,
    top_p: true,
    frequency_penalty: true,
    presence_penalty: true,
    seed: true,
  },
  ...{
    logprobs: true,
    top_logprobs: true,
    logit_bias: true,
    stop: true,
    store: true,
    metadata: true,
    modalities: true,
  },
  ...{ prompt_cache_key: true, prompt_cache_options: true, prompt_cache_retention: true, safety_identifier: true },
  ...{ service_tier: true, web_search_options: true, user: true },
  ...{ audio: false, function_call: false, functions: false, moderation: false, prediction: false },
};
/** Dropped from the SDK's types; older models still take them. */
const sampling = ['temperature', 'top_k', 'top_p'];

const lists: [service: string, fields: Record<string, boolean>, schema: { shape: object }, more: string[]][] = [
  ['Anthropic Messages', messages, messagesRequest, sampling],
  ['OpenAI Responses', responses, responsesRequest, []],
  ['OpenAI chat completions', chat, chatRequest, []],
];
for (const [service, fields, { shape }, more] of lists) {
  test(`${service}: the fake takes the fields that the SDK's type has, but for those that are named here`, () => {
    const taken = Object.keys(fields).filter((field) => fields[field]);
    assert.deepEqual(Object.keys(shape).toSorted(), [...taken, ...more].toSorted());
  });
}

test('Gemini: the settings that the fake takes are settings of the SDK', () => {
  type Setting = keyof GenerateContentConfig;
  const config = generateRequest.shape.generationConfig.unwrap();
  const settings = Object.keys(config.shape) as (keyof typeof config.shape & string)[];
  const known: readonly Setting[] = settings;
  assert.ok(known.includes('thinkingConfig') && known.includes('responseJsonSchema'));
});

test('a sample of each request is of the type of its SDK and of the shape that the fake takes', () => {
  const schema = {
    type: 'object' as const,
    properties: { a: { type: 'number' } },
    required: ['a'],
    additionalProperties: false,
  };
  const forClaude = {
    model: 'claude-opus-5-5',
    max_tokens: 4000,
    stream: true,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'low', format: { type: 'json_schema', schema } },
    tools: [{ name: 'add', input_schema: schema, strict: true }],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    messages: [
      { role: 'user', content: 'Add.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '', signature: 's' },
          { type: 'redacted_thinking', data: 'd' },
          { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '3', is_error: true }] },
    ],
  } satisfies Anthropic.MessageCreateParamsStreaming;
  const forResponses = {
    model: 'gpt-5.6-terra',
    stream: true,
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'max', summary: 'auto' },
    text: { format: { type: 'json_schema', name: 'sum', schema, strict: true }, verbosity: 'low' },
    prompt_cache_key: 'agent',
    prompt_cache_options: { mode: 'implicit', ttl: '30m' },
    input: [
      {
        role: 'developer',
        content: [{ type: 'input_text', text: 'Be brief.', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e' },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: '3' },
    ],
  } satisfies OpenAI.Responses.ResponseCreateParamsStreaming;
  const forChat = {
    model: 'gpt-5.1',
    stream: true,
    stream_options: { include_usage: true },
    tools: [{ type: 'function', function: { name: 'add', parameters: schema, strict: true } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Add.' }] },
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'add', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '3' },
    ],
  } satisfies OpenAI.ChatCompletionCreateParamsStreaming;
  messagesRequest.parse(forClaude);
  responsesRequest.parse(forResponses);
  chatRequest.parse(forChat);
});
