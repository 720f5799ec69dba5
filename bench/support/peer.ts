import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of the bench that executes orders, one at a time: a line of JSON in, a line of JSON out. */
export interface Peer extends AsyncDisposable {
  order<Answer>(name: string, about?: object): Promise<Answer>;
}

export function startPeer(file: URL, args: readonly string[] = []): Peer {
  const command = ['--expose-gc', fileURLToPath(file), ...args];
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  return {
    async order<Answer>(name: string, about: object = {}) {
      child.stdin.write(`${JSON.stringify({ name, about })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${fileURLToPath(file)} ended before it had answered "${name}".`);
      return JSON.parse(value) as Answer;
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', end);
      child.stdin.end();
      const patience = setTimeout(end, 5000);
      await ended;
      clearTimeout(patience);
    },
  };
}

/** The other side: its orders. It ends when its input closes. */
export async function takeOrders(orders: Record<string, (about: never) => Promise<object>>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const { name, about } = JSON.parse(line) as { name: string; about: never };
    const order = orders[name];
    if (!order) throw new Error(`There is no order ${name}.`);
    process.stdout.write(`${JSON.stringify(await order(about))}\n`);
  }
  process.exit();
}
