import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { Chart } from '@retinue/protocol';
import fc from 'fast-check';
import { retinueInProcess } from '../../../../../tests/support/apps/dispatched.ts';
import { temporaryDirectory } from '../../../../../tests/support/apps/test-app.ts';
import { createPaint } from '../output/paint.ts';
import { widthOf } from '../output/width.ts';
import { drawChart } from './draw-chart.ts';

const plain = createPaint(false);

test('[K15] bars are as long as their values, with labels, numbers and the unit', () => {
  const chart: Chart = {
    kind: 'bar',
    title: 'Rent',
    unit: 'EUR/m²',
    points: ['Paris', 'Oslo', 'Lyon'],
    series: [{ name: '2022', values: [32, 16, null] }],
  };
  assert.deepEqual(drawChart(chart, 30, plain), [
    'Rent (2022), EUR/m²',
    `Paris ${'█'.repeat(21)} 32`,
    `Oslo  ${'█'.repeat(10)}▌ 16`,
    'Lyon  –',
  ]);
});

test('[K15] with several series each point has a group of bars, and bars below zero go to the left', () => {
  const chart: Chart = {
    kind: 'bar',
    title: 'Change',
    unit: '',
    points: ['Oslo'],
    series: [
      { name: 'up', values: [3] },
      { name: 'down', values: [-3] },
    ],
  };
  const [title, group, up, down] = drawChart(chart, 40, plain);
  assert.deepEqual([title, group], ['Change', 'Oslo']);
  assert.match(up ?? '', /^ {2}up +█+▌? 3$/);
  assert.match(down ?? '', /^ {2}down ▐?█+ -3$/);
  assert.ok((up ?? '').indexOf('█') >= (down ?? '').lastIndexOf('█'));
});

test('[K15] a line is drawn as a sparkline with its name, its first, last, lowest and highest value, and its range', () => {
  const chart: Chart = {
    kind: 'line',
    title: 'Visits',
    unit: 'visits',
    points: ['2019', '2020', '2021'],
    series: [
      { name: 'Leeds', values: [1_000_000, 1_500_000, 2_000_000] },
      { name: 'York', values: [1_200_000, null, 1_000_000] },
      { name: 'Hull', values: [1_100_000, 2_000_000, 1_250_000] },
    ],
  };
  const lines = drawChart(chart, 60, plain);
  assert.deepEqual(lines, [
    'Visits, visits',
    '▁▅█ Leeds  1M → 2M',
    '▂ ▁ York  1.2M → 1M',
    '▁█▃ Hull  1.1M → 1.25M (1.1M to 2M)',
    '2019 to 2021',
  ]);
});

test('[K15] colors distinguish the series if there are any', () => {
  const series = [
    { name: 'a', values: [1, 2] },
    { name: 'b', values: [2, 1] },
  ];
  const chart: Chart = { kind: 'line', title: 't', unit: '', points: ['1', '2'], series };
  const drawn = drawChart(chart, 40, createPaint(true)).join('\n');
  assert.ok(drawn.includes('\u001b[36m') && drawn.includes('\u001b[33m'));
});

test('[K15] no line of a chart is wider than the screen or moves the cursor', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const charts = fc
    .record({
      kind: fc.constantFrom('line' as const, 'bar' as const),
      points: fc.array(text, { minLength: 1, maxLength: 60 }),
    })
    .chain(({ kind, points }) => {
      const values = fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })), {
        minLength: points.length,
        maxLength: points.length,
      });
      const series = fc.array(fc.record({ name: text, values }), { minLength: 1, maxLength: 8 });
      return fc.record({ kind: fc.constant(kind), title: text, unit: text, points: fc.constant(points), series });
    })
    .filter(({ series }) => series.some(({ values }) => values.some((value) => value !== null)));
  fc.assert(
    fc.property(charts, fc.integer({ min: 1, max: 120 }), (chart, columns) => {
      for (const line of drawChart(chart, columns, plain)) {
        assert.ok(widthOf(line) <= columns, `${widthOf(line)} of ${columns}: ${line}`);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches these
        assert.doesNotMatch(line, /[\x00-\x1f\x7f-\x9f]/);
      }
    }),
    { seed: 3, numRuns: 300 },
  );
});

test('[K15] [U9] a run draws charts once, above its answer, with next questions below; tree draws them too, --json and the next turn do not', async () => {
  const data = await temporaryDirectory();
  try {
    const { stdout } = await retinueInProcess(['run', 'Which city had the highest rent in 2022?', '--data', data]);
    const [bars, answer, next] = [/^Paris +█+ 34\.5$/m, /^Highest monthly rent/m, /^→ How did the monthly rent/m];
    assert.ok(stdout.search(bars) > 0 && stdout.search(bars) < stdout.search(answer));
    assert.ok(stdout.search(answer) < stdout.search(next));
    assert.equal(stdout.match(/█ 34\.5$/gm)?.length, 1);
    const tree = await retinueInProcess(['tree', 'last', '--data', data]);
    assert.match(tree.stdout, /displayBarChart .*\n│ {2}Monthly rent \(2022\), EUR\/m²\n│ {2}Paris +█+ 34\.5$/m);
    const sent = await retinueInProcess(['send', 'last', 'What was the rent in Oslo in 2022?', '--data', data]);
    assert.match(sent.stdout, /Monthly rent \(Oslo, 2022\): 25 EUR/);
    assert.doesNotMatch(sent.stdout, /█/);
    const json = await retinueInProcess([
      'send',
      'last',
      'Which city had the lowest rent in 2022?',
      '--json',
      '--data',
      data,
    ]);
    assert.doesNotMatch(json.stdout, /█/);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
