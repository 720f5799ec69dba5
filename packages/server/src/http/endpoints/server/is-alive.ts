import { monitorEventLoopDelay } from 'node:perf_hooks';
import { defineEndpoint } from '../../define-endpoint.ts';

const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();

export const isAlive = defineEndpoint({
  name: 'isAlive',
  async run() {
    const loopDelayMs = Math.round(delay.percentile(99) / 1e4) / 100;
    delay.reset();
    return { status: 'ok' as const, loopDelayMs };
  },
});
