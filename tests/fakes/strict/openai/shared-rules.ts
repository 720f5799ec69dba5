import { isBase64, mediaOf, typeByContent } from '../core/media.ts';
import type { ServerSide } from '../core/provider.ts';
import { firstOf, type Problem, type Rule, when } from '../core/rule.ts';
import { type OpenAiModel, reasons } from './models.ts';
import { callingPage, effortTable, reasoningPage, structuredPage, visionPage } from './sources.ts';
import { strictSchemaProblem } from './strict-schema.ts';

/** The parts of a request that both APIs have, under their names there. */
export interface SharedFields {
  modelId: string;
  model: OpenAiModel;
  server: ServerSide;
  effort: { value: string | null | undefined; param: string };
  sampling: readonly [param: string, value: unknown][];
  tools: readonly { name: string; parameters: unknown; strict: boolean; place: string }[];
  format: { name: string; schema: unknown; strict: boolean; place: string } | null;
  wantsJsonObject: boolean;
  /** All text of the prompt. */
  text: string;
  images: readonly { url: string; place: string }[];
  metadata: Record<string, string>;
  retention: string | null | undefined;
  hasCacheOptions: boolean;
}

export function sharedRules<Request>(
  prefix: 'responses' | 'chat',
  fieldsOf: (request: Request) => SharedFields,
): Rule<Request>[] {
  const rule = (name: string, sentence: string, source: string, check: (fields: SharedFields) => Problem | null) => ({
    id: `${prefix}/${name}`,
    sentence,
    source,
    check: (request: Request) => check(fieldsOf(request)),
  });
  return [
    rule(
      'effort-model',
      'The reasoning effort is one that the model has.',
      effortTable,
      ({ effort, model, modelId }) => {
        if (!effort.value || model.efforts.includes(effort.value)) return null;
        if (model.efforts.length === 0) return unsupportedParameter(effort.param);
        const values = model.efforts.map((one) => `'${one}'`).join(', ');
        return {
          message: `Unsupported value: '${effort.value}' is not supported with the '${modelId}' model. Supported values are: ${values}.`,
          param: effort.param,
          code: 'unsupported_value',
        };
      },
    ),
    rule(
      'sampling-model',
      'Reasoning takes no temperature, top_p or logprobs.',
      reasoningPage,
      ({ sampling, model, effort }) => {
        const isFree =
          model.sampling === 'always' || (model.sampling === 'without-reasoning' && !reasons(model, effort.value));
        return firstOf(
          sampling,
          ([param, value]) => !isFree && value !== undefined && value !== null && unsupportedParameter(param),
        );
      },
    ),
    rule('tool-name', 'A tool name has 1 to 64 letters, digits, _ and -.', callingPage, ({ tools }) =>
      firstOf(tools, ({ name, place }) => {
        const param = `${place}.name`;
        if (name.length > 64) return tooLong(param, 64, name.length);
        return (
          !/^[\w-]+$/.test(name) && {
            message: `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
            param,
            code: 'invalid_value',
          }
        );
      }),
    ),
    rule(
      'tool-count',
      'A request has at most 128 tools.',
      'Older reference pages gave this number for chat completions; no current document was found',
      ({ tools, server }) => {
        const max = server.limits.tools ?? 128;
        return when(
          tools.length > max,
          `Invalid 'tools': array too long. Expected an array with maximum length ${max}, but got an array with length ${tools.length} instead.`,
          {
            param: 'tools',
            code: 'array_above_max_length',
          },
        );
      },
    ),
    rule(
      'tool-schema',
      'The schema of a tool is an object, and within the strict subset when the tool is strict.',
      structuredPage,
      ({ tools }) =>
        firstOf(tools, ({ name, parameters, strict, place }) => {
          if (parameters === null || parameters === undefined) return null;
          const isObject = (parameters as { type?: unknown }).type === 'object';
          const problem = strict
            ? strictSchemaProblem(parameters)
            : isObject
              ? null
              : `schema must be a JSON Schema of 'type: "object"'.`;
          return (
            problem && {
              message: `Invalid schema for function '${name}': ${problem}`,
              param: `${place}.parameters`,
              code: 'invalid_function_parameters',
            }
          );
        }),
    ),
    rule('format-name', 'A format has a name like a tool.', structuredPage, ({ format }) =>
      when(
        format !== null && !/^[\w-]{1,64}$/.test(format.name),
        `Invalid '${format?.place}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        {
          param: `${format?.place}.name`,
          code: 'invalid_value',
        },
      ),
    ),
    rule(
      'format-schema',
      'The schema of a strict format stays within the strict subset.',
      structuredPage,
      ({ format }) => {
        const problem = format?.strict ? strictSchemaProblem(format.schema) : null;
        return when(problem !== null, `Invalid schema for response_format '${format?.name}': ${problem}`, {
          param: format?.place ?? null,
        });
      },
    ),
    rule(
      'json-mention',
      'With the format json_object the prompt mentions JSON.',
      structuredPage,
      ({ wantsJsonObject, text }) =>
        when(
          wantsJsonObject && !/json/i.test(text),
          "The prompt must contain the word 'json' in some form to use a format of type 'json_object'.",
        ),
    ),
    rule('image-count', 'A request has at most 1,500 images.', visionPage, ({ images, server }) => {
      const max = server.limits.images ?? 1500;
      return when(images.length > max, `Too many images in request: ${images.length}. Maximum is ${max}.`);
    }),
    rule('image-type', 'An image is PNG, JPEG, WebP or GIF.', visionPage, ({ images }) =>
      firstOf(images, ({ url, place }) => {
        const type = mediaOf(url)?.type;
        return (
          type !== undefined &&
          !['image/png', 'image/jpeg', 'image/webp', 'image/gif'].includes(type) && {
            message: `Invalid '${place}'. Expected a base64-encoded data URL with an image MIME type, but got unsupported MIME type '${type}'.`,
            param: place,
            code: 'invalid_value',
          }
        );
      }),
    ),
    rule('image-content', 'The bytes of an image are one.', visionPage, ({ images }) =>
      firstOf(images, ({ url, place }) => {
        const media = mediaOf(url);
        const isImage = media === null || (isBase64(media.data) && typeByContent(media.data)?.startsWith('image/'));
        return (
          !isImage && {
            message: 'The image data you provided does not represent a valid image.',
            param: place,
            code: 'invalid_image',
          }
        );
      }),
    ),
    rule(
      'metadata',
      'Metadata has at most 16 keys of 64 characters, with values of 512.',
      'openai 7.55.0, Metadata',
      ({ metadata }) => {
        const entries = Object.entries(metadata);
        if (entries.length > 16)
          return {
            message: "Invalid 'metadata': too many properties.",
            param: 'metadata',
            code: 'object_above_max_properties',
          };
        return firstOf(entries, ([key, value]) => {
          if (key.length > 64) return tooLong('metadata', 64, key.length);
          return value.length > 512 && tooLong(`metadata.${key}`, 512, value.length);
        });
      },
    ),
    rule(
      'cache-options-model',
      'Cache options are for GPT-5.6 and later.',
      'openai 7.55.0, PromptCacheOptions',
      ({ hasCacheOptions, model }) =>
        when(
          hasCacheOptions && !model.hasCacheOptions,
          "Unsupported parameter: 'prompt_cache_options' is not supported with this model.",
          {
            param: 'prompt_cache_options',
            code: 'unsupported_parameter',
          },
        ),
    ),
    rule(
      'cache-retention-model',
      'The cache retention is one that the model has.',
      'openai 7.55.0, prompt_cache_retention',
      ({ retention, model }) =>
        when(
          Boolean(retention) && !model.cacheRetentions.includes(retention ?? ''),
          `Unsupported value: '${retention}' is not supported with this model.`,
          {
            param: 'prompt_cache_retention',
            code: 'unsupported_value',
          },
        ),
    ),
  ];
}

export function unsupportedParameter(param: string): Problem {
  return {
    message: `Unsupported parameter: '${param}' is not supported with this model.`,
    param,
    code: 'unsupported_parameter',
  };
}

export function tooLong(param: string, max: number, length: number): Problem {
  return {
    message: `Invalid '${param}': string too long. Expected a string with maximum length ${max}, but got a string with length ${length} instead.`,
    param,
    code: 'string_above_max_length',
  };
}
