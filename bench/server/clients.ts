import { Agent, request } from 'node:http';
import { createConnection } from 'node:net';
import { requestText, type Workload } from '../delegation/workload.ts';
import { takeOrders } from '../support/peer.ts';

/*
 * The people of the bench, in their own process.
 */
interface Address {
  url: string;
  token: string;
}

const workspace = '/api/workspaces/ws_local';
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

await takeOrders({
  /** Each opens a chat and reads it to its end. */
  async play({ workload, ...address }: Address & { workload: Workload }) {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: workload.chats }, () => playOne(address, requestText(workload))));
    return { wallMs: performance.now() - startedAt };
  },
  watch,
  tree,
});

async function playOne(address: Address, text: string): Promise<void> {
  const body = JSON.stringify({ agentId: 'agt_boss', text });
  const { chatId } = JSON.parse((await fetched(address, 'POST', `${workspace}/chats`, body)).text);
  await new Promise<void>((resolve, reject) => {
    let rest = '';
    const sent = ask(address, 'GET', `${workspace}/stream?chats=${chatId}&after=0`, (reply) => {
      reply.setEncoding('utf8').on('data', (piece: string) => {
        const lines = (rest + piece).split('\n');
        rest = lines.pop() ?? '';
        const isOver = lines.some((line) => {
          if (!line.startsWith('data: {') || !line.includes('"thread.ended"')) return false;
          return JSON.parse(line.slice(6)).threadId === chatId;
        });
        if (isOver) resolve(void sent.destroy());
      });
      reply.on('error', () => {});
    });
    sent.on('error', reject).end();
  });
}

interface Watching extends Address {
  chatIds: string[];
  historyId: string;
  stalled: number;
  healthy: number;
  milliseconds: number;
}

/** Some read, and some have stopped reading. */
async function watch({ chatIds, historyId, stalled, healthy, milliseconds, ...address }: Watching) {
  const delays: number[] = [];
  const readers = Array.from({ length: healthy }, (_, index) => {
    const own = chatIds.filter((_, place) => place % healthy === index);
    return readDeltas(address, own, delays);
  });
  const lifetimes: number[] = [];
  const stopped = Array.from({ length: stalled }, (_, index) =>
    stall(address, [historyId, chatIds[index % chatIds.length] ?? ''], (lifetime) => lifetimes.push(lifetime)),
  );
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (const end of [...readers, ...stopped]) end();
  const sorted = delays.sort((left, right) => left - right);
  return {
    deltas: delays.length,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    dropped: lifetimes.length,
    longestMs: Math.max(0, ...lifetimes),
  };
}

/** The delay of every token: each carries the time at which it was made. */
function readDeltas(address: Address, chatIds: readonly string[], delays: number[]): () => void {
  let rest = '';
  const sent = ask(address, 'GET', `${workspace}/stream?chats=${chatIds.join(',')}`, (reply) => {
    let isFirst = true;
    reply.setEncoding('utf8').on('data', (piece: string) => {
      const now = Date.now();
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (!block.startsWith('event: delta')) continue;
        const { text, offset } = JSON.parse(block.slice(block.indexOf('data: ') + 6));
        // A late joiner gets all that was written before, which is as old as it is.
        if (isFirst && offset === 0) continue;
        for (const time of text.trim().split(' ')) delays.push(now - Number(time));
      }
      isFirst = isFirst && blocks.every((block) => !block.startsWith('event: delta'));
    });
    reply.on('error', () => {});
  });
  sent.on('error', () => {}).end();
  return () => void sent.destroy();
}

/** A reader that opens a stream and never reads. It learns of the end only by reading, so it checks after a while. */
function stall(
  { url, token }: Address,
  chatIds: readonly string[],
  onDropped: (lifetimeMs: number) => void,
): () => void {
  const { port, host } = new URL(url);
  const startedAt = performance.now();
  const socket = createConnection(Number(port), '127.0.0.1').pause();
  socket.on('error', () => {});
  const path = `${workspace}/stream?chats=${chatIds.join(',')}&after=0`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  // Only a writer notices a dropped connection; another request, which waits for its turn, does no harm.
  const probe = () => void (socket.destroyed || socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
  const timers = Array.from({ length: 20 }, (_, index) => setTimeout(probe, 24_000 + index * 1000));
  socket.on('close', () => {
    for (const timer of timers) clearTimeout(timer);
    if (!isOver) onDropped(performance.now() - startedAt);
  });
  let isOver = false;
  return () => {
    isOver = true;
    socket.destroy();
  };
}

async function tree({
  chatId,
  query,
  rounds,
  ...address
}: Address & { chatId: string; query: string; rounds: number }) {
  // The connection and the client's own code are not measured.
  await fetched(address, 'GET', '/healthz');
  const times: { firstMs: number; wholeMs: number; bytes: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { firstMs, wholeMs, text } = await fetched(address, 'GET', `${workspace}/chats/${chatId}/tree${query}`);
    times.push({ firstMs, wholeMs, bytes: text.length });
  }
  return { times };
}

function ask(
  { url, token }: Address,
  method: string,
  path: string,
  onReply: (reply: import('node:http').IncomingMessage) => void,
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return request(url + path, { method, headers, agent }, onReply);
}

function fetched(address: Address, method: string, path: string, body?: string) {
  return new Promise<{ firstMs: number; wholeMs: number; text: string }>((resolve, reject) => {
    const startedAt = performance.now();
    const sent = ask(address, method, path, (reply) => {
      let firstMs = Number.NaN;
      let text = '';
      reply.setEncoding('utf8').on('data', (piece: string) => {
        if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
        text += piece;
      });
      reply.on('end', () => {
        if ((reply.statusCode ?? 0) >= 300) reject(new Error(text));
        else resolve({ firstMs, wholeMs: performance.now() - startedAt, text });
      });
    });
    sent.on('error', reject).end(body);
  });
}
