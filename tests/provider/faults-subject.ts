import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { localWorkspaceId, type ThreadState } from '@retinue/protocol';
import { createModels } from '../../packages/server/src/models/models.ts';
import { createRemoteModel } from '../../packages/server/src/models/remote-model.ts';
import { createSafeFetch } from '../../packages/server/src/outbound/safe-fetch.ts';
import type { StorePlace } from '../../packages/server/src/ports/event-log.ts';
import { agent, type House, openHouse } from '../support/house.ts';
import { treeAtRest } from '../support/resting.ts';
import { toolFor } from '../support/scripts.ts';
import { type Fault, faults } from './faults.ts';

/*
 * The product in a process of its own, before a provider that goes wrong in every way there is. Prints what each fault came
 * to and how much more memory the process held meanwhile: `node tests/provider/faults-subject.ts --store <JSON> --directory <path>`.
 */
export interface Played {
  name: string;
  reason: string | null;
  result: string;
  next: string;
  grownMb: number;
}

const { values } = parseArgs({
  options: { store: { type: 'string' }, directory: { type: 'string' }, only: { type: 'string' } },
});
const store = JSON.parse(values.store ?? '') as StorePlace;
const server = spawn(process.execPath, [new URL('faults-server.ts', import.meta.url).pathname], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [baseUrl] = (await once(createInterface(server.stdout), 'line')) as [string];
  await playAll(baseUrl);
} finally {
  server.kill();
}

async function playAll(baseUrl: string): Promise<void> {
  const closedPort = await freePort();
  const fetch = createSafeFetch({ allow: () => true, redirects: 'refuse', timeoutMs: null, maxBytes: null });
  const modelAt = (url: string) =>
    createRemoteModel({ kind: 'openai-compatible', baseUrl: url, key: () => null, fetch });
  const providers = { scripted: modelAt(baseUrl), closed: modelAt(`http://127.0.0.1:${closedPort}/v1`) };
  await using house = await openHouse({
    store,
    directory: values.directory ?? '',
    script: [],
    agents: [agent('boss', { tools: ['add'] }), { ...agent('closed'), model: { provider: 'closed', id: 'small' } }],
    tools: [toolFor('add', async () => ({ sum: 3 }), { effect: 'read' })],
    limits: { idleMs: 8000, providerRetryMs: 1200 },
    replacements: { models: createModels({ providers }) },
  });
  house.retinue.start();
  // A process that has seen long answers has grown to its usual size: what comes on top of that is a fault's own.
  for (let round = 0; round < 20; round += 1) await chatOf(house, 'boss', round % 4 === 0 ? 'at length' : 'hello');
  const chosen = Object.entries(faults).filter(([name]) => !values.only || name === values.only);
  const light = chosen.filter(([, { isHeavy }]) => !isHeavy);
  await Promise.all(Array.from({ length: 8 }, () => playEach(house, light, { baseUrl, closedPort })));
  await playEach(
    house,
    chosen.filter(([, { isHeavy }]) => isHeavy),
    { baseUrl, closedPort },
  );
  assert.deepEqual(await house.log.owing(), [], 'something still owes work');
  assert.deepEqual(house.problems, []);
}

interface Servers {
  baseUrl: string;
  closedPort: number;
}

async function playEach(house: House, left: [string, Fault][], servers: Servers): Promise<void> {
  for (let one = left.shift(); one; one = left.shift()) {
    const [name, { isHeavy }] = one;
    const watch = isHeavy ? watchMemory() : null;
    const played = name === 'connection refused' ? await refused(house, servers) : await meet(house, name);
    console.log(JSON.stringify({ name, ...played, grownMb: watch?.end() ?? 0 } satisfies Played));
  }
}

async function meet(house: House, name: string): Promise<Omit<Played, 'name' | 'grownMb'>> {
  return chatOf(house, 'boss', `fault: ${name}`);
}

/** Nothing listens at first, and then something does. */
async function refused(house: House, { baseUrl, closedPort }: Servers): Promise<Omit<Played, 'name' | 'grownMb'>> {
  const rootId = await house.open('hello', 'closed');
  await house.until(rootId, (_tree, { thread }) => thread.retryAt !== null);
  await using _relay = await relay(closedPort, Number(new URL(baseUrl).port));
  return await outcomeOf(house, rootId);
}

async function chatOf(house: House, agentName: string, text: string) {
  return outcomeOf(house, await house.open(text, agentName));
}

async function outcomeOf(house: House, rootId: Awaited<ReturnType<House['open']>>) {
  const first = await atRest(house, rootId);
  await house.commands.sendMessage(house.wish(), { threadId: rootId, text: 'And now?' });
  const next = await atRest(house, rootId);
  const { reason = null, result = '' } = first.outcome ?? {};
  return { reason, result, next: next.outcome?.result ?? '' };
}

async function atRest(house: House, rootId: Parameters<typeof treeAtRest>[1]): Promise<ThreadState> {
  const { threads } = await treeAtRest(house, rootId);
  return threads[rootId] ?? assert.fail(`no chat ${rootId} in ${localWorkspaceId}`);
}

/** What is held at any moment. What could be freed does not count: when that is done is up to the machine and its load. */
function watchMemory(): { end(): number } {
  const held = () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = before;
  const look = () => {
    most = Math.max(most, held());
  };
  const timer = setInterval(look, 200);
  return {
    end() {
      clearInterval(timer);
      look();
      return Math.round((most - before) / (1024 * 1024));
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** A port that passes everything on to another one. */
async function relay(port: number, to: number): Promise<AsyncDisposable> {
  const { connect } = await import('node:net');
  const relaying = createServer((socket) => {
    const onward = connect(to, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
  }).listen(port, '127.0.0.1');
  await once(relaying, 'listening');
  return { [Symbol.asyncDispose]: async () => void relaying.close() };
}
