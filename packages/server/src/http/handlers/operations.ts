import { monitorEventLoopDelay } from 'node:perf_hooks';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { downloadReply } from '../download-reply.ts';
import type { AppServices, Handlers } from '../http-context.ts';
import { openApiOf } from '../pages/openapi.ts';

const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();

export const operationHandlers: Handlers<'isAlive' | 'isReady' | 'getOpenApi' | 'verify' | 'backUp'> = {
  async isAlive() {
    const loopDelayMs = Math.round(delay.percentile(99) / 1e4) / 100;
    delay.reset();
    return { status: 'ok', loopDelayMs };
  },
  async isReady({ services, isStopping }) {
    const status = isStopping() ? 'stopping' : await storeStatus(services);
    if (status === 'ready') return { status };
    return new Response(JSON.stringify({ status }), { status: 503, headers: { 'content-type': 'application/json' } });
  },
  getOpenApi: async () => openApiOf() as never,
  async verify({ services }, _parts, { outgoing }) {
    const ending = new AbortController();
    outgoing.once('close', () => ending.abort());
    try {
      return { findings: await services.verify(ending.signal) };
    } catch (error) {
      // A check that ended because its client left is not a failure.
      if (ending.signal.aborted) return RESPONSE_ALREADY_SENT;
      throw error;
    }
  },
  backUp: ({ services, logger }, _parts, requestContext) =>
    downloadReply(requestContext, {
      pieces: () => services.backUp(),
      headers: backupHeaders,
      clock: services.clock,
      logger,
    }),
};

const backupHeaders = {
  'content-type': 'application/jsonl; charset=utf-8',
  'content-disposition': 'attachment; filename="retinue-backup.jsonl"',
  'cache-control': 'no-store',
};

/** A store that is waited for patiently elsewhere is not ready here. */
function storeStatus({ log, clock, canWrite }: AppServices): Promise<StoreStatus> {
  return new Promise((resolve) => {
    const timer = clock.after(patienceMs, () => resolve('store-unreachable'));
    const tell = (status: StoreStatus) => {
      timer[Symbol.dispose]();
      resolve(status);
    };
    Promise.all([canWrite(), log.head()]).then(
      ([isWritable]) => tell(isWritable ? 'ready' : 'store-not-writable'),
      () => tell('store-unreachable'),
    );
  });
}

type StoreStatus = 'ready' | 'store-unreachable' | 'store-not-writable';

const patienceMs = 2000;
