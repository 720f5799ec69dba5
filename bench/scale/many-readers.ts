import { ask } from '../support/ask-server.ts';
import { median, percentile, ratio, show } from '../support/figures.ts';
import { startPeer } from '../support/peer.ts';
import { printNote, printTable } from '../support/table.ts';
import { temporaryDirectory } from '../support/temporary.ts';

interface Address {
  url: string;
  token: string;
}

interface Load {
  p50: number;
  p95: number;
  eventsPerSecond: number;
  cpuShare: number;
}

const chats = 20;
const readers = 2000;

/** Cost of very many readers of the same chats for the people who work in them. */
export async function benchManyReaders(rounds: number): Promise<void> {
  const none: Load[] = [];
  const many: Load[] = [];
  for (let round = 0; round < Math.min(3, rounds); round += 1) {
    none.push(await measure(0));
    many.push(await measure(readers));
  }
  const of = (loads: readonly Load[], figure: keyof Load) => median(loads.map((load) => load[figure]));
  const row = (title: string, loads: readonly Load[]) => [
    title,
    ...[of(loads, 'p50'), of(loads, 'p95'), of(loads, 'eventsPerSecond')].map(show),
    `${show(of(loads, 'cpuShare') * 100)} %`,
  ];
  printTable(
    `${readers} readers of ${chats} chats, 35 messages a second`,
    ['', 'POST p50, ms', 'p95, ms', 'events/s', 'CPU of the server'],
    [row('no readers', none), row(`${readers} readers`, many)],
  );
  printNote(`POST p95: ${ratio(of(many, 'p95'), of(none, 'p95'))} of none. To reach: 3×.`);
}

async function measure(count: number): Promise<Load> {
  using directory = temporaryDirectory();
  await using host = startPeer(new URL('./host.ts', import.meta.url));
  await using reading = startPeer(new URL('./readers.ts', import.meta.url));
  const address = await host.order<Address>('serve', { directory: directory.path, url: null });
  const { chatIds } = await host.order<{ chatIds: string[] }>('openChats', { count: chats });
  await reading.order('open', { ...address, chatIds, count });
  await post(address, chatIds, 3000);
  const { head } = await host.order<{ head: number }>('begin');
  const times = await post(address, chatIds, 12_000);
  const report = await host.order<{ head: number; seconds: number; cpuShare: number }>('report');
  const eventsPerSecond = (report.head - head) / report.seconds;
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), eventsPerSecond, cpuShare: report.cpuShare };
}

/** At a steady rate, whether or not the earlier ones have been answered. */
async function post(address: Address, chatIds: readonly string[], milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  const answered: Promise<unknown>[] = [];
  const until = performance.now() + milliseconds;
  for (let sent = 0; performance.now() < until; sent += 1) {
    const path = `/api/workspaces/ws_local/chats/${chatIds[sent % chatIds.length]}/messages`;
    const asked = ask(address, 'POST', path, JSON.stringify({ text: 'And now?' }));
    answered.push(asked.then(({ wholeMs }) => times.push(wholeMs)));
    await new Promise((resolve) => setTimeout(resolve, paceMs));
  }
  await Promise.all(answered);
  return times;
}

const paceMs = 28;
