import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { ModelError } from '../ports/model.ts';
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

/** Whom we asked for what: for the words of an error, and for what they must not hold. */
export interface Asked {
  baseUrl: string;
  apiKey: string | null;
  modelId: string;
}

/**
 * Whatever the adapter threw or streamed, as a ModelError in words. The original is not its cause: that holds the whole
 * prompt, and the server's reply may repeat the key.
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

/** Null for a stream, and for servers that say too little to tell. */
export function wrongContentType(contentType: string | undefined, asked: Asked): ModelError | null {
  if (contentType === undefined || /^text\/(event-stream|plain)\b/i.test(contentType)) return null;
  return say(`${hostOf(asked)} replied with ${contentType} where a stream was due. Check the base URL.`, asked, false);
}

function isRefusal(error: APICallError): boolean {
  return error.statusCode !== undefined && (error.statusCode < 200 || error.statusCode >= 300);
}

function refused(error: APICallError, asked: Asked): ModelError {
  const status = error.statusCode ?? 0;
  const code = codeOf(error.data);
  const retryable = isRetryableStatus(status) && isRetryableCode(code);
  const words = `${problemOf(status, code, { ...asked, host: hostOf(asked) })}${quoteOf(detailOf(error), asked)}`;
  return say(words, asked, retryable, {
    retryAfterMs: retryable ? retryAfterMs(error.responseHeaders ?? {}) : null,
    isTooLong: isTooLong(status, code, detailOf(error)),
    isOutage: retryable && isOutageStatus(status),
  });
}

function cutOff(error: APICallError, asked: Asked): ModelError {
  const code = networkCodeOf(error);
  const because = code === null ? '' : ` (${code})`;
  if (error.statusCode !== undefined)
    return say(`The connection to ${hostOf(asked)} broke off${because}. The stream ended early.`, asked, true, {
      isOutage: isOutageOfNetwork(code),
    });
  return say(
    `${hostOf(asked)} cannot be reached${because}. Check that it runs and the base URL is right.`,
    asked,
    true,
    { isOutage: isOutageOfNetwork(code) },
  );
}

function early(asked: Asked): ModelError {
  return say(`The stream ended early: ${hostOf(asked)} stopped before its answer was complete.`, asked, true);
}

function isNonsense(error: unknown): boolean {
  // Anthropic's library says so of a first event that it can't read.
  if (error instanceof Error && /^Expected a normalized/.test(error.message)) return true;
  return [InvalidResponseDataError, JSONParseError, TypeValidationError].some((kind) => kind.isInstance(error));
}

function nonsense(asked: Asked): ModelError {
  return say(`${hostOf(asked)} sent something that is no chat completion. Check the base URL.`, asked, true);
}

/** The request could not even be made: a key that fits no header, a URL that is none. */
function notSent(error: Error, asked: Asked): ModelError {
  const quote = quoteOf(error.message, asked);
  return say(`The request could not be made. Check the base URL and the API key.${quote}`, asked, false);
}

/** An error that the server put into its stream. */
function reported(error: unknown, asked: Asked): ModelError {
  const { message, code, type, statusCode } = typeof error === 'string' ? { message: error } : fieldsOf(error);
  const status = [code, statusCode].map(Number).find((number) => number >= 400 && number < 600) ?? null;
  const problem =
    status === null
      ? `${hostOf(asked)} reported an error in the middle of its answer.`
      : problemOf(status, type, { ...asked, host: hostOf(asked) });
  const retryable = (status === null || isRetryableStatus(status)) && isRetryableCode(code) && isRetryableCode(type);
  const quote = String(message ?? code ?? type ?? '');
  const tooLong = isTooLong(status ?? 400, code, quote);
  const passes = status === null ? isOutageCode(code) || isOutageCode(type) : isOutageStatus(status);
  const isOutage = retryable && !tooLong && passes;
  return say(`${problem}${quoteOf(quote, asked)}`, asked, retryable && !tooLong, { isTooLong: tooLong, isOutage });
}

function say(
  words: string,
  asked: Asked,
  retryable: boolean,
  more: { retryAfterMs?: number | null; isTooLong?: boolean; isOutage?: boolean } = {},
): ModelError {
  return new ModelError(withoutSecrets(words, asked), { retryable, ...more });
}

function withoutSecrets(words: string, { apiKey }: Asked): string {
  const keyless = apiKey === null || apiKey === '' ? words : words.replaceAll(apiKey, '[key]');
  return keyless.replaceAll(/\/\/[^/@\s]+@/g, '//');
}

/** Foreign words: hidden before they are cut, so that no half of a key is left. */
function quoteOf(text: string, asked: Asked): string {
  const calm = withoutSecrets(text, asked)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (calm === '' || calm.startsWith('<')) return ''; // a page for browsers says nothing here
  return ` It says: ${calm.length > longestQuote ? `${calm.slice(0, longestQuote)}…` : calm}`;
}

const longestQuote = 300;

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
