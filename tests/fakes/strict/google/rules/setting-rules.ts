import { firstOf, type Rule, seenInCode, when } from '../../core/rule.ts';
import { type CheckedGenerate, declarationsIn } from '../contents.ts';
import { schemaProblem } from '../schema-problem.ts';
import { genaiTypes, referencePage, structuredPage, thinkingPage } from '../sources.ts';

/** Tools and settings. */
export const settingRules: readonly Rule<CheckedGenerate>[] = [
  {
    id: 'google/function-name',
    sentence: 'A function name begins with a letter or _, and has up to 128 letters, digits, _, ., : and -.',
    source: genaiTypes,
    check: ({ body }) =>
      firstOf(
        declarationsIn(body),
        ({ declaration, place }) =>
          !/^[A-Za-z_][\w.:-]{0,127}$/.test(declaration.name) &&
          `* GenerateContentRequest.${place}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.`,
      ),
  },
  {
    id: 'google/function-twice',
    sentence: 'Function names are unique.',
    source: seenInCode,
    check: ({ body }) => {
      const names = declarationsIn(body).map(({ declaration }) => declaration.name);
      const twice = names.find((name, index) => names.indexOf(name) < index);
      return when(twice !== undefined, `Duplicate function declaration found: ${twice}`);
    },
  },
  {
    id: 'google/function-count',
    sentence: 'A request has at most 128 functions.',
    source: 'Vertex pages named 128, newer ones 512; no page of the Gemini API was found, the smaller number is kept',
    check: ({ body, server }) => {
      const max = server.limits.tools ?? 128;
      const { length } = declarationsIn(body);
      return when(length > max, `The number of function declarations (${length}) exceeds the maximum of ${max}.`);
    },
  },
  {
    id: 'google/parameters-twice',
    sentence: 'A function has parameters or parametersJsonSchema.',
    source: genaiTypes,
    check: ({ body }) =>
      firstOf(declarationsIn(body), ({ declaration: { parameters, parametersJsonSchema }, place }) => {
        const isTwice = parameters !== undefined && parametersJsonSchema !== undefined;
        return (
          isTwice && `* GenerateContentRequest.${place}: only one of parameters and parameters_json_schema can be set.`
        );
      }),
  },
  {
    id: 'google/parameters-schema',
    sentence:
      'The parameters keep within the schema subset: objects with properties, required ones defined, enums of strings.',
    source: `${genaiTypes}, Schema; the wordings stand in public clients that handle them`,
    check: ({ body }) =>
      firstOf(declarationsIn(body), ({ declaration, place }) => {
        const problem = declaration.parameters ? schemaProblem(declaration.parameters, `${place}.parameters`) : null;
        return problem && `* GenerateContentRequest.${problem}`;
      }),
  },
  {
    id: 'google/response-schema',
    sentence: 'The response schema keeps within the same subset.',
    source: structuredPage,
    check: ({ body }) => {
      const schema = body.generationConfig?.responseSchema;
      const problem = schema ? schemaProblem(schema, 'generation_config.response_schema') : null;
      return when(problem !== null, `* GenerateContentRequest.${problem}`);
    },
  },
  {
    id: 'google/response-schema-type',
    sentence: 'A response schema comes with the type application/json.',
    source: genaiTypes,
    check: ({ body: { generationConfig } }) => {
      const has = generationConfig?.responseSchema !== undefined || generationConfig?.responseJsonSchema !== undefined;
      const isJson =
        generationConfig?.responseMimeType === 'application/json' ||
        generationConfig?.responseMimeType === 'text/x.enum';
      return when(
        has && !isJson,
        '* GenerateContentRequest.generation_config.response_schema: only allowed when `response_mime_type` is set to `application/json`.',
      );
    },
  },
  {
    id: 'google/response-schema-twice',
    sentence: 'A request has responseSchema or responseJsonSchema.',
    source: genaiTypes,
    check: ({ body: { generationConfig } }) =>
      when(
        generationConfig?.responseSchema !== undefined && generationConfig.responseJsonSchema !== undefined,
        '* GenerateContentRequest.generation_config: only one of response_schema and response_json_schema can be set.',
      ),
  },
  {
    id: 'google/allowed-names-mode',
    sentence: 'Allowed function names come with the mode ANY or VALIDATED.',
    source: genaiTypes,
    check: ({ body: { toolConfig } }) => {
      const { mode, allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {};
      const isAllowed = mode === 'ANY' || mode === 'VALIDATED';
      return when(
        allowedFunctionNames.length > 0 && !isAllowed,
        '`allowed_function_names` should only be set when function calling mode is ANY.',
      );
    },
  },
  {
    id: 'google/allowed-names-known',
    sentence: 'Allowed function names are declared.',
    source: genaiTypes,
    check: ({ body }) => {
      const names = declarationsIn(body).map(({ declaration }) => declaration.name);
      return firstOf(
        body.toolConfig?.functionCallingConfig?.allowedFunctionNames ?? [],
        (name) =>
          !names.includes(name) && `\`allowed_function_names\` has '${name}', which is not a declared function.`,
      );
    },
  },
  {
    id: 'google/search-with-functions',
    sentence:
      'The own search beside functions needs includeServerSideToolInvocations, from Gemini 3 on; before, it is refused.',
    source: seenInCode,
    check: ({ body, model }) => {
      const hasSearch = (body.tools ?? []).some(({ googleSearch, urlContext, codeExecution }) =>
        Boolean(googleSearch ?? urlContext ?? codeExecution),
      );
      const isMixed = hasSearch && declarationsIn(body).length > 0;
      if (!isMixed || (model.mixesTools && body.toolConfig?.includeServerSideToolInvocations)) return null;
      return model.mixesTools
        ? {
            message:
              'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
          }
        : { message: 'Tool use with function calling is unsupported' };
    },
  },
  {
    id: 'google/thinking-level-model',
    sentence: 'The thinking level is one that the model has.',
    source: thinkingPage,
    check: ({ body, model }) => {
      const level = body.generationConfig?.thinkingConfig?.thinkingLevel?.toUpperCase();
      if (level === undefined || model.levels.includes(level)) return null;
      return {
        message:
          model.levels.length === 0
            ? 'Thinking level is not supported for this model.'
            : `Thinking level ${level} is not supported for this model.`,
      };
    },
  },
  {
    id: 'google/thinking-both',
    sentence: 'A request has a thinking level or a thinking budget.',
    source: thinkingPage,
    check: ({ body }) => {
      const { thinkingLevel, thinkingBudget } = body.generationConfig?.thinkingConfig ?? {};
      return when(
        thinkingLevel !== undefined && thinkingBudget !== undefined,
        'You can only set only one of thinking budget and thinking level.',
      );
    },
  },
  {
    id: 'google/thinking-off-model',
    sentence: 'A thinking budget of 0 is for models that can stop thinking.',
    source: thinkingPage,
    check: ({ body, model }) =>
      when(
        body.generationConfig?.thinkingConfig?.thinkingBudget === 0 && !model.canStopThinking,
        'Budget 0 is invalid. This model only works in thinking mode.',
      ),
  },
  {
    id: 'google/temperature',
    sentence: 'The temperature is from 0 to 2, and topP from 0 to 1.',
    source: referencePage,
    check: ({ body: { generationConfig: { temperature = 1, topP = 1 } = {} } }) => {
      if (temperature < 0 || temperature > 2)
        return {
          message:
            '* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].',
        };
      return when(
        topP < 0 || topP > 1,
        '* GenerateContentRequest.generation_config.top_p: top_p must be in the range [0.0, 1.0].',
      );
    },
  },
  {
    id: 'google/output-tokens',
    sentence: 'maxOutputTokens is at most what the model can write.',
    source: referencePage,
    check: ({ body, model }) => {
      const { maxOutputTokens } = body.generationConfig ?? {};
      const isOff = maxOutputTokens !== undefined && (maxOutputTokens < 1 || maxOutputTokens > model.maxOutputTokens);
      return when(
        isOff,
        `Unable to submit request because it has a maxOutputTokens value of ${maxOutputTokens} but the supported range is from 1 (inclusive) to ${model.maxOutputTokens + 1} (exclusive).`,
      );
    },
  },
  {
    id: 'google/stop-count',
    sentence: 'There are at most five stop sequences.',
    source: referencePage,
    check: ({ body }) =>
      when(
        (body.generationConfig?.stopSequences ?? []).length > 5,
        '* GenerateContentRequest.generation_config.stop_sequences: at most 5 stop sequences are allowed.',
      ),
  },
];
