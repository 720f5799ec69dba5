import type { ThreadId, ThreadState } from '@retinue/protocol';
import { localWorkspaceId, noUsage } from '@retinue/protocol';
import { buildRequest, estimateTokens } from '../packages/server/src/engine/prompt/build-request.ts';
import { planStep } from '../packages/server/src/engine/step/plan-step.ts';
import type { Retinue } from '../packages/server/src/main.ts';
import type { Model } from '../packages/server/src/ports/engine/model.ts';
import { commandsOf } from '../tests/support/apps/commands.ts';
import { readWhole, timed } from './opening.ts';
import { chatShape, writeChat } from './stores/chat-store.ts';
import { openStore } from './stores/open-store.ts';
import { writeWaitingThreads } from './stores/waiting-store.ts';
import { median, show } from './support/figures.ts';
import { printNote, printTable } from './support/table.ts';
import { temporaryDirectory } from './support/temporary.ts';

const scenes = [
  { title: '20 turns (800 nested calls)', turns: 20, others: 0, openings: 10 },
  { title: '10×: 200 turns', turns: 200, others: 0, openings: 5 },
  { title: '100×: 2,000 turns', turns: 2000, others: 0, openings: 1 },
  { title: '20 turns beside 1,000 other threads', turns: 20, others: 1000, openings: 10 },
  { title: '20 turns beside 10,000 other threads', turns: 20, others: 10_000, openings: 10 },
];

/** Cost of a step and of an opening as the history grows, and as the number of other threads does. */
export async function benchGrowth(rounds: number): Promise<void> {
  const rows: string[][] = [];
  for (const scene of scenes) {
    using directory = temporaryDirectory();
    const retinue = await openStore(directory.path, { models: { find: async () => instant } });
    await writeWaitingThreads(retinue, scene.others);
    const rootId = await writeChat(retinue, { ...chatShape, turns: scene.turns }, 'turns');
    retinue.start();
    const { wallMs, cpuMs } = await takeTurns(retinue, rootId, Math.max(20, rounds));
    const promptMs = await buildPrompts(retinue, rootId);
    const opening = await openings(retinue, rootId, scene.openings);
    await retinue.stop(0);
    rows.push([scene.title, show(wallMs), show(cpuMs), show(promptMs), show(cpuMs - promptMs), show(opening)]);
  }
  const head = [
    'history',
    'turn, wall ms',
    'turn, CPU ms',
    'of it the prompt, CPU ms',
    'the rest',
    'opening by refold, ms',
  ];
  printTable('Growth: one turn of one step with a model that answers at once, and opening', head, rows);
  printNote('A turn is the message, its step and its end: three appends. Openings of the 100× chat are done once.');
}

const instant: Model = {
  async *stream() {
    yield { type: 'text', text: 'The towns did well.' };
    yield { type: 'end', finishReason: 'stop', usage: { ...noUsage, inputTokens: 400, outputTokens: 5 } };
  },
};

async function takeTurns(retinue: Retinue, threadId: ThreadId, count: number) {
  const walls: number[] = [];
  let before = process.cpuUsage();
  for (let turn = -5; turn < count; turn += 1) {
    if (turn === 0) before = process.cpuUsage();
    const wallMs = await timed(() => takeTurn(retinue, threadId));
    if (turn >= 0) walls.push(wallMs);
  }
  const { user, system } = process.cpuUsage(before);
  return { wallMs: median(walls), cpuMs: (user + system) / 1000 / count };
}

async function takeTurn(retinue: Retinue, threadId: ThreadId): Promise<void> {
  const { log, ids } = retinue;
  const commands = commandsOf(retinue);
  const { promise, resolve } = Promise.withResolvers<void>();
  using _watch = log.subscribe(({ events }) => {
    if (events.some((event) => event.type === 'thread.ended' && event.threadId === threadId)) resolve();
  });
  const context = {
    workspaceId: localWorkspaceId,
    actor: 'person:bench',
    role: 'owner',
    commandId: ids.command(),
  } as const;
  const reply = await commands.sendMessage(context, { threadId, text: 'And now?' });
  if (reply.refusal) throw new Error(reply.refusal.code);
  await promise;
}

/** The part of a step that inevitably grows with the history: the prompt holds all of it. */
async function buildPrompts({ log }: Retinue, rootId: ThreadId): Promise<number> {
  const thread = (await log.thread(localWorkspaceId, rootId)) as ThreadState;
  const rounds = 20;
  let before = process.cpuUsage();
  for (let round = -5; round < rounds; round += 1) {
    if (round === 0) before = process.cpuUsage();
    estimateTokens(buildRequest({ find: () => null, list: () => [] }, thread, planStep(thread)));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / rounds;
}

async function openings(retinue: Retinue, rootId: ThreadId, count: number): Promise<number> {
  const times: number[] = [];
  for (let opening = -Math.min(2, count - 1); opening < count; opening += 1) {
    const openingMs = await timed(() => readWhole(retinue, rootId));
    if (opening >= 0) times.push(openingMs);
  }
  return median(times);
}
