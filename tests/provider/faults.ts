import { gzipSync } from 'node:zlib';
import {
  type Act,
  bytesOf,
  delta,
  deltas,
  done,
  finished,
  frame,
  framesOnly,
  page,
  type Reply,
  raw,
  resetAfter,
  status,
  stream,
  toolCall,
  usage,
  write,
} from '../fakes/openai-replies.ts';

/*
 * Every failure of a provider, by name. A chat that meets one ends with a reason or recovers, and its next message
 * works. `heavy` ones send so much that memory is measured.
 */
export interface Fault {
  /** Built on request, since it is large. */
  reply: Reply | (() => Reply);
  /** The outcome of the turn: an answer, or a failure whose reason holds this text. */
  ends: 'answered' | RegExp;
  isHeavy?: boolean;
}

const eventStream = { 'content-type': 'text/event-stream' };
const head = (headers: Record<string, string> = {}) => ({ status: 200, headers: { ...eventStream, ...headers } });
const gzip = { 'content-encoding': 'gzip' };
const silence: Act = { type: 'silence' };
const reset: Act = { type: 'reset' };
const whole = stream(...deltas('Half ', 'an ', 'answer.'));
const ever = (bytes: string | Uint8Array, everyMs = 0): Act => ({ type: 'endless', bytes, everyMs });
const html = '<!doctype html><title>Bad gateway</title>';
const outage = /Retried for|Retry later/;
const zipped = gzipSync(bytesOf(whole.acts));

export const faults: Record<string, Fault> = {
  'connection refused': { reply: whole, ends: 'answered' },
  'reset before anything': { reply: { head: 'none', acts: [reset] }, ends: outage },
  'reset after the headers': { reply: { head: head(), acts: [reset] }, ends: outage },
  'reset in the middle': { reply: resetAfter(120, whole), ends: outage },
  'reset at the end': { reply: { head: head(), acts: [...whole.acts.slice(0, 3), reset] }, ends: outage },
  'closed in the middle': { reply: framesOnly(...deltas('Half ')), ends: /ended early/ },
  'closed within a line': { reply: framesOnly(write('data: {"choices":[{"del')), ends: /ended early|not a chat/ },
  'silence before the headers': { reply: { head: 'none', acts: [silence] }, ends: /sent nothing/ },
  'silence within the headers': {
    reply: { head: 'raw', acts: [write('HTTP/1.1 200 OK\r\ncontent-ty'), silence] },
    ends: /sent nothing/,
  },
  'silence after the headers': { reply: framesOnly(silence), ends: /sent nothing/ },
  'silence in the middle': { reply: framesOnly(...deltas('Half '), silence), ends: /sent nothing/ },
  'slow drip without a line': { reply: framesOnly(ever('d', 40)), ends: /sent nothing/ },
  ...refusals(),
  'error page of 502': { reply: page(502, 'text/html', html), ends: outage },
  'error page without end': {
    reply: { head: { status: 500, headers: { 'content-type': 'text/plain' } }, acts: [ever('x'.repeat(65_536))] },
    ends: outage,
    isHeavy: true,
  },
  'page for browsers': { reply: page(200, 'text/html', html), ends: /Check the base URL/ },
  'page without end': {
    reply: { head: { status: 200, headers: { 'content-type': 'text/html' } }, acts: [ever('x'.repeat(65_536))] },
    ends: /Check the base URL/,
    isHeavy: true,
  },
  'JSON document': { reply: page(200, 'application/json', '{"choices":[]}'), ends: /Check the base URL/ },
  'no HTTP': { reply: raw('SSH-2.0-OpenSSH_9.6\r\n'), ends: /cannot be reached/ },
  'headers without end': {
    reply: { head: 'raw', acts: [write('HTTP/1.1 200 OK\r\n'), ever(`x-a: ${'a'.repeat(8000)}\r\n`)] },
    ends: /cannot be reached/,
    isHeavy: true,
  },
  'wrong length': {
    reply: { head: head({ 'content-length': '99999' }), acts: [...deltas('Half '), reset] },
    ends: outage,
  },
  redirect: {
    reply: { head: { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, acts: [] },
    ends: /redirect/,
  },
  'invalid UTF-8': {
    reply: stream(write(Buffer.from([0x64, 0xff, 0xfe, 0xc3, 0x28, 0x0a, 0x0a])), ...deltas('Fine.')),
    ends: 'answered',
  },
  'broken framing': { reply: framesOnly(write('garbage\r\r:\n\n'), write('dat')), ends: /ended early/ },
  'unknown chunks': { reply: stream(frame({ object: 'ping', choices: [] }), ...deltas('Fine.')), ends: 'answered' },
  'chunk of another shape': { reply: framesOnly(frame({ choices: 'none' })), ends: /not a chat/ },
  'chunk that is no JSON': { reply: framesOnly(write('data: {"choices":[{"delta\n\n'), done()), ends: /not a chat/ },
  'missing finish': { reply: framesOnly(...deltas('Half '), done()), ends: /ended early/ },
  'text after the finish': { reply: stream(...deltas('One. '), finished('stop'), ...deltas('Two.')), ends: 'answered' },
  'empty answer': { reply: stream(), ends: /nothing|no result|without/i },
  'calls with one id': {
    reply: stream(...toolCall(0, 'same', 'add', '{}'), ...toolCall(1, 'same', 'add', '{}')),
    ends: 'answered',
  },
  'malformed arguments': { reply: stream(...toolCall(0, 'a', 'add', '{"a": 1')), ends: 'answered' },
  'arguments nested deep': {
    reply: () => stream(...toolCall(0, 'a', 'add', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)),
    ends: 'answered',
  },
  'call of an unknown tool': { reply: stream(...toolCall(0, 'a', 'remove', '{}')), ends: 'answered' },
  'call without a name': {
    reply: stream(delta({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] })),
    ends: /not a chat/,
  },
  'calls without end': {
    reply: () =>
      stream(...Array.from({ length: 2000 }, (_, index) => toolCall(index, `c${index}`, 'add', '{}')).flat()),
    ends: /limit of 512 calls/,
  },
  'overload in the middle': {
    reply: framesOnly(...deltas('Half '), frame({ error: { message: 'Overloaded', type: 'overloaded_error' } })),
    ends: outage,
  },
  'refusal in the middle': {
    reply: framesOnly(...deltas('Half '), frame({ error: { message: 'Bad.', type: 'invalid_request_error' } })),
    ends: /Bad\./,
  },
  'absurd usage': {
    reply: framesOnly(
      ...deltas('Fine.'),
      finished('stop'),
      usage({ prompt_tokens: 1e300, completion_tokens: -1 }),
      done(),
    ),
    ends: 'answered',
  },
  'line without end': {
    reply: framesOnly(ever(`data: ${'x'.repeat(65_536)}`.slice(6))),
    ends: /more than 2 MB/,
    isHeavy: true,
  },
  'event of endless lines': {
    reply: framesOnly(ever(`data: ${'x'.repeat(60_000)}\n`)),
    ends: /more than 2 MB/,
    isHeavy: true,
  },
  'token of 10 MB': {
    reply: () => framesOnly(...deltas('x'.repeat(10_000_000))),
    ends: /more than 2 MB/,
    isHeavy: true,
  },
  'arguments of 10 MB': {
    reply: () => stream(...toolCall(0, 'a', 'add', `"${'x'.repeat(10_000_000)}"`)),
    ends: /more than 2 MB/,
    isHeavy: true,
  },
  'arguments without end': {
    reply: framesOnly(
      ...toolCall(0, 'a', 'add', '"'),
      ever(frameText({ tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(50_000) } }] })),
    ),
    ends: /limit of 1000000 characters/,
    isHeavy: true,
  },
  'answer without end': {
    reply: framesOnly(ever(frameText({ content: 'x'.repeat(5000) }))),
    ends: /limit of 1000000 characters/,
    isHeavy: true,
  },
  'thoughts without end': {
    reply: framesOnly(ever(frameText({ reasoning_content: 'x'.repeat(5000) }))),
    ends: /limit of 1000000 characters/,
    isHeavy: true,
  },
  'comments without end': {
    reply: framesOnly(ever(': ping\n\n'.repeat(8000))),
    ends: /lines without content/,
    isHeavy: true,
  },
  'empty lines without end': {
    reply: framesOnly(ever('\n'.repeat(65_536))),
    ends: /lines without content/,
    isHeavy: true,
  },
  'empty events without end': {
    reply: framesOnly(ever(`data: ${JSON.stringify({ choices: [] })}\n\n`.repeat(500))),
    ends: /sent nothing|more than/,
    isHeavy: true,
  },
  'compressed bomb': {
    reply: () => ({ head: head(gzip), acts: [write(gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x')))] }),
    ends: /more than 2 MB/,
    isHeavy: true,
  },
  'compressed and cut off': {
    reply: { head: head(gzip), acts: [write(zipped.subarray(0, zipped.length >> 1))] },
    ends: /ended early|broke off/,
  },
  'said to be compressed': { reply: { head: head(gzip), acts: whole.acts }, ends: /ended early|broke off|cannot/ },
};

/** Every status with which a provider refuses, with and without a retry time. */
function refusals(): Record<string, Fault> {
  const lasting = [400, 401, 402, 403, 404, 413, 422].map((code): [string, Fault] => [
    `status ${code}`,
    { reply: status(code), ends: new RegExp(String(code === 402 ? 'credit' : code)) },
  ]);
  const passing = [408, 429, 500, 503, 504, 529].map((code): [string, Fault] => [
    `status ${code}`,
    { reply: status(code), ends: outage },
  ]);
  return Object.fromEntries([
    ...lasting,
    ...passing,
    ['status 409', { reply: status(409), ends: /409/ }],
    ['status 429 for a moment', { reply: status(429, { 'retry-after-ms': '50' }), ends: outage }],
    ['status 429 for an hour', { reply: status(429, { 'retry-after': '3600' }), ends: /asks to wait 60 min/ }],
    ['status 429 for no known time', { reply: status(429, { 'retry-after': 'soon' }), ends: outage }],
    ['status 503 for a moment', { reply: status(503, { 'retry-after-ms': '50' }), ends: outage }],
  ]);
}

function frameText(content: object): string {
  return String((delta(content) as Extract<Act, { type: 'write' }>).bytes);
}
