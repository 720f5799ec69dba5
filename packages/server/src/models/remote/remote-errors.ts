import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import type { ProviderReason } from '@retinue/protocol';
import { ModelError } from '../../ports/engine/model.ts';
import {
  isOutageCode,
  isOutageOfNetwork,
  isOutageStatus,
  isRetryableCode,
  isRetryableStatus,
  isTooLong,
  problemOf,
} from './provider-problems.ts';
import { retryAfterMs } from './retry-after.ts';

/** The server and model of a request: needed for an error message, and removed from foreign text. */
export interface Asked {
  baseUrl: string;
  apiKey: string | null;
  modelId: string;
}

/**
 * An error that the adapter threw or streamed, as a ModelError with a message. The original is not its cause: that
 * holds the whole prompt, and the server's reply may repeat the key.
 */
export function toModelError(error: unknown, asked: Asked): ModelError {
  const own = modelErrorIn(error);
  if (own) return own;
  if (APICallError.isInstance(error)) return isRefusal(error) ? refused(error, asked) : cutOff(error, asked);
  if (InvalidResponseDataError.isInstance(error) && /without a finish reason/.test(error.message)) return early(asked);
  if (isNonsense(error)) return nonsense(asked);
  if (error instanceof Error) return notSent(error, asked);
  return reported(error, asked);
}

/** Our own error, which a library may have wrapped in one of its own. */
function modelErrorIn(error: unknown): ModelError | null {
  if (error instanceof ModelError) return error;
  return error instanceof Error && error.cause ? modelErrorIn(error.cause) : null;
}

/** Null for a stream, and for servers that give too little detail. */
export function wrongContentType(contentType: string | undefined, asked: Asked): ModelError | null {
  if (contentType === undefined || /^text\/(event-stream|plain)\b/i.test(contentType)) return null;
  return because({ code: 'wrong-content-type', host: hostOf(asked), contentType }, asked, false);
}

function isRefusal(error: APICallError): boolean {
  return error.statusCode !== undefined && (error.statusCode < 200 || error.statusCode >= 300);
}

function refused(error: APICallError, asked: Asked): ModelError {
  const status = error.statusCode ?? 0;
  const code = codeOf(error.data);
  const retryable = isRetryableStatus(status) && isRetryableCode(code);
  const reason = { ...problemOf(status, code, { ...asked, host: hostOf(asked) }), ...quoteOf(detailOf(error), asked) };
  return because(reason, asked, retryable, {
    retryAfterMs: retryable ? retryAfterMs(error.responseHeaders ?? {}) : null,
    isTooLong: isTooLong(status, code, detailOf(error)),
    isOutage: retryable && isOutageStatus(status),
  });
}

function cutOff(error: APICallError, asked: Asked): ModelError {
  const network = networkCodeOf(error);
  const code = error.statusCode === undefined ? 'unreachable' : 'broke-off';
  const reason = { code, host: hostOf(asked), ...(network === null ? {} : { network }) } as const;
  return because(reason, asked, true, { isOutage: isOutageOfNetwork(network) });
}

function early(asked: Asked): ModelError {
  return because({ code: 'ended-early', host: hostOf(asked) }, asked, true);
}

function isNonsense(error: unknown): boolean {
  // Anthropic's library reports so a first event that it can't read.
  if (error instanceof Error && /^Expected a normalized/.test(error.message)) return true;
  return [InvalidResponseDataError, JSONParseError, TypeValidationError].some((kind) => kind.isInstance(error));
}

function nonsense(asked: Asked): ModelError {
  return because({ code: 'not-a-completion', host: hostOf(asked) }, asked, true);
}

/** The request could not be built: a key that fits no header, an invalid URL. */
function notSent(error: Error, asked: Asked): ModelError {
  return because({ code: 'request-not-made', ...quoteOf(error.message, asked) }, asked, false);
}

/** An error that the server put into its stream. */
function reported(error: unknown, asked: Asked): ModelError {
  const { message, code, type, statusCode } = typeof error === 'string' ? { message: error } : fieldsOf(error);
  const status = [code, statusCode].map(Number).find((number) => number >= 400 && number < 600) ?? null;
  const problem: ProviderReason =
    status === null
      ? { code: 'stream-error', host: hostOf(asked) }
      : problemOf(status, type, { ...asked, host: hostOf(asked) });
  const retryable = (status === null || isRetryableStatus(status)) && isRetryableCode(code) && isRetryableCode(type);
  const quote = String(message ?? code ?? type ?? '');
  const tooLong = isTooLong(status ?? 400, code, quote);
  const passes = status === null ? isOutageCode(code) || isOutageCode(type) : isOutageStatus(status);
  const isOutage = retryable && !tooLong && passes;
  return because({ ...problem, ...quoteOf(quote, asked) }, asked, retryable && !tooLong, {
    isTooLong: tooLong,
    isOutage,
  });
}

function because(
  reason: ProviderReason,
  asked: Asked,
  retryable: boolean,
  more: { retryAfterMs?: number | null; isTooLong?: boolean; isOutage?: boolean } = {},
): ModelError {
  const fields = Object.entries(reason).map(([name, value]) => [
    name,
    name !== 'code' && typeof value === 'string' ? withoutSecrets(value, asked) : value,
  ]);
  return new ModelError(Object.fromEntries(fields) as ProviderReason, { retryable, ...more });
}

function withoutSecrets(text: string, { apiKey }: Asked): string {
  const keyless = apiKey === null || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
  return keyless.replaceAll(/\/\/[^/@\s]+@/g, '//');
}

/** Foreign text: secrets are hidden before it is cut, so that no half of a key is left. */
function quoteOf(text: string, asked: Asked): { quote?: string } {
  const calm = withoutSecrets(text, asked)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (calm === '' || calm.startsWith('<')) return {}; // a page for browsers says nothing here
  return { quote: calm.length > maxQuoteLength ? `${calm.slice(0, maxQuoteLength)}…`.toWellFormed() : calm };
}

const maxQuoteLength = 300;

function detailOf(error: APICallError): string {
  return error.data === undefined ? (error.responseBody ?? '') : error.message;
}

function codeOf(content: unknown): unknown {
  const { code, type } = fieldsOf(fieldsOf(content).error);
  return code ?? type;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function networkCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return networkCodeOf(error.cause);
}

function hostOf({ baseUrl }: Asked): string {
  return URL.parse(baseUrl)?.host ?? 'the provider';
}
