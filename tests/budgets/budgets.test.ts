import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Played } from './play-budget.ts';
import { playBudget } from './play-budget.ts';

/*
 * Random budgets over random trees, counted by the model and the tools themselves; every fifth model is behind real
 * HTTP. `RETINUE_BUDGETS=1000` plays more of them, `RETINUE_BUDGETS_SEED` starts elsewhere.
 */
const runs = Number(process.env.RETINUE_BUDGETS ?? 120);
const firstSeed = Number(process.env.RETINUE_BUDGETS_SEED ?? 1);
const atOnce = 4;

test(`[D17.2][D31] ${runs} random budgets: the cap and one call for each active agent, and an answer in the end`, async (context) => {
  const played: Played[] = [];
  let next = firstSeed;
  const play = async () => {
    while (next < firstSeed + runs) {
      const seed = next;
      next += 1;
      played.push(await playBudget(seed, { isVerified: seed % 10 === 0 }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, play));
  context.diagnostic(summaryOf(played));
  assert.deepEqual(
    played.flatMap(({ problems }) => problems),
    [],
  );
  const total = (of: (one: Played) => number) => played.reduce((sum, one) => sum + of(one), 0);
  assert.ok(total(({ lastAnswers }) => lastAnswers) > runs / 4, 'many came to the end of their budgets');
  assert.ok(total(({ noticeTurns }) => noticeTurns) > 0, 'results began turns');
  assert.ok(total(({ compactions }) => compactions) > 0, 'summaries were made');
});

function summaryOf(played: readonly Played[]): string {
  const total = (of: (one: Played) => number) => played.reduce((sum, one) => sum + of(one), 0);
  const over = (['tokens', 'costMicros'] as const).map((kind) => {
    const bounded = played.filter(({ budget }) => budget[kind] !== null);
    const excess = bounded.map(
      ({ budget, spent, oneEach }) => (spent[kind] - (budget[kind] ?? 0)) / (oneEach[kind] || 1),
    );
    return `${kind}: ${bounded.length} bounded, ${excess.filter((part) => part > 0).length} over their cap, at most by ${Math.max(0, ...excess).toFixed(2)} of one call each`;
  });
  return [
    `${played.length} trees, ${total(({ spent }) => spent.tasks)} tasks, ${total(({ answers }) => answers)} answers, ${total(({ lastAnswers }) => lastAnswers)} of them last ones, ${total(({ tooSmall }) => tooSmall)} budgets too small for a prompt, ${total(({ noticeTurns }) => noticeTurns)} turns that results began, ${total(({ compactions }) => compactions)} summaries`,
    ...over,
  ].join('; ');
}
