import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPostgres } from '../postgres/server.ts';
import { runSeed } from '../support/random/run-seed.ts';
import type { Arena, CheckedRound } from './rounds.ts';
import { chainedRounds, playChain, playRandom, sideBySide } from './rounds.ts';
import { tallyOf } from './tally.ts';

const seed = runSeed('CRASH_SEED');

test('[A1, A2, A3, A4, A5, L8] on PostgreSQL too, a kill around a commit or at random breaks no promise', async (context) => {
  context.diagnostic(`SEED=${seed}`);
  await using server = await startPostgres();
  const arena: Arena = {
    folder: mkdtempSync(join(tmpdir(), 'retinue-crash-')),
    nextStore: async () => ({ kind: 'postgres', url: await server.createDatabase() }),
  };
  const rounds: CheckedRound[] = [];
  const labels = ['open-chat', 'recover', 'end-step', 'start-calls', 'cancel-task'] as const;
  const plays = [
    async () => void rounds.push(await playRandom(arena, seed * 100_000, 10)),
    ...chainedRounds(seed, labels, 1).map((chain) => async () => void rounds.push(...(await playChain(arena, chain)))),
  ];
  await sideBySide(plays, (play) => play());
  const found = rounds.flatMap(({ name, findings }) =>
    findings.map(({ counter, words }) => `${name}: ${counter}: ${words}`),
  );
  assert.deepEqual(found, [], `SEED=${seed}, kept in ${arena.folder}`);
  assert.deepEqual(tallyOf(rounds).missedFailpoints, []);
  assert.ok(rounds.flatMap(({ kills }) => kills).length >= labels.length * 2);
  rmSync(arena.folder, { recursive: true, force: true });
});
