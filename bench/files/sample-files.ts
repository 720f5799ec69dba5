import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { defaultLimits } from '@retinue/protocol';

/* Files to import and to restore, of any size, written a piece at a time. */
export type Pieces = Iterable<string>;

/** A chat of so many bytes: messages of a person and answers of an agent in turn. */
export function* chatFile(bytes: number, textBytes: number): Pieces {
  yield '{"format":"retinue-export","version":1,"exportedAt":1,"events":[';
  let isFirst = true;
  for (const event of chatEvents('thr_long', bytes, textBytes)) {
    const text = `${isFirst ? '' : ','}${JSON.stringify(event)}`;
    isFirst = false;
    yield text;
  }
  yield '],"blobs":{}}';
}

/** A backup of chats of a megabyte each, or of one. */
export function* backupFile(bytes: number, chats: number): Pieces {
  const hash = createHash('sha256');
  const line = (value: object) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  yield line({ format: 'retinue-backup', version: 1, backedUpAt: 1 });
  let events = 0;
  for (let chat = 0; chat < chats; chat += 1) {
    for (const event of chatEvents(`thr_chat${chat}`, bytes / chats, 2000)) {
      events += 1;
      yield line({ event: { ...event, position: events } });
    }
  }
  yield `${JSON.stringify({ end: { blobs: 0, requests: 0, records: 0, events, sha256: hash.digest('hex') } })}\n`;
}

/** A file that must be refused early. */
export const hostileFiles: Record<string, (bytes: number) => Pieces> = {
  'an array of arrays': (bytes) => repeated('[', '[],', '[]]', bytes),
  'events that are arrays': (bytes) =>
    repeated('{"format":"retinue-export","version":1,"exportedAt":1,"events":[', '[],', '[]],"blobs":{}}', bytes),
  'one event of very many values': (bytes) =>
    repeated(`${chatStart()},{"type":"call.ended","data":[`, '[],', '[]]}],"blobs":{}}', bytes),
  'events of many values': (bytes) =>
    repeated(chatStart(), `,{"type":"call.ended","data":[${'[],'.repeat(15_000)}[]]}`, '],"blobs":{}}', bytes),
};

function chatStart(): string {
  const [opened] = chatEvents('thr_long', 1, 1);
  return `{"format":"retinue-export","version":1,"exportedAt":1,"events":[${JSON.stringify(opened)}`;
}

function* repeated(before: string, piece: string, after: string, bytes: number): Pieces {
  yield before;
  const many = piece.repeat(Math.max(1, Math.floor(65_536 / piece.length)));
  for (let written = 0; written < bytes; written += many.length) yield many;
  yield after;
}

function* chatEvents(threadId: string, bytes: number, textBytes: number): Generator<{ type: string }> {
  const words = 'What a person asks and what an agent answers. ';
  const text = words.repeat(Math.ceil(textBytes / words.length)).slice(0, textBytes);
  let seq = 0;
  const event = (type: string, data: object) => {
    seq += 1;
    const place = { position: seq, workspaceId: 'ws_local', rootId: threadId, threadId, seq };
    return { ...place, type, at: 1_700_000_000_000 + seq, actor: 'engine', commandId: null, data };
  };
  yield event('thread.opened', openedData(threadId));
  const usage = { inputTokens: 900, outputTokens: 300, reasoningTokens: 0, cachedTokens: 0, estimatedTokens: 0 };
  for (let step = 1, written = 0; written < bytes; step += 1) {
    const message = { messageId: `msg_${threadId}-${step}`, from: 'person', text: `${step} ${text}`, taskId: null };
    yield event('message.received', message);
    const place = { step, attempt: 1 };
    yield event('step.started', {
      ...place,
      kind: 'answer',
      seenSeq: seq,
      agentVersion: 1,
      reservation: { tokens: 9 },
    });
    const parts = [{ type: 'text', text: `${text} ${step}` }];
    yield event('step.ended', { ...place, parts, usage, finishReason: 'stop' });
    yield event('thread.ended', { status: 'completed', result: `${text} ${step}`, reason: null });
    written += 3 * textBytes + 1200;
  }
}

function openedData(rootId: string): object {
  const agent = {
    agentId: 'agt_boss',
    version: 1,
    name: 'Boss',
    description: '',
    badge: { color: '#5B6472', icon: 'bot' },
    model: { provider: 'demo', id: 'demo' },
    sampling: {},
    tools: [],
    maxSteps: null,
    subAgents: [],
  };
  return { rootId, parent: null, depth: 0, path: ['agt_boss'], agent, limits: defaultLimits, title: 'Long', turn: 0 };
}

export async function writeFile(path: string, pieces: Pieces): Promise<void> {
  const stream = createWriteStream(path);
  for (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
}
