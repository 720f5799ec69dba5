import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { localWorkspaceId, reasonText, type ThreadState } from '@retinue/protocol';
import { createModels } from '../../packages/server/src/models/models.ts';
import { createRemoteModel } from '../../packages/server/src/models/remote/remote-model.ts';
import { createSafeFetch } from '../../packages/server/src/outbound/safe-fetch.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import { agent, openTestApp, type TestApp } from '../support/apps/test-app.ts';
import { toolFor } from '../support/models/scripts.ts';
import { treeAtRest } from '../support/stores/stuck-threads.ts';
import { type Fault, faults } from './faults.ts';

/*
 * The product in a separate process, with a provider that fails in every possible way. Prints the outcome of each fault
 * and the growth of the process's memory: `node tests/provider/faults-subject.ts --store <JSON> --directory <path>`.
 */
export interface Played {
  name: string;
  reason: string | null;
  result: string;
  next: string;
  grownMb: number;
  /** The growth of the resident memory, garbage included. It depends on the machine, so no test bounds it. */
  grownRssMb: number;
}

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    directory: { type: 'string' },
    only: { type: 'string' },
    light: { type: 'boolean' },
  },
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
  await using app = await openTestApp({
    store,
    directory: values.directory ?? '',
    script: [],
    agents: [agent('boss', { tools: ['add'] }), { ...agent('closed'), model: { provider: 'closed', id: 'small' } }],
    tools: [toolFor('add', async () => ({ sum: 3 }), { effect: 'read' })],
    limits: { idleMs: 8000, providerRetryMs: 1200 },
    replacements: { models: createModels({ providers }) },
  });
  app.retinue.start();
  // A process that has read long answers has grown to its usual size: further growth belongs to the fault.
  for (let round = 0; round < (values.light ? 0 : 20); round += 1)
    await chatOf(app, 'boss', round % 4 === 0 ? 'at length' : 'hello');
  const isChosen = ([name, { isHeavy }]: [string, Fault]) =>
    (values.only ?? name) === name && !(values.light && isHeavy);
  const chosen = Object.entries(faults).filter(isChosen);
  const light = chosen.filter(([, { isHeavy }]) => !isHeavy);
  await Promise.all(Array.from({ length: 8 }, () => playEach(app, light, { baseUrl, closedPort })));
  await playEach(
    app,
    chosen.filter(([, { isHeavy }]) => isHeavy),
    { baseUrl, closedPort },
  );
  assert.deepEqual(await app.log.owing(), [], 'something still owes work');
  assert.deepEqual(app.problems, []);
}

interface Servers {
  baseUrl: string;
  closedPort: number;
}

async function playEach(app: TestApp, left: [string, Fault][], servers: Servers): Promise<void> {
  for (let one = left.shift(); one; one = left.shift()) {
    const [name, { isHeavy }] = one;
    const watch = isHeavy ? watchMemory() : null;
    const played = name === 'connection refused' ? await refused(app, servers) : await meet(app, name);
    const grown = watch?.end() ?? { grownMb: 0, grownRssMb: 0 };
    console.log(JSON.stringify({ name, ...played, ...grown } satisfies Played));
  }
}

type Outcome = Omit<Played, 'name' | keyof Growth>;

async function meet(app: TestApp, name: string): Promise<Outcome> {
  return chatOf(app, 'boss', `fault: ${name}`);
}

/** Nothing listens at first, and later a server does. */
async function refused(app: TestApp, { baseUrl, closedPort }: Servers): Promise<Outcome> {
  const rootId = await app.open('hello', 'closed');
  await app.until(rootId, (_tree, { thread }) => thread.retryAt !== null);
  await using _relay = await relay(closedPort, Number(new URL(baseUrl).port));
  return await outcomeOf(app, rootId);
}

async function chatOf(app: TestApp, agentName: string, text: string) {
  return outcomeOf(app, await app.open(text, agentName));
}

async function outcomeOf(app: TestApp, rootId: Awaited<ReturnType<TestApp['open']>>) {
  const first = await atRest(app, rootId);
  await app.commands.sendMessage(app.context(), { threadId: rootId, text: 'And now?' });
  const next = await atRest(app, rootId);
  const { reason = null, result = '' } = first.outcome ?? {};
  return { reason: reason && reasonText(reason), result, next: next.outcome?.result ?? '' };
}

async function atRest(app: TestApp, rootId: Parameters<typeof treeAtRest>[1]): Promise<ThreadState> {
  const { threads } = await treeAtRest(app, rootId);
  return threads[rootId] ?? assert.fail(`no chat ${rootId} in ${localWorkspaceId}`);
}

type Growth = Pick<Played, 'grownMb' | 'grownRssMb'>;

/**
 * The retained memory. Garbage does not count: its collection depends on the machine and its load. It is only collected
 * here if the memory has grown with it.
 */
function watchMemory(): { end(): Growth } {
  const usage = () => {
    const { heapUsed, external, rss } = process.memoryUsage();
    return { used: heapUsed + external, rss };
  };
  const held = () => {
    globalThis.gc?.();
    return usage();
  };
  const before = held();
  let max = before;
  const look = () => {
    const { used, rss } = usage().used - before.used > 16 * 1024 * 1024 ? held() : usage();
    max = { used: Math.max(max.used, used), rss: Math.max(max.rss, rss) };
  };
  const timer = setInterval(look, 200);
  return {
    end() {
      clearInterval(timer);
      look();
      const inMb = (bytes: number) => Math.round(bytes / (1024 * 1024));
      return { grownMb: inMb(max.used - before.used), grownRssMb: inMb(max.rss - before.rss) };
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

/** A port that forwards everything to another one. */
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
