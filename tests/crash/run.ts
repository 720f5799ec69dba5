import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runSchedules } from '../postgres/run-schedules.ts';
import { startPostgres } from '../postgres/server.ts';
import { maxResumeMs } from './killer.ts';
import type { Arena, CheckedRound } from './rounds.ts';
import { failpointRounds, playFailpoint, playRandom, sideBySide } from './rounds.ts';
import { minLiveShare, printTally, tallyOf } from './tally.ts';

/**
 * npm run crash -- --kills 1000 --seed 1 [--failpoints] [--postgres]
 * npm run crash -- --postgres-faults 500 --seed 1
 * Kills the real process at random moments until enough kills are done; with --failpoints, first at every failpoint.
 * The same seed plays the same trees with the same kill times. Failures are kept, and their folder is printed.
 */
async function main({ kills, seed, failpoints, postgres }: Wanted): Promise<boolean> {
  await using server = postgres ? await startPostgres() : null;
  const startedAt = performance.now();
  const secondsGone = () => Math.round((performance.now() - startedAt) / 1000);
  const arena: Arena = { folder: mkdtempSync(join(tmpdir(), 'retinue-crash-')) };
  if (server) arena.nextStore = async () => ({ kind: 'postgres', url: await server.createDatabase() });
  const rounds: CheckedRound[] = [];
  const take = (round: CheckedRound) => {
    rounds.push(round);
    console.log(`${tallyOf(rounds).kills}/${kills} kills · ${secondsGone()} s · ${describeRound(round)}`);
    if (isClean(round)) rmSync(round.folder, { recursive: true, force: true });
  };
  console.log(`SEED=${seed} KILLS=${kills} STORE=${postgres ? 'PostgreSQL' : 'SQLite'}`);
  const reached = failpoints ? failpointRounds(seed, latestCount) : [];
  await sideBySide(reached, async (round) => take(await playFailpoint(arena, round)));
  const wanted = kills + tallyOf(rounds).kills;
  const isDone = () => tallyOf(rounds).kills >= wanted || secondsGone() > Math.max(shortestRun, kills * longestKill);
  const play = async (roundSeed: number) => take(await playRandom(arena, roundSeed, killsPerRound));
  await sideBySide(seedsFrom(seed, isDone), play);

  console.log(printTally(rounds, seed, secondsGone()));
  const { liveShare, kills: done, slowestResumeMs } = tallyOf(rounds);
  const isQuick = slowestResumeMs <= maxResumeMs;
  const isGreen = rounds.every(isClean) && liveShare >= minLiveShare && done >= wanted && isQuick;
  if (isGreen) rmSync(arena.folder, { recursive: true, force: true });
  else console.log(`\nFAILED with seed ${seed}. What it left is in ${arena.folder}`);
  return isGreen;
}

function* seedsFrom(seed: number, isDone: () => boolean): Generator<number> {
  for (let index = 0; !isDone(); index += 1) yield seed * 100_000 + index;
}

function describeRound({ name, kills, findings, missedFailpoints }: CheckedRound): string {
  const words = findings.map((found) => `\n    ${found.counter}: ${found.words}`);
  const missed = missedFailpoints.map((failpoint) => `\n    never reached: ${failpoint}`);
  return [`${name}: ${kills.length} kills, ${findings.length} findings`, ...words, ...missed].join('');
}

function isClean({ findings, missedFailpoints }: CheckedRound): boolean {
  return findings.length === 0 && missedFailpoints.length === 0;
}

interface Wanted {
  kills: number;
  seed: number;
  failpoints: boolean;
  postgres: boolean;
  /** Instead of kills: so many schedules of a faulty network to PostgreSQL. */
  faults: number;
}

function readArguments(): Wanted {
  const options = {
    kills: { type: 'string' },
    seed: { type: 'string' },
    failpoints: { type: 'boolean' },
    postgres: { type: 'boolean' },
    'postgres-faults': { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  const kills = Number(values.kills ?? 100);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 10_000));
  const faults = Number(values['postgres-faults'] ?? 0);
  if (![kills, seed, faults].every((number) => Number.isInteger(number) && number >= 0)) {
    throw new Error(
      'Usage: npm run crash -- --kills <number> --seed <number> [--failpoints] [--postgres] | --postgres-faults <number>',
    );
  }
  return { kills, seed, faults, failpoints: values.failpoints ?? false, postgres: values.postgres ?? false };
}

const killsPerRound = 12;
const latestCount = 4;
/** Seconds: a run that takes longer hangs somewhere. */
const shortestRun = 300;
const longestKill = 4;

const wanted = readArguments();
const isGreen = wanted.faults > 0 ? await runSchedules(wanted.faults, wanted.seed) : await main(wanted);
process.exitCode = isGreen ? 0 : 1;
