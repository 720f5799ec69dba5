import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartsOf, checkChart } from './chart-check.ts';
import { ask, type Play } from './play.ts';
import { generate, generateHebrew, generatePair } from './questions.ts';
import { createRandom } from './tables.ts';

/*
 * Generated questions; every expected number is computed straight from the tables.
 */

test('[G4] generated questions about any table, measure, place and years are answered with the numbers of the tables', async () => {
  const random = createRandom(20261116);
  for (let round = 0; round < 300; round += 1) {
    const { question, expected } = generate(random);
    holds(question, await ask(question), [expected]);
  }
});

test('[G4] [G9] a generated question about any two tables is answered with the numbers of both, and drawn with them', async () => {
  const random = createRandom(20261117);
  let drawn = 0;
  for (let round = 0; round < 300; round += 1) {
    const { question, expected } = generatePair(random);
    const play = await ask(question);
    holds(question, play, expected);
    drawn += chartsOf(play).length;
  }
  assert.ok(drawn > 50, `${drawn} charts were drawn`);
});

test('[G12] [G9] generated Hebrew questions are answered in Hebrew with the numbers of the table', async () => {
  const random = createRandom(20261118);
  for (let round = 0; round < 120; round += 1) {
    const { question, expected } = generateHebrew(random);
    const play = await ask(question);
    holds(question, play, [expected]);
    assert.match(play.text, /נתוני דוגמה[\s\S]*מודל ההדגמה/);
  }
});

test('[G10] a suggested question is answered when it is asked, in the same chat', async () => {
  const random = createRandom(20261119);
  let offered = 0;
  for (let round = 0; round < 60; round += 1) {
    const { question } = round % 4 === 0 ? generateHebrew(random) : generate(random);
    const first = await ask(question);
    for (const next of followUpsOf(first)) {
      offered += 1;
      const play = await ask(next, { before: first.messages });
      assert.doesNotMatch(play.text, /could not|לא הצלחתי|Note:|הערה:/, `${question}\n${next}\n${play.text}`);
      for (const chart of chartsOf(play)) checkChart(chart);
    }
  }
  assert.ok(offered > 60, `${offered} questions were offered`);
});

function holds(question: string, play: Play, expected: string[]): void {
  for (const words of expected)
    assert.ok(play.text.includes(words), `${question}\n"${words}" is missing in:\n${play.text}`);
  for (const chart of chartsOf(play)) checkChart(chart);
}

function followUpsOf({ calls }: Play): string[] {
  const [call] = calls.filter(({ name }) => name === 'suggestFollowUps');
  return (call?.args as { questions: string[] } | undefined)?.questions ?? [];
}
