import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runSeed } from '../support/random/run-seed.ts';
import type { Counter } from './check/finding.ts';
import type { Arena, CheckedRound } from './rounds.ts';
import { chainedRounds, playChain, playedLabels, playRandom, sideBySide } from './rounds.ts';
import { tallyOf } from './tally.ts';

/*
 * The real process under `kill -9`: at every failpoint once, and twenty times at random. All rounds are played first;
 * each test then checks one promise on all of them. `npm run crash -- --kills 1000 --failpoints` is the long form.
 */
const seed = runSeed('CRASH_SEED');
const arena: Arena = { folder: mkdtempSync(join(tmpdir(), 'retinue-crash-')) };
const atFailpoints: CheckedRound[] = [];
const atRandom: CheckedRound[] = [];

before(async () => {
  const plays = [
    ...[0, 1].map((index) => async () => void atRandom.push(await playRandom(arena, seed * 100_000 + index, 12))),
    ...chainedRounds(seed, playedLabels, 7).map(
      (chain) => async () => void atFailpoints.push(...(await playChain(arena, chain))),
    ),
  ];
  await sideBySide(plays, (play) => play());
  // A tree that settles early has kills left over, and on a busy machine some come too early to hit anything.
  for (let index = 2; liveKills() < randomKills && index < 12; index += 1) {
    atRandom.push(await playRandom(arena, seed * 100_000 + index, randomKills));
  }
});

after(() => {
  const isClean = allRounds().every(
    ({ findings, missedFailpoints }) => findings.length + missedFailpoints.length === 0,
  );
  if (isClean) rmSync(arena.folder, { recursive: true, force: true });
});

test('[L3] the process was killed before and after every kind of commit, and twenty times at random in running work', (context) => {
  context.diagnostic(`SEED=${seed}, ${atFailpoints.length} trees died at the failpoints`);
  assert.deepEqual(tallyOf(atFailpoints).missedFailpoints, [], `some were never reached, SEED=${seed}`);
  assert.ok(atFailpoints.flatMap((round) => round.kills).length >= playedLabels.length * 2);
  assert.ok(liveKills() >= randomKills, `only ${liveKills()} random kills hit live work, SEED=${seed}`);
});

test('[A1] committed and acknowledged data survives every kill, unchanged and once', () =>
  expectNone('lost', 'lost-command'));

test('[A2][A2.1] no finished step is run again, no unsafe effect is repeated, and doubt is handled by effect class', () =>
  expectNone('rerun', 'unsafe-twice', 'doubt'));

test('[D11.6] a call that needs an approval has no effect before it', () => expectNone('unapproved'));

test('[A3] after every restart the work continues within five seconds, until everything is settled', () =>
  expectNone('resume', 'unsettled'));

test("[A4] no orphan, no duplicate, and every child's end reaches its parent exactly once", () =>
  expectNone('orphan', 'twin', 'delivery'));

test('[A5] the log has no gap and no impossible order, and gives the same projections again', () =>
  expectNone('order', 'rows', 'problem'));

function expectNone(...counters: Counter[]): void {
  const found = allRounds().flatMap(({ name, findings }) =>
    findings.filter(({ counter }) => counters.includes(counter)).map(({ words }) => `${name}: ${words}`),
  );
  assert.deepEqual(found, [], `SEED=${seed}, kept in ${arena.folder}`);
}

function liveKills(): number {
  return atRandom.flatMap(({ kills }) => kills).filter(({ live }) => live).length;
}

function allRounds(): CheckedRound[] {
  return [...atFailpoints, ...atRandom];
}

const randomKills = 20;
