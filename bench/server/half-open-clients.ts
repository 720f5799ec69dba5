import { get } from 'node:http';
import { createConnection } from 'node:net';
import { takeOrders } from '../support/peer.ts';

/*
 * One client opens connections and never finishes a request; another asks for the server's health.
 */
const reopenedPerSecond = 500;

await takeOrders({
  async attack({ url, count }: { url: string; count: number }) {
    const port = Number(new URL(url).port);
    let opened = 0;
    const open = () => {
      opened += 1;
      const socket = createConnection(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nx-slow: '));
      socket.on('error', () => {}).resume();
      // At most so many reconnects a second, so that the machine has time for the measured work.
      socket.once('close', () => setTimeout(open, (count / reopenedPerSecond) * 1000).unref());
    };
    for (let left = count; left > 0; left -= 1) {
      open();
      if (left % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { opened };
  },
  async visit({ url, visits }: { url: string; visits: number }) {
    const times: number[] = [];
    let failed = 0;
    for (let visit = 0; visit < visits; visit += 1) {
      const startedAt = performance.now();
      const status = await statusOf(`${url}/healthz`).catch(() => 0);
      times.push(performance.now() - startedAt);
      if (status !== 200) failed += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return { times, failed };
  },
});

function statusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
    }).once('error', reject);
  });
}
