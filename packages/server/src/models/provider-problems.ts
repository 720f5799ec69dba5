/** What went wrong at a provider and what to do about it, by the status of its reply. */
export function problemOf(status: number, code: unknown, asked: Asked): string {
  if (code === 'insufficient_quota') return problems[402](asked);
  const problem = Object.hasOwn(problems, status) ? problems[status as keyof typeof problems] : null;
  if (problem) return problem(asked);
  if (status === 529) return `The provider is overloaded (${status}).`;
  if (status >= 500) return `The provider returned an error (${status}).`;
  return `${asked.host} refused the request (${status}). Check the base URL and the agent's settings.`;
}

interface Asked {
  host: string;
  modelId: string;
  apiKey: string | null;
}

const problems = {
  400: ({ host, modelId }: Asked) =>
    `${host} refused the request for "${modelId}" (400). Check the agent's model and settings, and the length of its thread.`,
  401: ({ host, apiKey }: Asked) =>
    apiKey === null
      ? 'The provider needs an API key (401). Add one in the settings.'
      : `${host} refused the API key (401). Check it and set it again.`,
  402: ({ host }: Asked) => `The account at ${host} has no credit left. Add some, or choose another provider.`,
  403: ({ host, modelId }: Asked) =>
    `The API key may not use "${modelId}" at ${host} (403). Choose another model, or get the right for it.`,
  404: ({ host, modelId }: Asked) => `${host} does not know "${modelId}" (404). Check the model's id and the base URL.`,
  408: ({ host }: Asked) => `${host} waited too long (408). Try again.`,
  409: ({ host }: Asked) => `${host} was busy with something that conflicts (409). Try again.`,
  413: ({ host }: Asked) => `The request is too large for ${host} (413). Start a new thread, or let tools return less.`,
  429: () => 'Rate limited.',
} satisfies Record<number, (asked: Asked) => string>;

/** Each provider has its own words for a prompt that its model can't hold. */
export function isTooLong(status: number, code: unknown, words: string): boolean {
  if (status === 413 || tooLongCodes.includes(String(code))) return true;
  return (status === 400 || status === 422) && tooLongWords.test(words);
}

const tooLongCodes = ['context_length_exceeded', 'request_too_large', 'exceed_context_size_error'];
const tooLongWords =
  /(maximum|available|exceeds?( the)?|exceeded|greater than the) context|context (length|window|size|limit)|(prompt|input) is too long|input token count|too many (input )?tokens|too large for model/i;

export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Statuses that pass by themselves: a rate limit, or a server that is down, overloaded or behind a proxy that can't reach it. */
export function isOutageStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && !lastingStatuses.includes(status));
}

const lastingStatuses = [501, 505];

/** Types that providers give to errors in a stream when they are overloaded or limit the rate. */
export function isOutageCode(code: unknown): boolean {
  return outageCodes.includes(String(code));
}

const outageCodes = [
  'overloaded_error',
  'rate_limit_error',
  'rate_limit_exceeded',
  'server_error',
  'service_unavailable',
  'internal_server_error',
  'api_error',
  'timeout_error',
  'UNAVAILABLE',
  'RESOURCE_EXHAUSTED',
];

/** Codes of the network and of our HTTP client for a server that can't be reached now or went away. */
export function isOutageOfNetwork(code: string | null): boolean {
  return code !== null && networkCodes.includes(code);
}

const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
];

/** Codes and types of errors that stay as they are, however often one asks. */
export function isRetryableCode(code: unknown): boolean {
  return !lastingCodes.includes(String(code));
}

const lastingCodes = [
  'authentication_error',
  'context_length_exceeded',
  'insufficient_quota',
  'invalid_api_key',
  'invalid_request_error',
  'model_not_found',
  'not_found_error',
  'permission_error',
];
