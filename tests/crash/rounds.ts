import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppendLabel } from '../../packages/server/src/ports/event-log.ts';
import { appendLabels } from '../../packages/server/src/ports/event-log.ts';
import type { Chance } from './chance.ts';
import { between, chanceFrom } from './chance.ts';
import { checkRound } from './checker.ts';
import type { Finding } from './finding.ts';
import type { Round, RoundOptions } from './killer.ts';
import { playRound } from './killer.ts';
import { planFor } from './plan.ts';

export interface CheckedRound extends Round {
  name: string;
  folder: string;
  findings: Finding[];
}

/** Where rounds are played: their folders, and the repository whose subject is killed. */
export interface Arena {
  folder: string;
  sources: string;
}

export const ownSources = fileURLToPath(new URL('../..', import.meta.url));

type Deaths = RoundOptions['deaths'];

/** A whole tree, killed at moments that follow from the seed: now and then at start-up, mostly in the middle of work. */
export function playRandom(arena: Arena, seed: number, mostKills: number): Promise<CheckedRound> {
  const chance = chanceFrom(seed ^ 0x5eed);
  const deaths = Array.from({ length: mostKills }, () => randomDeath(chance));
  return playChecked(arena, `seed-${seed}`, { plan: planFor(seed, 'whole'), deaths });
}

function randomDeath(chance: Chance): Deaths[number] {
  return chance() < 0.1 ? { from: 'spawn', afterMs: between(chance, 1, 300) } : { from: 'ready', afterMs: between(chance, 1, 250) };
}

/** A small tree that dies at the commits of one label: just before it, and after the restart just after it. */
export function failpointRounds(seed: number): { name: string; deaths: Deaths; seed: number }[] {
  return appendLabels.flatMap((label, index) =>
    deathsAt(label).map((deaths, part) => ({ name: `${label}-${part + 1}`, deaths, seed: seed + index })),
  );
}

function deathsAt(label: AppendLabel): Deaths[] {
  const [before, after] = [{ failpoint: `before:${label}` }, { failpoint: `after:${label}` }];
  // Only a process that was killed at work leaves something to recover.
  if (label === 'recover') return [[{ failpoint: 'after:start-calls' }, before, after]];
  // What comes late comes once: after a restart nobody remembers it.
  if (label === 'record-late') return [[before], [after]];
  return [[before, after]];
}

export async function playChecked(arena: Arena, name: string, round: Pick<RoundOptions, 'plan' | 'deaths'>): Promise<CheckedRound> {
  const folder = join(arena.folder, name);
  const compileCache = join(arena.folder, 'compiled');
  const played = await playRound({ ...round, folder, sources: arena.sources, compileCache });
  return { ...played, name, folder, findings: await checkRound(played) };
}

/** Side by side, as many as there are processors: most of a round is waiting for a process to start. */
export async function sideBySide<Item>(items: Iterable<Item>, run: (item: Item) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, worker));
}
