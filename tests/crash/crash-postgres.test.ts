import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPostgres } from '../postgres/server.ts';
import { runSeed } from '../support/random/run-seed.ts';
import type { Arena, CheckedRound } from './rounds.ts';
import { failpointRounds, playFailpoint, playRandom, sideBySide } from './rounds.ts';

const seed = runSeed('CRASH_SEED');

test('[A1, A2, A3, A4, A5, L8] on PostgreSQL too, a kill around a commit or at random breaks no promise', async (context) => {
  context.diagnostic(`SEED=${seed}`);
  await using server = await startPostgres();
  const arena: Arena = {
    folder: mkdtempSync(join(tmpdir(), 'retinue-crash-')),
    nextStore: async () => ({ kind: 'postgres', url: await server.createDatabase() }),
  };
  const rounds: CheckedRound[] = [];
  const around = failpointRounds(seed, 1).filter(({ name }) => /end-step|start-calls|cancel|open-chat/.test(name));
  const plays = [
    async () => void rounds.push(await playRandom(arena, seed * 100_000, 10)),
    ...around.map((round) => async () => void rounds.push(await playFailpoint(arena, round))),
  ];
  await sideBySide(plays, (play) => play());
  const found = rounds.flatMap(({ name, findings }) =>
    findings.map(({ counter, words }) => `${name}: ${counter}: ${words}`),
  );
  assert.deepEqual(found, [], `SEED=${seed}, kept in ${arena.folder}`);
  assert.ok(rounds.flatMap(({ kills }) => kills).length >= around.length * 2);
  rmSync(arena.folder, { recursive: true, force: true });
});
