import { percentile, show } from './support/figures.ts';
import { startPeer } from './support/peer.ts';
import { printNote, printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';

/** The long test sets it: a higher 99th percentile, or a failed visit, fails the run. */
const maxP99Ms = Number(process.env.RETINUE_MAX_HEALTHZ_MS ?? Number.POSITIVE_INFINITY);

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
    if (maxP99Ms < Number.POSITIVE_INFINITY && (failed > 0 || percentile(times, 0.99) > maxP99Ms)) process.exitCode = 1;
    rows.push([`${count} half-open connections`, p(0.5), p(0.99), p(1), String(failed)]);
  }
  printTable('/healthz, each time over a new connection', ['', 'p50, ms', 'p99, ms', 'longest', 'failed'], rows);
  printNote(
    'To reach: p99 100 ms, none failed (`npm run test:long -- halfOpen`). Dropped connections are opened again at once.',
  );
}
