import { type FieldIssue, fieldIssues } from '../../core/field-issues.ts';
import type { WireRequest } from '../../core/provider.ts';
import { type Rule, when } from '../../core/rule.ts';
import { sharedWireRules } from '../../openai/field-messages.ts';
import { findOpenAi } from '../../openai/models.ts';
import { contextMessage } from '../../openai/problems.ts';
import { type SharedFields, sharedRules } from '../../openai/shared-rules.ts';
import { callingPage, errorsPage, reasoningPage, responsesTypes } from '../../openai/sources.ts';
import { planResponsesCache } from '../cache-plan.ts';
import { type CheckedResponses, itemsOf } from '../items.ts';
import { type ResponsesRequest, responsesRequest } from '../request-schema.ts';

export const responsesWireRules: readonly Rule<WireRequest>[] = [
  ...sharedWireRules('responses', issuesOf, responsesTypes),
  {
    id: 'responses/model-unknown',
    sentence: 'The model exists.',
    source: errorsPage,
    check: ({ body }) => {
      const { model } = responsesRequest.parse(body);
      return when(findOpenAi(model) === null, `The requested model '${model}' does not exist.`, {
        param: 'model',
        code: 'model_not_found',
      });
    },
  },
];

/** Settings of a request. */
export const settingRules: readonly Rule<CheckedResponses>[] = [
  ...sharedRules<CheckedResponses>('responses', sharedFieldsOf),
  {
    id: 'responses/encrypted-include-model',
    sentence: 'Encrypted reasoning is asked of models that reason.',
    source: `${reasoningPage}; the wording stands in public clients that handle it`,
    check: ({ body, model }) =>
      when(
        (body.include ?? []).includes('reasoning.encrypted_content') && model.efforts.length === 0,
        'Encrypted content is not supported with this model.',
        { param: 'include' },
      ),
  },
  {
    id: 'responses/stream-options',
    sentence: 'Stream options come with a stream.',
    source: responsesTypes,
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
    id: 'responses/choice-without-tools',
    sentence: 'A choice that needs tools comes with tools.',
    source: callingPage,
    check: ({ body }) => {
      const isNeeded = body.tool_choice === 'required' || typeof body.tool_choice === 'object';
      return when(
        isNeeded && (body.tools ?? []).length === 0,
        "Tool choice 'required' must be specified with 'tools' parameter.",
        {
          param: 'tool_choice',
        },
      );
    },
  },
  {
    id: 'responses/choice-of-unknown-tool',
    sentence: 'A chosen function is one of the tools.',
    source: callingPage,
    check: ({ body }) => {
      const choice = body.tool_choice;
      const name = typeof choice === 'object' && choice.type === 'function' ? choice.name : null;
      const isKnown = (body.tools ?? []).some((tool) => tool.type === 'function' && tool.name === name);
      return when(name !== null && !isKnown, `Tool choice 'function' not found in 'tools' parameter.`, {
        param: 'tool_choice',
      });
    },
  },
  {
    id: 'responses/input-tokens',
    sentence: 'The input fits the context window.',
    source: responsesTypes,
    check: (request) => {
      const max = request.server.limits.inputTokens ?? request.model.contextTokens;
      return when(planResponsesCache(request).total > max, contextMessage, {
        param: 'input',
        code: 'context_length_exceeded',
      });
    },
  },
];

function issuesOf({ body }: WireRequest): FieldIssue[] {
  return fieldIssues(responsesRequest, body);
}

function sharedFieldsOf({ body, model, server }: CheckedResponses): SharedFields {
  const format = body.text?.format;
  return {
    modelId: body.model,
    model,
    server,
    effort: { value: body.reasoning?.effort, param: 'reasoning.effort' },
    sampling: [
      ['temperature', body.temperature],
      ['top_p', body.top_p],
      ['top_logprobs', body.top_logprobs],
    ],
    tools: (body.tools ?? []).flatMap((tool, index) => {
      if (tool.type !== 'function') return [];
      return [{ name: tool.name, parameters: tool.parameters, strict: tool.strict === true, place: `tools[${index}]` }];
    }),
    format:
      format?.type === 'json_schema'
        ? { name: format.name, schema: format.schema, strict: format.strict !== false, place: 'text.format' }
        : null,
    wantsJsonObject: format?.type === 'json_object',
    text: [body.instructions ?? '', ...itemsOf(body).map((item) => JSON.stringify(item))].join('\n'),
    images: imagesIn(body),
    metadata: body.metadata ?? {},
    retention: body.prompt_cache_retention,
    hasCacheOptions: body.prompt_cache_options !== undefined,
  };
}

function imagesIn(body: ResponsesRequest): { url: string; place: string }[] {
  return itemsOf(body).flatMap((item, index) => {
    const [parts, field] =
      'role' in item ? [item.content, 'content'] : 'output' in item ? [item.output, 'output'] : ['', ''];
    if (typeof parts === 'string') return [];
    return parts.flatMap((part, at) =>
      part.type === 'input_image' && part.image_url
        ? [{ url: part.image_url, place: `input[${index}].${field}[${at}].image_url` }]
        : [],
    );
  });
}
