import { percentile, show } from './support/figures.ts';
import { startPeer } from './support/peer.ts';
import { printNote, printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';

/** Time that `/healthz` takes while connections that never finish a request come and stay. */
export async function benchHalfOpen(): Promise<void> {
  const rows: string[][] = [];
  for (const count of [0, 5000]) {
    using directory = temporaryDirectory();
    await using host = startPeer(new URL('./server/host.ts', import.meta.url));
    await using attacker = startPeer(new URL('./server/half-open-clients.ts', import.meta.url));
    await using visitor = startPeer(new URL('./server/half-open-clients.ts', import.meta.url));
    const { url } = await host.order<{ url: string }>('serveTokens', { directory: directory.path });
    await attacker.order('attack', { url, count });
    const { times, failed } = await visitor.order<{ times: number[]; failed: number }>('visit', { url, visits: 1000 });
    const p = (share: number) => show(percentile(times, share));
    rows.push([`${count} half-open connections`, p(0.5), p(0.99), p(1), String(failed)]);
  }
  printTable('/healthz, each time over a new connection', ['', 'p50, ms', 'p99, ms', 'longest', 'failed'], rows);
  printNote('To reach: p99 100 ms, none failed. Dropped connections are opened again at once.');
}
