import { bracketed, type FieldIssue, fieldIssues, firstIssue } from '../../core/field-issues.ts';
import type { WireRequest } from '../../core/provider.ts';
import { type Problem, type Rule, when } from '../../core/rule.ts';
import { findGemini } from '../models.ts';
import { generateRequest } from '../request-schema.ts';
import { errorsPage, genaiTypes, imagesPage } from '../sources.ts';

/** Rules about a request that may not be one at all. */
export const wireRules: readonly Rule<WireRequest>[] = [
  {
    id: 'google/key-missing',
    sentence: 'A request carries a key in x-goog-api-key.',
    source: errorsPage,
    check: ({ headers }) =>
      when(
        !headers['x-goog-api-key'],
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
        {
          status: 403,
          type: 'PERMISSION_DENIED',
        },
      ),
  },
  {
    id: 'google/key-wrong',
    sentence: 'The key is one that the service knows.',
    source: errorsPage,
    check: ({ headers, server }) =>
      when(headers['x-goog-api-key'] !== server.apiKey, 'API key not valid. Please pass a valid API key.', {
        code: 'API_KEY_INVALID',
      }),
  },
  {
    id: 'google/request-bytes',
    sentence: 'A request with inline data has at most 20 MB.',
    source: `${imagesPage}; newer pages allow 100 MB, the smaller number is kept`,
    check: ({ bytes, server }) => {
      const max = server.limits.requestBytes ?? 20 * 1024 * 1024;
      return when(bytes > max, `Request payload size exceeds the limit: ${max} bytes.`);
    },
  },
  {
    id: 'google/json',
    sentence: 'The body is JSON.',
    source: errorsPage,
    check: ({ body }) => when(body === undefined, 'Invalid JSON payload received. Unexpected end of string.'),
  },
  {
    id: 'google/model-unknown',
    sentence: 'The model exists.',
    source: errorsPage,
    check: ({ path }) => {
      const model = modelIn(path);
      const message = `models/${model} is not found for API version v1beta, or is not supported for generateContent.`;
      return when(findGemini(model) === null, message, { status: 404, type: 'NOT_FOUND' });
    },
  },
  {
    id: 'google/field-missing',
    sentence: 'Required fields are there.',
    source: genaiTypes,
    check: (request) =>
      issueOf(
        request,
        'missing',
        ({ path }) => `* GenerateContentRequest.${snakePath(path)}: ${snake(String(path.at(-1)))} is not specified`,
      ),
  },
  {
    id: 'google/field-type',
    sentence: 'Every field has its type.',
    source: genaiTypes,
    check: (request) =>
      issueOf(
        request,
        'type',
        ({ path, expected, given }) =>
          `Invalid value at '${snakePath(path)}' (TYPE_${expected.toUpperCase()}), ${JSON.stringify(given)}`,
      ),
  },
  {
    id: 'google/field-value',
    sentence: 'A field of fixed values has one of them.',
    source: genaiTypes,
    check: (request) =>
      issueOf(
        request,
        'value',
        ({ path, given }) => `Invalid value at '${snakePath(path)}' (TYPE_ENUM), ${JSON.stringify(given)}`,
      ),
  },
  {
    id: 'google/field-unknown',
    sentence: 'Fields that are not documented are refused: also in schemas, as additionalProperties and $ref.',
    source: `${genaiTypes}, Schema; the wording stands in public clients that handle it`,
    check: (request) =>
      issueOf(request, 'unknown', ({ path }) => {
        const [place, name] = [path.slice(0, -1), String(path.at(-1))];
        return `Invalid JSON payload received. Unknown name "${name}" at '${snakePath(place)}': Cannot find field.`;
      }),
  },
];

export function modelIn(path: string): string {
  return /\/models\/([\w.-]+):/.exec(path)?.[1] ?? '';
}

function issueOf<Kind extends FieldIssue['kind']>(
  { body }: WireRequest,
  kind: Kind,
  message: (issue: Extract<FieldIssue, { kind: Kind }>) => string,
): Problem | null {
  return firstIssue(fieldIssues(generateRequest, body), kind, (issue) => ({ message: message(issue) }));
}

function snakePath(path: readonly (string | number)[]): string {
  return bracketed(path.map((key) => (typeof key === 'string' ? snake(key) : key)));
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
