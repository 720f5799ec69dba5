import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { phrasesOf } from '../language/phrases.ts';
import { type Result, readResult, writeResult } from './result.ts';

test('[G9] a parent reads the same facts, figures, sources and questions that its child wrote', () => {
  const word = fc
    .stringMatching(/^[A-Za-zא-ת0-9][A-Za-zא-ת0-9 .,%()/-]{0,20}[A-Za-zא-ת0-9]$/)
    .map((text) => text.trim());
  const words = fc.array(word, { maxLength: 3 });
  const figures = fc.integer({ min: 1, max: 4 }).chain((count) => {
    const values = fc.array(fc.option(fc.double({ noNaN: true, min: -1e9, max: 1e9, noDefaultInfinity: true })), {
      minLength: count,
      maxLength: count,
    });
    return fc.record({
      title: word,
      unit: fc.oneof(fc.constant(''), word),
      axis: word,
      points: fc.uniqueArray(word, { minLength: count, maxLength: count }),
      series: fc.array(fc.record({ name: word, values }), { minLength: 1, maxLength: 3 }),
    });
  });
  const results = fc.record({
    succeeded: fc.boolean(),
    facts: words,
    remarks: words.map((list) => list.map((one) => `Note: ${one}`)),
    sources: words.map((list) => list.map((one) => `${one}, sample`)),
    figures: fc.array(figures, { maxLength: 3 }),
    next: words.map((list) => list.map((one) => `${one}?`)),
  });
  fc.assert(
    fc.property(results, fc.constantFrom('english' as const, 'hebrew' as const), (result: Result, language) => {
      const text = writeResult(result, phrasesOf(language));
      assert.deepEqual(readResult(text, result.succeeded), plainZeros(result));
    }),
    { seed: 5, numRuns: 300 },
  );
});

/** Text has no negative zero. */
function plainZeros(result: Result): Result {
  return JSON.parse(JSON.stringify(result));
}

test('[G9] a foreign table is read as far as possible, and one without a title is skipped', () => {
  const { facts, figures } = readResult(
    'Done.\n| a | b |\n|---|---|\n| x | 1 |\n\n**Rent**\n| city | 2022 |\n|:--|--:|\n| Oslo | n/a |\n| Lyon | 2 |',
    true,
  );
  assert.deepEqual(facts, ['Done.']);
  assert.deepEqual(figures, [
    { title: 'Rent', unit: '', axis: 'city', points: ['Oslo', 'Lyon'], series: [{ name: '2022', values: [null, 2] }] },
  ]);
});
