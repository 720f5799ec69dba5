import { bracketed, type FieldIssue } from '../core/field-issues.ts';
import type { WireRequest } from '../core/provider.ts';
import { observed, type Problem, type Rule, when } from '../core/rule.ts';
import { errorsPage } from './sources.ts';

/** Rules that hold for a request of either API before its fields mean anything. */
export function sharedWireRules(
  prefix: 'responses' | 'chat',
  issuesOf: (request: WireRequest) => readonly FieldIssue[],
  types: string,
): Rule<WireRequest>[] {
  const issueRule = (name: string, sentence: string, kind: FieldIssue['kind'], source: string): Rule<WireRequest> => ({
    id: `${prefix}/${name}`,
    sentence,
    source,
    check: (request) => {
      const issue = issuesOf(request).find((one) => one.kind === kind);
      return issue ? problemOf(issue) : null;
    },
  });
  return [
    {
      id: `${prefix}/key-missing`,
      sentence: 'A request carries a key as a bearer token.',
      source: errorsPage,
      check: ({ headers: { authorization = '' } }) =>
        when(!authorization.startsWith('Bearer '), "You didn't provide an API key.", { status: 401 }),
    },
    {
      id: `${prefix}/key-wrong`,
      sentence: 'The key is one that the service knows.',
      source: errorsPage,
      check: ({ headers, server }) =>
        when(headers.authorization !== `Bearer ${server.apiKey}`, 'Incorrect API key provided: s***y.', {
          status: 401,
          code: 'invalid_api_key',
        }),
    },
    {
      id: `${prefix}/request-bytes`,
      sentence: 'A request has at most 512 MB.',
      source:
        'https://developers.openai.com/api/docs/guides/images-vision gives this total for images; no other limit was found',
      check: ({ bytes, server }) =>
        when(bytes > (server.limits.requestBytes ?? 512 * 1024 * 1024), 'Request body too large.', { status: 413 }),
    },
    {
      id: `${prefix}/json`,
      sentence: 'The body is JSON.',
      source: errorsPage,
      check: ({ body }) => when(body === undefined, 'We could not parse the JSON body of your request.'),
    },
    issueRule('field-missing', 'Required fields are there.', 'missing', types),
    issueRule('field-type', 'Every field has its type.', 'type', types),
    issueRule('field-value', 'A field of fixed values has one of them.', 'value', types),
    issueRule('field-range', 'Numbers, texts and lists are within their range.', 'range', types),
    issueRule(
      'field-unknown',
      'Parameters that are not documented are refused.',
      'unknown',
      observed('1jehuang/jcode', 1028),
    ),
  ];
}

function problemOf(issue: FieldIssue): Problem {
  const param = bracketed(issue.path);
  switch (issue.kind) {
    case 'missing':
      return { message: `Missing required parameter: '${param}'.`, param, code: 'missing_required_parameter' };
    case 'type':
      return {
        message: `Invalid type for '${param}': expected ${article(issue.expected)}, but got ${article(typeOf(issue.given))} instead.`,
        param,
        code: 'invalid_type',
      };
    case 'value': {
      const values = issue.values.map((value) => `'${value}'`).join(', ');
      return {
        message: `Invalid value: '${issue.given}'. Supported values are: ${values}.`,
        param,
        code: 'invalid_value',
      };
    }
    case 'range':
      return rangeProblem(issue, param);
    case 'unknown':
      return { message: `Unknown parameter: '${param}'.`, param, code: 'unknown_parameter' };
    default:
      return issue satisfies never;
  }
}

function rangeProblem({ limit, side, given }: Extract<FieldIssue, { kind: 'range' }>, param: string): Problem {
  const [relation, sign] = side === 'min' ? ['below minimum', '>='] : ['above maximum', '<='];
  const message = `Invalid '${param}': value ${relation}. Expected a value ${sign} ${limit}, but got ${String(given)} instead.`;
  return { message, param, code: side === 'min' ? 'integer_below_min_value' : 'integer_above_max_value' };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
