import { type FieldIssue, fieldIssues } from '../core/field-issues.ts';
import type { WireRequest } from '../core/provider.ts';
import { firstOf, observed, type Rule, seenInCode, when } from '../core/rule.ts';
import { sharedWireRules } from '../openai/field-messages.ts';
import { findOpenAi, reasons } from '../openai/models.ts';
import { type SharedFields, sharedRules, tooLong, unsupportedParameter } from '../openai/shared-rules.ts';
import { callingPage, chatTypes, errorsPage, reasoningPage } from '../openai/sources.ts';
import { type CheckedChat, planChatCache } from './cache-plan.ts';
import { type ChatMessage, type ChatRequest, chatRequest } from './request-schema.ts';

export const chatWireRules: readonly Rule<WireRequest>[] = [
  ...sharedWireRules('chat', issuesOf, chatTypes),
  {
    id: 'chat/model-unknown',
    sentence: 'The model exists.',
    source: errorsPage,
    check: ({ body }) => {
      const { model } = chatRequest.parse(body);
      const message = `The model \`${model}\` does not exist or you do not have access to it.`;
      return when(findOpenAi(model) === null, message, { status: 404, code: 'model_not_found' });
    },
  },
];

export const chatRules: readonly Rule<CheckedChat>[] = [
  {
    id: 'chat/messages-empty',
    sentence: 'There is at least one message.',
    source: chatTypes,
    check: ({ body }) =>
      when(body.messages.length === 0, "Invalid 'messages': empty array. Expected an array with minimum length 1.", {
        param: 'messages',
        code: 'empty_array',
      }),
  },
  {
    id: 'chat/content-missing',
    sentence: 'An assistant message has content, calls or a refusal.',
    source: chatTypes,
    check: ({ body }) =>
      firstOf(body.messages, (message, index) => {
        if (message.role !== 'assistant' || message.tool_calls || message.refusal) return null;
        const isMissing = message.content === null || message.content === undefined;
        const param = `messages.[${index}].content`;
        return isMissing && { message: "Invalid value for 'content': expected a string, got null.", param };
      }),
  },
  {
    id: 'chat/call-without-result',
    sentence: 'Tool messages for every call follow the assistant message at once.',
    source: observed('aliasrobotics/cai', 111),
    check: ({ body: { messages } }) =>
      firstOf(messages, (message, index) => {
        const open = callIdsOf(message).filter((id) => !resultsAfter(messages, index).includes(id));
        return (
          open.length > 0 && {
            message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
            param: 'messages',
          }
        );
      }),
  },
  {
    id: 'chat/result-without-call',
    sentence: 'A tool message answers a call of the assistant message before it.',
    source: observed('FoundationAgents/OpenManus', 744),
    check: ({ body: { messages } }) =>
      firstOf(messages, (message, index) => {
        if (message.role !== 'tool') return null;
        const caller = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
        const isKnown = caller !== undefined && callIdsOf(caller).includes(message.tool_call_id);
        return (
          !isKnown && {
            message:
              "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
            param: `messages.[${index}].role`,
          }
        );
      }),
  },
  {
    id: 'chat/calls-empty',
    sentence: 'A list of calls is not empty.',
    source: seenInCode,
    check: ({ body: { messages } }) =>
      firstOf(messages, (message, index) => {
        const isEmpty = message.role === 'assistant' && message.tool_calls?.length === 0;
        const param = `messages[${index}].tool_calls`;
        return (
          isEmpty && {
            message: `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
            param,
            code: 'empty_array',
          }
        );
      }),
  },
  {
    id: 'chat/call-id-length',
    sentence: 'The id of a call has at most 40 characters.',
    source: seenInCode,
    check: ({ body: { messages } }) =>
      firstOf(messages, (message, index) =>
        firstOf(
          callIdsOf(message),
          (id, at) => id.length > 40 && tooLong(`messages[${index}].tool_calls[${at}].id`, 40, id.length),
        ),
      ),
  },
  ...sharedRules<CheckedChat>('chat', sharedFieldsOf),
  {
    id: 'chat/tools-empty',
    sentence: 'A list of tools is not empty.',
    source: seenInCode,
    check: ({ body }) =>
      when(
        body.tools?.length === 0,
        "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        {
          param: 'tools',
          code: 'empty_array',
        },
      ),
  },
  {
    id: 'chat/choice-without-tools',
    sentence: 'A tool choice comes with tools.',
    source: callingPage,
    check: ({ body }) =>
      when(
        body.tool_choice !== undefined && !body.tools,
        "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        {
          param: 'tool_choice',
        },
      ),
  },
  {
    id: 'chat/parallel-without-tools',
    sentence: 'parallel_tool_calls comes with tools.',
    source: seenInCode,
    check: ({ body }) =>
      when(
        body.parallel_tool_calls !== undefined && !body.tools,
        "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
        {
          param: 'parallel_tool_calls',
        },
      ),
  },
  {
    id: 'chat/max-tokens-model',
    sentence: 'Models that reason take max_completion_tokens.',
    source: chatTypes,
    check: ({ body, model }) =>
      when(
        model.efforts.length > 0 && Boolean(body.max_tokens),
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        { param: 'max_tokens', code: 'unsupported_parameter' },
      ),
  },
  {
    id: 'chat/stop-model',
    sentence: 'Models that reason take no stop sequences.',
    source: `${chatTypes} says so of o3 and o4-mini; kept for all`,
    check: ({ body, model }) => (model.efforts.length > 0 && body.stop ? unsupportedParameter('stop') : null),
  },
  {
    id: 'chat/penalty-model',
    sentence: 'Models that reason take no penalties.',
    source: reasoningPage,
    check: ({ body, model }) =>
      firstOf(
        ['frequency_penalty', 'presence_penalty', 'logit_bias'] as const,
        (field) =>
          model.efforts.length > 0 && body[field] !== undefined && body[field] !== null && unsupportedParameter(field),
      ),
  },
  {
    id: 'chat/tools-with-reasoning',
    sentence: 'From GPT-5.4 on, function tools and reasoning exclude each other.',
    source: `${observed('openai/openai-openapi', 541)}; https://github.com/BerriAI/litellm/pull/34569`,
    check: ({ body, model }) =>
      when(
        !model.chatToolsWithReasoning && body.tools !== undefined && reasons(model, body.reasoning_effort),
        `Function tools with reasoning_effort are not supported for ${body.model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
        { param: 'reasoning_effort' },
      ),
  },
  {
    id: 'chat/stream-options',
    sentence: 'Stream options come with a stream.',
    source: chatTypes,
    check: ({ body }) =>
      when(
        Boolean(body.stream_options) && !body.stream,
        "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
        {
          param: 'stream_options',
        },
      ),
  },
  {
    id: 'chat/input-tokens',
    sentence: 'The messages fit the context window.',
    source: errorsPage,
    check: (request) => {
      const max = request.server.limits.inputTokens ?? request.model.contextTokens;
      const { total } = planChatCache(request);
      return when(
        total > max,
        `This model's maximum context length is ${max} tokens. However, your messages resulted in ${total} tokens. Please reduce the length of the messages.`,
        { param: 'messages', code: 'context_length_exceeded' },
      );
    },
  },
];

function issuesOf({ body }: WireRequest): FieldIssue[] {
  return fieldIssues(chatRequest, body);
}

function sharedFieldsOf({ body, model, server }: CheckedChat): SharedFields {
  const format = body.response_format;
  return {
    modelId: body.model,
    model,
    server,
    effort: { value: body.reasoning_effort, param: 'reasoning_effort' },
    sampling: [
      ['temperature', body.temperature],
      ['top_p', body.top_p],
      ['logprobs', body.logprobs],
      ['top_logprobs', body.top_logprobs],
    ],
    tools: (body.tools ?? []).map(({ function: { name, parameters, strict } }, index) => {
      return { name, parameters, strict: strict === true, place: `tools[${index}].function` };
    }),
    format:
      format?.type === 'json_schema'
        ? {
            name: format.json_schema.name,
            schema: format.json_schema.schema,
            strict: format.json_schema.strict === true,
            place: 'response_format',
          }
        : null,
    wantsJsonObject: format?.type === 'json_object',
    text: JSON.stringify(body.messages),
    images: imagesIn(body),
    metadata: body.metadata ?? {},
    retention: body.prompt_cache_retention,
    hasCacheOptions: body.prompt_cache_options !== undefined,
  };
}

function imagesIn({ messages }: ChatRequest): { url: string; place: string }[] {
  return messages.flatMap((message, index) => {
    if (message.role !== 'user' || typeof message.content === 'string') return [];
    return message.content.flatMap((part, at) =>
      part.type === 'image_url'
        ? [{ url: part.image_url.url, place: `messages[${index}].content[${at}].image_url` }]
        : [],
    );
  });
}

function callIdsOf(message: ChatMessage): string[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [];
}

/** The ids that the tool messages right behind a message answer. */
function resultsAfter(messages: readonly ChatMessage[], index: number): string[] {
  const end = messages.findIndex((message, at) => at > index && message.role !== 'tool');
  return messages
    .slice(index + 1, end < 0 ? undefined : end)
    .flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
}
