import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runSeed } from '../support/random/run-seed.ts';
import type { Finding } from './check/finding.ts';
import { bugsInStops } from './planted/bugs-in-stops.ts';
import { plant } from './planted/plant.ts';
import { playStopRound } from './stop-round.ts';

/* Stops of workspaces and of the server under `kill -9`, and bugs that such a round must find. */
const seed = runSeed('CRASH_SEED');
const folder = mkdtempSync(join(tmpdir(), 'retinue-stops-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('[X43] nothing starts after an acknowledged stop, and everything continues after the resume, across kill -9', async (context) => {
  context.diagnostic(`SEED=${seed}`);
  const round = await playStopRound({ seed, kills: 10, folder: join(folder, 'round') });
  assert.deepEqual(round.findings, [], `SEED=${seed}`);
  assert.ok(round.spans.length >= 3, `only ${round.spans.length} stops were acknowledged and resumed, SEED=${seed}`);
});

for (const [index, { name, changes, caughtAs }] of bugsInStops.entries()) {
  test(`[X43] the checker catches it when ${name}`, async () => {
    const nodeOptions = plant(join(folder, `bug-${index}.json`), changes);
    const found: Finding[] = [];
    const isCaught = () => found.some(({ counter }) => caughtAs.includes(counter));
    for (let round = 0; round < maxRounds && !isCaught(); round += 1) {
      const place = join(folder, `bug-${index}-${round}`);
      found.push(...(await playStopRound({ seed: seed + round, kills: 5, folder: place, nodeOptions })).findings);
    }
    assert.ok(
      isCaught(),
      `not caught as ${caughtAs.join(' or ')}, SEED=${seed}; found: ${JSON.stringify(found, null, 2)}`,
    );
  });
}

/** If the kills of a round come at moments that show nothing, another one is played. */
const maxRounds = 3;
