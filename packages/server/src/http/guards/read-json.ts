import { fieldError, refuse } from '@retinue/protocol';
import { JsonProblem } from '../../json/json-problem.ts';
import { codes, JsonSource, jsonExcess, notJson } from '../../json/json-source.ts';
import { Pauser } from '../../json/pauser.ts';
import { HttpProblem } from '../problems.ts';

/*
 * Bodies are bounded in bytes, values and nesting as they arrive, before anything is parsed or checked against a
 * schema: the work of a schema is more than linear in the values, and recursive in the nesting.
 */

/** A body of one JSON value. */
export function readJson(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<unknown> {
  return readWith(body, maxBytes, (source) => source.value(maxBytes));
}

/**
 * The body of a chat client, which holds the whole chat. Only its last message is kept whole; of the others, only the
 * role is kept, since the log has them.
 */
export function readChatJson(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<unknown> {
  return readWith(body, maxBytes, async (source) => {
    if ((await source.peek()) !== codes.object) return source.value(maxFieldBytes); // Must be refused.
    await source.expect(codes.object);
    const fields = new Map<string, unknown>();
    for (let isFirst = true; !(await source.take(codes.endObject)); isFirst = false) {
      if (!isFirst) await source.expect(codes.comma);
      if ((await source.peek()) !== codes.quote || fields.size >= maxFields) throw notJson();
      const name = String(await source.value(maxFieldBytes));
      await source.expect(codes.colon);
      const isList = name === 'messages' && (await source.peek()) === codes.array;
      fields.set(name, isList ? await readMessages(source) : await source.value(maxFieldBytes));
    }
    return Object.fromEntries(fields);
  });
}

async function readMessages(source: JsonSource): Promise<unknown[]> {
  const messages: unknown[] = [];
  await source.expect(codes.array);
  while (!(await source.take(codes.endArray))) {
    if (messages.length > 0) {
      await source.expect(codes.comma);
      messages.push(withoutParts(messages.pop()));
    }
    if (messages.length >= maxMessages) throw jsonExcess('messages', maxMessages);
    messages.push(await source.value(maxMessageBytes, maxMessageNodes));
  }
  const parts = partsOf(messages.at(-1));
  if (parts.length > maxParts) throw jsonExcess('parts', maxParts);
  return messages;
}

function withoutParts(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'parts' in message && Array.isArray(message.parts)
    ? { ...message, parts: [] }
    : message;
}

function partsOf(message: unknown): unknown[] {
  return typeof message === 'object' && message !== null && 'parts' in message && Array.isArray(message.parts)
    ? message.parts
    : [];
}

async function readWith(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  read: (source: JsonSource) => Promise<unknown>,
): Promise<unknown> {
  const source = new JsonSource(body, { ...bodyBounds, bytes: maxBytes }, new Pauser(sliceMs));
  try {
    const value = await read(source);
    if ((await source.peek()) !== null) throw notJson();
    return value;
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    await source.drain(maxDrainedBytes);
    throw problemOf(error, maxBytes);
  } finally {
    await source.close();
  }
}

function problemOf({ reason }: JsonProblem, maxBytes: number): HttpProblem {
  if (reason.code === 'too-large') return tooLarge(maxBytes);
  if (reason.code !== 'too-many') return new HttpProblem(refuse('bad-json', { problem: reason.code }));
  const { limit, max } = reason;
  const errors = [fieldError('', 'too-many-parts', { limit, max })];
  return new HttpProblem(refuse('bad-input', { part: 'body', errors }));
}

export function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(refuse('too-large', { maxKb: Math.round(maxBytes / 1024) }));
}

const bodyBounds = { nodes: 5_000_000, valueNodes: 20_000, nesting: 64 };
const sliceMs = 10;
const maxDrainedBytes = 1024 * 1024;
const maxFields = 20;
const maxFieldBytes = 64 * 1024;
const maxMessages = 20_000;
const maxMessageBytes = 8 * 1024 * 1024;
/** An earlier answer may hold large results of tools. */
const maxMessageNodes = 200_000;
const maxParts = 1000;
