import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Handlers, House } from '../house.ts';
import { openApiOf } from '../openapi.ts';

const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();

export const operationHandlers: Handlers<'isAlive' | 'isReady' | 'getOpenApi' | 'verify' | 'backUp'> = {
  async isAlive() {
    const loopDelayMs = Math.round(delay.percentile(99) / 1e4) / 100;
    delay.reset();
    return { status: 'ok', loopDelayMs };
  },
  async isReady({ house, isStopping }) {
    const status = isStopping() ? 'stopping' : await storeStatus(house);
    if (status === 'ready') return { status };
    return new Response(JSON.stringify({ status }), { status: 503, headers: { 'content-type': 'application/json' } });
  },
  getOpenApi: async () => openApiOf() as never,
  verify: async ({ house }) => ({ findings: await house.verify() }),
  async backUp({ house }) {
    const lines = house.backUp();
    const body = ReadableStream.from(encoded(lines));
    return new Response(body, {
      headers: {
        'content-type': 'application/jsonl; charset=utf-8',
        'content-disposition': 'attachment; filename="retinue-backup.jsonl"',
        'cache-control': 'no-store',
      },
    });
  },
};

/** A store that is waited for patiently elsewhere is not ready here. */
function storeStatus({ log, clock }: House): Promise<'ready' | 'store-unreachable'> {
  return new Promise((resolve) => {
    const timer = clock.after(patienceMs, () => resolve('store-unreachable'));
    const tell = (status: 'ready' | 'store-unreachable') => {
      timer[Symbol.dispose]();
      resolve(status);
    };
    log.head().then(
      () => tell('ready'),
      () => tell('store-unreachable'),
    );
  });
}

const patienceMs = 2000;

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}
