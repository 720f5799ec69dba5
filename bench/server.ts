import { manyAtOnce, stepsOf } from './delegation/workload.ts';
import { chatShape, writeChat } from './stores/chat-store.ts';
import { openStore } from './stores/open-store.ts';
import { withServer } from './support/child.ts';
import { median, ratio, show } from './support/figures.ts';
import { startPeer } from './support/peer.ts';
import { printNote, printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';

interface Address {
  url: string;
  token: string;
}

/** The cost of HTTP: beside the engine alone, with readers that do not read, and for a long chat. */
export async function benchServer(rounds: number): Promise<void> {
  await benchHttp(Math.min(rounds, 3));
  await benchStalled();
  await benchTree(rounds);
}

async function benchHttp(rounds: number): Promise<void> {
  const alone: Round[] = [];
  const behind: Round[] = [];
  await withServer({ file: new URL('./delegation/model-server.ts', import.meta.url) }, async (url) => {
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await playAlone(url));
      behind.push(await playBehind(url));
    }
  });
  const figures = (played: Round[]) => [
    median(played.map(({ wallMs }) => wallMs)),
    median(played.map(({ delayP99Ms }) => delayP99Ms)),
  ];
  const [aloneMs = 0, aloneDelay = 0] = figures(alone);
  const [behindMs = 0, behindDelay = 0] = figures(behind);
  printTable(
    `200 chats at once of 2 children × 4 tool rounds (${stepsOf(manyAtOnce)} steps), each opened and read over HTTP`,
    ['', 'wall ms', 'throughput', 'delay p99, ms'],
    [
      ['the engine alone', show(aloneMs), '', show(aloneDelay)],
      ['behind HTTP, one stream each', show(behindMs), ratio(aloneMs, behindMs), show(behindDelay)],
    ],
  );
  printNote(`Medians of ${rounds} rounds. To reach: throughput 0.7×, delay 100 ms.`);
}

interface Round {
  wallMs: number;
  delayP99Ms: number;
}

const warmUp = { ...manyAtOnce, chats: 40 };
const hostFile = new URL('./server/host.ts', import.meta.url);
const clientsFile = new URL('./server/clients.ts', import.meta.url);

async function playAlone(url: string): Promise<Round> {
  using directory = temporaryDirectory();
  await using host = startPeer(hostFile);
  await host.order('engine', { url, directory: directory.path });
  await host.order('play', warmUp);
  await host.order('begin');
  const { wallMs } = await host.order<{ wallMs: number }>('play', manyAtOnce);
  return { wallMs, ...(await host.order<{ delayP99Ms: number }>('report')) };
}

async function playBehind(url: string): Promise<Round> {
  using directory = temporaryDirectory();
  await using host = startPeer(hostFile);
  await using clients = startPeer(clientsFile);
  const address = await host.order<Address>('serve', { url, directory: directory.path });
  await clients.order('play', { ...address, workload: warmUp });
  await host.order('begin');
  const { wallMs } = await clients.order<{ wallMs: number }>('play', { ...address, workload: manyAtOnce });
  return { wallMs, ...(await host.order<{ delayP99Ms: number }>('report')) };
}

interface Watched {
  deltas: number;
  p50Ms: number;
  p95Ms: number;
  dropped: number;
  longestMs: number;
}

async function benchStalled(): Promise<void> {
  const quiet = await watchWith(0, 15_000);
  const busy = await watchWith(500, 42_000);
  const row = ({ watched, growth, delayP99Ms }: typeof quiet, stalled: number) => [
    `${stalled} that stand still, 50 that read`,
    show(watched.p50Ms),
    show(watched.p95Ms),
    stalled ? `${watched.dropped}` : '',
    stalled ? show(watched.longestMs / 1000) : '',
    show(growth),
    show(delayP99Ms),
  ];
  printTable(
    '100 chats of 50 tokens a second',
    ['readers', 'token p50, ms', 'p95', 'dropped', 'within, s', 'RSS growth, MB', 'delay p99, ms'],
    [row(quiet, 0), row(busy, 500)],
  );
  printNote(
    'To reach: p95 250 ms, growth 128 MB, dropped 30 s after the last that was taken. Counted here from the beginning, when the buffers of the system still take some.',
  );
}

async function watchWith(stalled: number, milliseconds: number) {
  using directory = temporaryDirectory();
  await using host = startPeer(hostFile);
  await using clients = startPeer(clientsFile);
  const address = await host.order<Address>('serveTokens', { directory: directory.path });
  const { chatId: historyId } = await host.order<{ chatId: string }>('history', { messages: 500 });
  const { chatIds } = await host.order<{ chatIds: string[] }>('openChats', { count: 100 });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const { megabytes } = await host.order<{ megabytes: number }>('begin');
  const about = { ...address, chatIds, historyId, stalled, healthy: 50, milliseconds };
  const watched = await clients.order<Watched>('watch', about);
  const { peakMegabytes, delayP99Ms } = await host.order<{ peakMegabytes: number; delayP99Ms: number }>('report');
  return { watched, growth: peakMegabytes - megabytes, delayP99Ms };
}

interface Fetched {
  times: { firstMs: number; wholeMs: number; bytes: number }[];
}

async function benchTree(rounds: number): Promise<void> {
  using directory = temporaryDirectory();
  const rows: string[][] = [];
  const chatId = await writeLongChat(directory.path);
  for (const [title, query] of [
    ['its own items', ''],
    ['every thread, all items', '?threads=all&items=999999'],
  ] as const) {
    const cold: Fetched['times'] = [];
    const warm: Fetched['times'] = [];
    for (let round = 0; round < Math.min(rounds, 5); round += 1) {
      const { times } = await fetchTree(directory.path, chatId, query, 20);
      cold.push(...times.slice(0, 1));
      warm.push(...times.slice(5));
    }
    const figure = (times: Fetched['times'], of: 'firstMs' | 'wholeMs') => show(median(times.map((time) => time[of])));
    const kilobytes = show((warm[0]?.bytes ?? 0) / 1024);
    rows.push([`${title}, cold`, figure(cold, 'firstMs'), figure(cold, 'wholeMs'), kilobytes]);
    rows.push([`${title}, warm`, figure(warm, 'firstMs'), figure(warm, 'wholeMs'), kilobytes]);
  }
  printTable('GET …/tree of a chat with 800 nested calls', ['', 'first byte, ms', 'whole, ms', 'KB'], rows);
  printNote(
    'To reach: 20 ms to the first byte, 60 ms to the whole. Cold: the first request to a process that just started.',
  );
}

async function writeLongChat(directory: string): Promise<string> {
  const retinue = await openStore(directory);
  const chatId = await writeChat(retinue, chatShape, 'step by step');
  await retinue.stop(0);
  return chatId;
}

async function fetchTree(directory: string, chatId: string, query: string, rounds: number): Promise<Fetched> {
  await using host = startPeer(hostFile);
  await using clients = startPeer(clientsFile);
  const address = await host.order<Address>('serveTokens', { directory });
  return clients.order<Fetched>('tree', { ...address, chatId, query, rounds });
}
