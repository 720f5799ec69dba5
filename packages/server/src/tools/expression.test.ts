import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { evaluate } from './expression.ts';

test('[T4] calculate follows the usual precedence, with powers from right to left', () => {
  const cases: [string, number][] = [
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['-2 ^ 2', -4],
    ['2 ^ 3 ^ 2', 512],
    ['2 ^ -1', 0.5],
    ['10 - 4 - 3', 3],
    ['17 % 5', 2],
    ['7 / 2 / 2', 1.75],
    ['0.1 + 0.2', 0.3],
    ['.5 + 1e3', 1000.5],
    ['3 − 1 × 2', 1],
  ];
  for (const [expression, value] of cases) assert.equal(evaluate(expression), value, expression);
});

test('[T4] calculate knows its functions', () => {
  const cases: [string, number][] = [
    ['sum(1, 2, 3)', 6],
    ['mean(2, 4, 9)', 5],
    ['median(9, 1, 4, 2)', 3],
    ['MIN(3, 1) + max(3, 1)', 4],
    ['round(1.005, 2)', 1.01],
    ['round(-2.345, 2)', -2.35],
    ['round(1234.5, -2)', 1200],
    ['round(1e30, 2)', 1e30],
    ['abs(-3) + sqrt(16) + floor(2.7) + ceil(2.1)', 12],
  ];
  for (const [expression, value] of cases) assert.equal(evaluate(expression), value, expression);
});

test('[T5] calculate refuses an invalid expression, and says what is wrong and where', () => {
  const cases: [string, RegExp][] = [
    ['1 / 0', /divide by zero \(at position 3\)/],
    ['1 +', /a number is missing/],
    ['2 2', /Did not expect "2" \(at position 3\)/],
    ['(1 + 2', /never closed/],
    ['1,000 + 2', /Write 1000, not 1,000/],
    ['process.exit()', /Cannot read "\.exit\(\)"/],
    ['constructor(1)', /no function "constructor"/],
    ['sqrt(-1)', /not a real number/],
    ['9 ^ 999', /too large/],
    ['sum()', /at least one value/],
    ['abs(1, 2)', /takes one value, not 2/],
    ['1 $ 2', /Cannot read "\$ 2"/],
    ['('.repeat(900), /nests deeper/],
    ['-'.repeat(900), /nests deeper/],
  ];
  for (const [expression, words] of cases) assert.throws(() => evaluate(expression), words, expression);
});

test('[T4] calculate agrees with JavaScript on random sums and products', () => {
  const leaf = fc.integer({ min: 1, max: 999 }).map(String);
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc
        .tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree'))
        .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    ),
  }));
  fc.assert(
    fc.property(tree, (expression) => {
      const expected: unknown = new Function(`return ${expression}`)();
      assert.equal(evaluate(expression), Number(Number(expected).toPrecision(15)));
    }),
    { seed: 7, numRuns: 300 },
  );
});
