import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { AppendLabel } from '../../packages/server/src/ports/log/append-labels.ts';
import { engineLabels } from '../../packages/server/src/ports/log/append-labels.ts';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import type { Random } from '../support/random/seeded-random.ts';
import { between, seededRandom } from '../support/random/seeded-random.ts';
import { checkRound } from './check/check-round.ts';
import type { Finding } from './check/finding.ts';
import type { Round, RoundOptions } from './killer.ts';
import { playRound } from './killer.ts';
import { planFor } from './subject/plan.ts';

export interface CheckedRound extends Round {
  name: string;
  folder: string;
  findings: Finding[];
}

/** Places of rounds: their folders, and the start of their subject. */
export interface Arena {
  folder: string;
  nodeOptions?: readonly string[];
  /** Place of the next round's store; its own directory by default. */
  nextStore?: () => Promise<StorePlace>;
}

type Deaths = RoundOptions['deaths'];

/** A whole tree, killed at moments that follow from the seed: sometimes at start-up, mostly in the middle of work. */
export function playRandom(arena: Arena, seed: number, mostKills: number): Promise<CheckedRound> {
  const random = seededRandom(seed ^ 0x5eed);
  const deaths = Array.from({ length: mostKills }, () => randomDeath(random));
  return playChecked(arena, `seed-${seed}`, { plan: planFor(seed, 'whole'), deaths });
}

function randomDeath(random: Random): Deaths[number] {
  return random() < 0.1
    ? { from: 'spawn', afterMs: between(random, 1, 300) }
    : { from: 'ready', afterMs: between(random, 5, 320) };
}

export interface FailpointRound {
  name: string;
  seed: number;
  deaths: Deaths;
}

/**
 * Small trees that die at the commits of one label: just before it and, after the restart, just after it. Each label at
 * its first commit; frequent ones also at later ones, up to the `latest`.
 */
export function failpointRounds(seed: number, latest: number): FailpointRound[] {
  const counts = Array.from({ length: latest }, (_, index) => index + 1);
  return counts.flatMap((count) =>
    playedLabels
      .filter((label) => count === 1 || frequent.includes(label))
      .flatMap((label) => deathsAt(label, count === 1 ? '' : `@${count}`))
      .map((deaths, index) => ({ name: nameOf(deaths), deaths, seed: seed + count * 100 + index })),
  );
}

/**
 * The same deaths in a few trees: each tree dies at several labels in sequence, which are far apart in its course. One
 * that a tree reaches too early to be armed is missed, and has to be played alone.
 */
export function chainedRounds(seed: number, labels: readonly AppendLabel[], chains: number): FailpointRound[] {
  const units = labels.flatMap((label) => deathsAt(label, ''));
  return Array.from({ length: chains }, (_, chain) => ({
    name: `chain-${chain + 1}`,
    deaths: units.filter((_unit, index) => index % chains === chain).flat(),
    seed: seed + 50 + chain,
  }));
}

/** Plays a chain, and what it has missed alone. */
export async function playChain(arena: Arena, chain: FailpointRound): Promise<CheckedRound[]> {
  const played = await playFailpoint(arena, chain);
  const rounds = [{ ...played, missedFailpoints: [] as string[] }];
  const missed = ({ deaths }: FailpointRound) =>
    deaths.some((death) => 'failpoint' in death && played.missedFailpoints.includes(death.failpoint));
  for (const round of failpointRounds(chain.seed, 1).filter(missed)) rounds.push(await playFailpoint(arena, round));
  return rounds;
}

function nameOf(deaths: Deaths): string {
  const failpoints = deaths.flatMap((death) => ('failpoint' in death ? [death.failpoint] : []));
  return failpoints.join('+').replaceAll(':', '-');
}

/** In the order in which they come first in a small tree. */
const inOrder: AppendLabel[] = [
  'open-chat',
  'start-step',
  'recover',
  'send-message',
  'end-step',
  'background-task',
  'retry-task',
  'cut-step',
  'change-chat',
  'start-calls',
  'end-thread',
  'regenerate',
  'end-call',
  'answer-question',
  'renew-approval',
  'answer-approval',
  'edit-message',
  'mark-read',
  'stop-chat',
  'steer-sub-agent',
  'ask-parent',
  'cancel-task',
  'consult-parent',
  'resume-chat',
  'record-late',
  'delete-chat',
  'restore-chat',
];

/** Every append of the engine and of the commands that the person in these rounds sends. */
export const playedLabels: readonly AppendLabel[] = [...new Set([...inOrder, ...engineLabels])].filter(
  (label) => label !== 'stop-work',
);

const frequent: AppendLabel[] = ['start-step', 'end-step', 'start-calls', 'end-call', 'recover'];

function deathsAt(label: AppendLabel, count: string): Deaths[] {
  const [before, after] = [{ failpoint: `before:${label}${count}` }, { failpoint: `after:${label}${count}` }];
  // Only a process that was killed while working leaves something to recover.
  if (label === 'recover') return [[{ failpoint: 'after:start-calls@3' }, before, after]];
  // A late event comes once: after a restart nothing remembers it.
  if (label === 'record-late') return [[before], [after]];
  return [[before, after]];
}

export function playFailpoint(arena: Arena, { name, seed, deaths }: FailpointRound): Promise<CheckedRound> {
  return playChecked(arena, name, { plan: planFor(seed, 'small'), deaths });
}

export async function playChecked(
  arena: Arena,
  name: string,
  round: Pick<RoundOptions, 'plan' | 'deaths'>,
): Promise<CheckedRound> {
  const folder = join(arena.folder, name);
  const store = await arena.nextStore?.();
  const options = { ...round, folder, nodeOptions: arena.nodeOptions ?? [] };
  const played = await playRound(store ? { ...options, store } : options);
  return { ...played, name, folder, findings: await checkRound(played) };
}

/** In parallel, as many as there are processors: most of a round is waiting for a process to start. */
export async function sideBySide<Item>(items: Iterable<Item>, run: (item: Item) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, worker));
}
