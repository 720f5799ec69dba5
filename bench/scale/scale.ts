import assert from 'node:assert/strict';
import { startPostgres } from '../../tests/postgres/server.ts';
import { ask } from '../support/ask-server.ts';
import { median, ratio, show } from '../support/figures.ts';
import type { LongestBlock } from '../support/loop-blocks.ts';
import { startPeer } from '../support/peer.ts';
import { printNote, printTable } from '../support/table.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { benchManyReaders } from './many-readers.ts';

interface Address {
  url: string;
  token: string;
}

/** Opened one after the other, none of them twice. */
const measuredChats = 80;
/** Chats of about 58 events each. A smaller store can be named to try the bench itself. */
const chatsInAll = Number(process.env.RETINUE_BENCH_CHATS ?? 20_000);
const sizes = [measuredChats, chatsInAll / 4, chatsInAll / 2, chatsInAll];

/**
 * A store as it grows to 20,000 chats and a million events: which costs stay the same, and which requests block nothing
 * else.
 */
export async function benchScale(rounds: number): Promise<void> {
  await benchStore('SQLite', async () => null);
  await using postgres = await startPostgres();
  await benchStore('PostgreSQL', () => postgres.createDatabase());
  await benchManyReaders(rounds);
}

async function benchStore(name: string, createDatabase: () => Promise<string | null>): Promise<void> {
  await using small = new Store(await createDatabase());
  await using large = new Store(await createDatabase());
  await small.grow(measuredChats);
  const costs: Record<'opening' | 'row', Cost>[] = [];
  for (const size of sizes) {
    await large.grow(size - large.chatIds.length);
    // Restarted, so that at every size the chats are read from the store and not from memory.
    await Promise.all([small.serve(), large.serve()]);
    costs.push({ opening: await costOf(small, large, '/tree'), row: await costOf(small, large, '') });
  }
  const growth = (of: 'opening' | 'row') => {
    const own = costs.map((cost) => cost[of]);
    const [, quarter = Number.NaN, , whole = Number.NaN] = own.map((cost) => cost.large / cost.small);
    const exponent = Math.log(whole / quarter) / Math.log(4);
    return [...own.map((cost) => `${show(cost.large)} / ${show(cost.small)}`), ratio(whole, 1), exponent.toFixed(2)];
  };
  const head = ['', ...sizes.map((size) => `${size} chats, ms`), 'ratio', 'exponent'];
  printTable(`${name}: as the store grows, beside one of ${measuredChats} chats`, head, [
    ['opening a chat', ...growth('opening')],
    ['a row of the list', ...growth('row')],
  ]);
  printNote('Requests to both take turns. To reach: a ratio of 1.2, exponent about 0.');
  await benchBlocks(name, large);
}

interface Cost {
  small: number;
  large: number;
}

async function costOf(small: Store, large: Store, end: string): Promise<Cost> {
  const times: Cost[] = [];
  const timed = async ({ address, chatIds }: Store, index: number) => {
    const chatId = chatIds[(index * 7919) % chatIds.length];
    return (await ask(address, 'GET', `${workspace}/chats/${chatId}${end}`)).wholeMs;
  };
  for (let index = 0; index < measuredChats; index += 1) {
    times.push({ small: await timed(small, index), large: await timed(large, index) });
  }
  const warm = times.slice(20);
  return { small: median(warm.map((time) => time.small)), large: median(warm.map((time) => time.large)) };
}

class Store implements AsyncDisposable {
  readonly chatIds: string[] = [];
  readonly host = startPeer(new URL('./host.ts', import.meta.url));
  readonly #directory = temporaryDirectory();
  readonly #url: string | null;
  #address: Address | null = null;

  constructor(url: string | null) {
    this.#url = url;
  }

  get address(): Address {
    return this.#address ?? assert.fail('nothing is served');
  }

  async serve(): Promise<void> {
    if (this.#address) await this.host.order('stop');
    this.#address = await this.host.order<Address>('serve', { directory: this.#directory.path, url: this.#url });
  }

  async grow(count: number): Promise<void> {
    if (!this.#address) await this.serve();
    this.chatIds.push(...(await this.host.order<{ chatIds: string[] }>('grow', { count })).chatIds);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host[Symbol.asyncDispose]();
    this.#directory[Symbol.dispose]();
  }
}

/** The longest time for which no other request was answered, for each request that takes long. */
async function benchBlocks(name: string, { host, address, chatIds }: Store): Promise<void> {
  await host.order('completeIndex');
  const some = Array.from({ length: 100 }, (_, index) => chatIds[(index * 197) % chatIds.length]).join(',');
  const requests: [title: string, run: () => Promise<unknown>][] = [
    ['nothing', () => new Promise((resolve) => setTimeout(resolve, 1000))],
    ['usage', () => ask(address, 'GET', `${workspace}/usage`)],
    ['search, a common word', () => ask(address, 'GET', `${workspace}/search?q=word1%20`)],
    ['search, a prefix', () => ask(address, 'GET', `${workspace}/search?q=wo`)],
    ['chats by title', () => ask(address, 'GET', `${workspace}/chats?title=absent`)],
    ['a stream of 100 chats from 0', () => readStream(address, `${workspace}/stream?chats=${some}&after=0`)],
    ['backup', () => ask(address, 'GET', '/api/backup')],
    ['verify', () => ask(address, 'POST', '/api/verify')],
  ];
  const rows: string[][] = [];
  for (const [title, run] of requests) {
    await host.order('begin');
    const startedAt = performance.now();
    await run();
    const tookMs = performance.now() - startedAt;
    const { blockMs, cpuMs } = await host.order<LongestBlock>('report');
    rows.push([title, show(tookMs), show(blockMs), show(cpuMs)]);
  }
  printTable(
    `${name}: ${chatsInAll} chats, one request at a time`,
    ['', 'took, ms', 'longest block, ms', 'most CPU, ms'],
    rows,
  );
  printNote(
    'To reach: no more than 50 ms of CPU between two turns of the loop. The rest of a block is waiting for a core or the disk.',
  );
}

/** Until everything so far has arrived: 58 events of each chat. */
async function readStream({ url, token }: Address, path: string): Promise<void> {
  const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  let events = 0;
  for await (const piece of (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    events += piece.split('\nevent: event\n').length - 1;
    if (events >= 5000) return;
  }
}

const workspace = '/api/workspaces/ws_local';
