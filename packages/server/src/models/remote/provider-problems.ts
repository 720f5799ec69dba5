import type { ProviderReason } from '@retinue/protocol';

/** Error of a provider and its remedy, by the status of its reply. */
export function problemOf(status: number, code: unknown, asked: Asked): ProviderReason {
  const { host, modelId, apiKey } = asked;
  if (status === 402 || code === 'insufficient_quota') return { code: 'no-credit', host };
  if (status === 400) return { code: 'request-refused', host, status, modelId };
  if (status === 401) return apiKey === null ? { code: 'no-key' } : { code: 'wrong-key', host };
  if (status === 403) return { code: 'not-allowed', host, modelId };
  if (status === 404) return { code: 'unknown-model', host, modelId };
  if (status === 408) return { code: 'provider-timeout', host };
  if (status === 409) return { code: 'provider-conflict', host };
  if (status === 413) return { code: 'request-too-large', host };
  if (status === 429) return { code: 'rate-limited' };
  if (status === 529) return { code: 'overloaded', status };
  return status >= 500 ? { code: 'provider-status', status } : { code: 'request-refused', host, status };
}

interface Asked {
  host: string;
  modelId: string;
  apiKey: string | null;
}

/** Each provider has its own message for a prompt that is too long for its model. */
export function isTooLong(status: number, code: unknown, message: string): boolean {
  if (status === 413 || tooLongCodes.includes(String(code))) return true;
  return (status === 400 || status === 422) && tooLongPattern.test(message);
}

const tooLongCodes = ['context_length_exceeded', 'request_too_large', 'exceed_context_size_error'];
const tooLongPattern =
  /(maximum|available|exceeds?( the)?|exceeded|greater than the) context|context (length|window|size|limit)|(prompt|input) is too long|input token count|too many (input )?tokens|too large for model/i;

export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Transient statuses: a rate limit, or a server that is down, overloaded or behind a proxy that can't reach it. */
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

/** Permanent codes and types of errors, which a retry can't help. */
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
