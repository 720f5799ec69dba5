import { type FieldIssue, fieldIssues, firstIssue, type Path } from '../../core/field-issues.ts';
import type { WireRequest } from '../../core/provider.ts';
import { observed, type Problem, type Rule, when } from '../../core/rule.ts';
import { findClaude } from '../models.ts';
import { messagesRequest } from '../request-schema.ts';
import { errorsPage, messagesPage, sdkTypes, versioningPage } from '../sources.ts';

/** Rules about a request that may not be one at all. */
export const wireRules: readonly Rule<WireRequest>[] = [
  {
    id: 'anthropic/key-missing',
    sentence: 'A request carries a key in x-api-key, or as a bearer token as the SDK sends it.',
    source: `${errorsPage}; @anthropic-ai/sdk 1.10.0, client.mjs`,
    check: ({ headers }) => when(keyIn(headers) === '', 'x-api-key header is required', unauthenticated),
  },
  {
    id: 'anthropic/key-wrong',
    sentence: 'The key is one that the service knows.',
    source: errorsPage,
    check: ({ headers, server }) => when(keyIn(headers) !== server.apiKey, 'invalid x-api-key', unauthenticated),
  },
  {
    id: 'anthropic/version-missing',
    sentence: 'A request names the API version.',
    source: versioningPage,
    check: ({ headers }) => when(!headers['anthropic-version'], 'anthropic-version: header is required'),
  },
  {
    id: 'anthropic/version-unknown',
    sentence: 'The API version is 2023-06-01 or 2026-10-21.',
    source: `${versioningPage}; 2023-01-01 exists too, with other streams`,
    check: ({ headers: { 'anthropic-version': version } }) =>
      when(
        version !== '2023-06-01' && version !== '2026-10-21',
        `anthropic-version: "${version}" is not a valid version`,
      ),
  },
  {
    id: 'anthropic/request-bytes',
    sentence: 'A request has at most 32 MB.',
    source: errorsPage,
    check: ({ bytes, server }) =>
      when(bytes > (server.limits.requestBytes ?? 32 * 1024 * 1024), 'Request exceeds the maximum size', {
        status: 413,
        type: 'request_too_large',
      }),
  },
  {
    id: 'anthropic/json',
    sentence: 'The body is JSON.',
    source: errorsPage,
    check: ({ body }) => when(body === undefined, 'The request body is not valid JSON.'),
  },
  {
    id: 'anthropic/field-missing',
    sentence: 'Required fields are there.',
    source: sdkTypes,
    check: (request) => issueOf(request, 'missing', ({ path }) => `${dotted(path)}: Field required`),
  },
  {
    id: 'anthropic/field-type',
    sentence: 'Every field has its type.',
    source: sdkTypes,
    check: (request) =>
      issueOf(request, 'type', ({ path, expected }) => `${dotted(path)}: Input should be a valid ${expected}`),
  },
  {
    id: 'anthropic/field-value',
    sentence: 'A field of fixed values has one of them.',
    source: sdkTypes,
    check: (request) =>
      issueOf(request, 'value', ({ path, values }) =>
        values.length === 0
          ? `${dotted(path.slice(0, -1))}: Input tag found using 'type' does not match any of the expected tags`
          : `${dotted(path)}: Input should be ${values.map((value) => `'${value}'`).join(' or ')}`,
      ),
  },
  {
    id: 'anthropic/field-range',
    sentence: 'Numbers are within their range: temperature and top_p from 0 to 1, counts not negative.',
    source: messagesPage,
    check: (request) =>
      issueOf(request, 'range', ({ path, side, limit }) => {
        const relation = side === 'min' ? 'greater' : 'less';
        return `${dotted(path)}: Input should be ${relation} than or equal to ${limit}`;
      }),
  },
  {
    id: 'anthropic/field-unknown',
    sentence: 'Fields that are not documented are refused, at every depth.',
    source: observed('RooCodeInc/Roo-Code', 11429),
    check: (request) => issueOf(request, 'unknown', ({ path }) => `${dotted(path)}: Extra inputs are not permitted`),
  },
  {
    id: 'anthropic/model-unknown',
    sentence: 'The model exists.',
    source: errorsPage,
    check: ({ body }) => {
      const { model } = messagesRequest.parse(body);
      return when(findClaude(model) === null, `model: ${model}`, { status: 404, type: 'not_found_error' });
    },
  },
];

function keyIn({ 'x-api-key': key, authorization = '' }: WireRequest['headers']): string {
  return String(key ?? '') || authorization.replace(/^Bearer /, '');
}

const unauthenticated = { status: 401, type: 'authentication_error' };

function issueOf<Kind extends FieldIssue['kind']>(
  { body }: WireRequest,
  kind: Kind,
  message: (issue: Extract<FieldIssue, { kind: Kind }>) => string,
): Problem | null {
  return firstIssue(fieldIssues(messagesRequest, body), kind, (issue) => ({ message: message(issue) }));
}

function dotted(path: Path): string {
  return path.join('.');
}
