import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { ModelError } from '../ports/model.ts';
import { isRetryableCode, isRetryableStatus, problemOf } from './provider-problems.ts';
import { retryAfterMs } from './retry-after.ts';

/** Whom we asked for what: for the words of an error, and for what they must not hold. */
export interface Remote {
  baseUrl: string;
  apiKey: string | null;
  modelId: string;
}

/**
 * Whatever the adapter threw or streamed, as a ModelError in words. The original is not its cause: that holds the whole
 * prompt, and the server's reply may repeat the key.
 */
export function toModelError(error: unknown, remote: Remote): ModelError {
  if (error instanceof ModelError) return error;
  if (APICallError.isInstance(error)) return isRefusal(error) ? refused(error, remote) : cutOff(error, remote);
  if (InvalidResponseDataError.isInstance(error) && /without a finish reason/.test(error.message)) return early(remote);
  if (isNonsense(error)) return nonsense(remote);
  if (error instanceof Error) return notSent(error, remote);
  return reported(error, remote);
}

/** Null for a stream, and for servers that say too little to tell. */
export function wrongContentType(contentType: string | undefined, remote: Remote): ModelError | null {
  if (contentType === undefined || /^text\/(event-stream|plain)\b/i.test(contentType)) return null;
  return say(
    `${hostOf(remote)} replied with ${contentType} where a stream was due. Check the base URL.`,
    remote,
    false,
  );
}

function isRefusal(error: APICallError): boolean {
  return error.statusCode !== undefined && (error.statusCode < 200 || error.statusCode >= 300);
}

function refused(error: APICallError, remote: Remote): ModelError {
  const status = error.statusCode ?? 0;
  const code = codeOf(error.data);
  const retryable = isRetryableStatus(status) && isRetryableCode(code);
  const words = `${problemOf(status, code, { ...remote, host: hostOf(remote) })}${quoteOf(detailOf(error), remote)}`;
  return say(words, remote, retryable, retryable ? retryAfterMs(error.responseHeaders ?? {}) : null);
}

function cutOff(error: APICallError, remote: Remote): ModelError {
  const code = networkCodeOf(error);
  const because = code === null ? '' : ` (${code})`;
  if (error.statusCode !== undefined)
    return say(`The connection to ${hostOf(remote)} broke off${because}. The stream ended early.`, remote, true);
  return say(
    `${hostOf(remote)} cannot be reached${because}. Check that it runs and the base URL is right.`,
    remote,
    true,
  );
}

function early(remote: Remote): ModelError {
  return say(`The stream ended early: ${hostOf(remote)} stopped before its answer was complete.`, remote, true);
}

function isNonsense(error: unknown): boolean {
  return [InvalidResponseDataError, JSONParseError, TypeValidationError].some((kind) => kind.isInstance(error));
}

function nonsense(remote: Remote): ModelError {
  return say(`${hostOf(remote)} sent something that is no chat completion. Check the base URL.`, remote, true);
}

/** The request could not even be made: a key that fits no header, a URL that is none. */
function notSent(error: Error, remote: Remote): ModelError {
  const quote = quoteOf(error.message, remote);
  return say(`The request could not be made. Check the base URL and the API key.${quote}`, remote, false);
}

/** An error that the server put into its stream. */
function reported(error: unknown, remote: Remote): ModelError {
  const { message, code, type } = typeof error === 'string' ? { message: error } : fieldsOf(error);
  const status = /^[45]\d\d$/.test(String(code)) ? Number(code) : null;
  const problem =
    status === null
      ? `${hostOf(remote)} reported an error in the middle of its answer.`
      : problemOf(status, type, { ...remote, host: hostOf(remote) });
  const retryable = (status === null || isRetryableStatus(status)) && isRetryableCode(code) && isRetryableCode(type);
  return say(`${problem}${quoteOf(String(message ?? code ?? type ?? ''), remote)}`, remote, retryable);
}

function say(words: string, remote: Remote, retryable: boolean, waitMs: number | null = null): ModelError {
  return new ModelError(withoutSecrets(words, remote), { retryable, retryAfterMs: waitMs });
}

function withoutSecrets(words: string, { apiKey }: Remote): string {
  const keyless = apiKey === null || apiKey === '' ? words : words.replaceAll(apiKey, '[key]');
  return keyless.replaceAll(/\/\/[^/@\s]+@/g, '//');
}

/** Foreign words: hidden before they are cut, so that no half of a key is left. */
function quoteOf(text: string, remote: Remote): string {
  const calm = withoutSecrets(text, remote)
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

function hostOf({ baseUrl }: Remote): string {
  return URL.parse(baseUrl)?.host ?? 'the provider';
}
