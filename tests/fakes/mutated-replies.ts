import fc from 'fast-check';
import { bytesOf, framesOnly, type Reply, raw, resetAfter, write } from './openai-replies.ts';

/**
 * A valid reply as a server or a network may damage it: bytes lost, doubled, replaced or added, cut off, reset,
 * gzipped.
 */
export function mutationsOf({ acts }: Reply): fc.Arbitrary<Reply> {
  const body = bytesOf(acts);
  const kinds = fc.constantFrom('stream', 'stream', 'stream', 'halves', 'reset', 'raw', 'page', 'zipped');
  return fc
    .tuple(fc.array(anyMutation(), { maxLength: 4 }), place(), kinds, fc.constantFrom(...contentTypes))
    .map(([mutations, at, kind, contentType]) => {
      const mutate: Mutation = (bytes) => mutations.reduce((mutated, mutation) => mutation(mutated), bytes);
      if (kind === 'raw') return raw(mutate(Buffer.concat([Buffer.from(rawHead), body])));
      const bytes = mutate(body);
      const cut = Math.floor(at * bytes.length);
      if (kind === 'reset') return resetAfter(cut, framesOnly(write(bytes)));
      if (kind === 'halves') return framesOnly(write(bytes.subarray(0, cut)), write(bytes.subarray(cut)));
      if (kind === 'page')
        return { head: { status: 200, headers: { 'content-type': contentType } }, acts: [write(bytes)] };
      if (kind === 'zipped') return { ...framesOnly(write(bytes)), head: zippedHead };
      return framesOnly(write(bytes));
    });
}

type Mutation = (bytes: Uint8Array) => Uint8Array;

const rawHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
/** It claims to be compressed, and is not. */
const zippedHead = { status: 200, headers: { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' } };
const contentTypes = ['text/html', 'application/json', 'text/event-stream; charset=utf-16', 'application/octet-stream'];
const place = () => fc.double({ min: 0, max: 1, noNaN: true });

const someBytes = () =>
  fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc
      .constantFrom(
        '\n',
        '\n\n',
        '\r',
        ':',
        'data: ',
        'data: {}\n\n',
        'event: error\n',
        'null',
        '"',
        '}',
        '\0',
        '[DONE]',
      )
      .map((text) => Buffer.from(text)),
  );

const anyMutation = (): fc.Arbitrary<Mutation> =>
  fc.oneof(
    fc.tuple(place(), someBytes()).map(([at, bytes]) => splice(at, 0, () => bytes)),
    fc.tuple(place(), fc.integer({ min: 1, max: 60 })).map(([at, length]) => splice(at, length, () => Buffer.alloc(0))),
    fc.tuple(place(), fc.integer({ min: 1, max: 200 })).map(([at, length]) => splice(at, length, twice)),
    fc.tuple(place(), someBytes()).map(([at, bytes]) => splice(at, bytes.length, () => bytes)),
  );

function splice(at: number, length: number, replace: (cut: Uint8Array) => Uint8Array): Mutation {
  return (bytes) => {
    const start = Math.floor(at * bytes.length);
    const cut = bytes.subarray(start, start + length);
    return Buffer.concat([bytes.subarray(0, start), replace(cut), bytes.subarray(start + length)]);
  };
}

function twice(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, bytes]);
}
