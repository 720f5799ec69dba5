import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CheckedRound } from '../rounds.ts';
import { playChecked, sideBySide } from '../rounds.ts';
import { planFor } from '../subject/plan.ts';
import type { PlantedBug, PlantedRound } from './bug.ts';
import { bugsInEngine } from './bugs-in-engine.ts';
import { bugsInLog } from './bugs-in-log.ts';
import { plant } from './plant.ts';

/*
 * Bugs are planted in the sources as a process loads them, and the checker must catch every one. The same rounds
 * without a bug must stay clean, or the findings would mean nothing.
 */
const plantedBugs = [...bugsInLog, ...bugsInEngine];
const folder = mkdtempSync(join(tmpdir(), 'retinue-planted-'));
const caught = new Map<string, CheckedRound | Error>();
const controls = new Map<string, CheckedRound>();

before(async () => {
  const rounds = new Map(plantedBugs.map(({ round }) => [JSON.stringify(round), round]));
  const plays = [
    ...[...rounds].map(([key, round], index) => async () => {
      controls.set(key, await play([], `control-${index + 1}`, round));
    }),
    ...plantedBugs.map((bug, index) => async () => {
      caught.set(bug.name, await playBug(bug, `bug-${index + 1}`).catch((error: Error) => error));
    }),
  ];
  await sideBySide(plays, (run) => run());
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('[A1, A2, A3, A4, A5] the rounds of the planted bugs are clean without them', () => {
  for (const { name, findings, missedFailpoints } of controls.values()) {
    assert.deepEqual([findings, missedFailpoints], [[], []], name);
  }
});

for (const { name, caughtAs } of plantedBugs) {
  test(`[A1, A2, A3, A4, A5] the checker catches it when ${name}`, () => {
    const round = caught.get(name);
    if (!round || round instanceof Error) throw round ?? new Error('It was never played.');
    const found = round.findings;
    const right = found.filter(({ counter }) => caughtAs.includes(counter));
    assert.ok(right.length > 0, `not caught as ${caughtAs.join(' or ')}; found: ${JSON.stringify(found, null, 2)}`);
  });
}

async function playBug({ changes, round }: PlantedBug, name: string): Promise<CheckedRound> {
  return play(plant(join(folder, 'bugs', name), changes), name, round);
}

function play(
  nodeOptions: readonly string[],
  name: string,
  { size, seed, deaths }: PlantedRound,
): Promise<CheckedRound> {
  return playChecked({ folder, nodeOptions }, name, { plan: planFor(seed, size), deaths });
}
