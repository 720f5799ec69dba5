import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { AppServices } from '../../../ports/operations/app-services.ts';
import { endpoints } from '../../define-endpoint.ts';

export const healthEndpoints = endpoints({
  async isAlive() {
    const loopDelayMs = Math.round(delay.percentile(99) / 1e4) / 100;
    delay.reset();
    return { status: 'ok' as const, loopDelayMs };
  },
  async isReady({ http, services }) {
    const status = http.isStopping() ? 'stopping' : await storeStatus(services);
    if (status === 'ready') return { status };
    return new Response(JSON.stringify({ status }), { status: 503, headers: { 'content-type': 'application/json' } });
  },
});

const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();

type StoreStatus = 'ready' | 'store-unreachable' | 'store-not-writable';

/** A store that does not answer in time is not ready, though other requests wait for it. */
function storeStatus({ log, clock, canWrite }: AppServices): Promise<StoreStatus> {
  return new Promise((resolve) => {
    const timer = clock.after(timeoutMs, () => resolve('store-unreachable'));
    const tell = (status: StoreStatus) => {
      timer[Symbol.dispose]();
      resolve(status);
    };
    Promise.all([canWrite(), log.feed.head()]).then(
      ([isWritable]) => tell(isWritable ? 'ready' : 'store-not-writable'),
      () => tell('store-unreachable'),
    );
  });
}

const timeoutMs = 2000;
