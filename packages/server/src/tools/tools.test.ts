import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartOf, createIdMaker, localWorkspaceId } from '@retinue/protocol';
import { z } from 'zod';
import { installedTools as tools } from '../../../../tests/support/tools/demo-tools.ts';
import type { Json } from '../ports/engine/model.ts';
import { createTools } from './tools.ts';

test('[T1] [P3] every built-in tool only reads, reaches nothing outside, and has a strict JSON schema that a model can read', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      'calculate',
      'displayLineChart',
      'displayBarChart',
      'suggestFollowUps',
      'listDatasets',
      'searchDatasets',
      'getDatasetDetails',
      'queryDataset',
    ],
  );
  for (const tool of tools) {
    assert.equal(tool.effect, 'read');
    assert.equal(tool.reach, 'internal');
    const schema = z.toJSONSchema(tool.input, { io: 'input' });
    assert.equal(schema.additionalProperties, false);
    for (const property of Object.values(schema.properties ?? {})) {
      assert.ok(typeof property === 'object' && property.description, `${tool.name} explains each argument`);
    }
    assert.equal(tool.input.safeParse({ unknown: 1 }).success, false);
  }
});

test('[T1] the registry finds a tool by its name, and refuses duplicate names', () => {
  assert.equal(createTools(tools).find('calculate')?.name, 'calculate');
  assert.equal(createTools(tools).find('launch'), null);
  assert.throws(() => createTools([...tools, ...tools]), /same name/);
});

test('[T7] [U9] a chart call returns its own numbers, so that the log has the drawn values', async () => {
  const drawing = {
    title: 'Rent',
    unit: 'EUR',
    points: ['2022', '2023'],
    series: [{ name: 'Oslo', values: [1.5, null] }],
  };
  for (const [name, kind] of [
    ['displayLineChart', 'line'],
    ['displayBarChart', 'bar'],
  ] as const) {
    const chart = await run(name, drawing);
    assert.deepEqual(chart, { kind, ...drawing });
    assert.deepEqual(chartOf({ name, status: 'done', output: { value: chart } }), chart);
    assert.equal(chartOf({ name, status: 'failed', output: { value: chart } }), null);
    assert.equal(chartOf({ name, status: 'done', output: { value: 'cut off' } }), null);
  }
  assert.equal(chartOf({ name: 'calculate', status: 'done', output: { value: { kind: 'line', ...drawing } } }), null);
});

test('[T7] [U9] a chart that is too large, uneven, duplicated or empty is refused with the remedy', () => {
  const series = [{ name: 'Oslo', values: [1, 2] }];
  const good = { title: 'Rent', unit: '', points: ['2022', '2023'], series };
  const many = Array.from({ length: 61 }, (_, index) => String(index));
  const wrong: [drawing: object, words: RegExp][] = [
    [{ ...good, points: ['2022'] }, /"Oslo" has 2 values for 1 points: give one for each/],
    [{ ...good, points: ['2022', '2022'] }, /each point may appear once/],
    [{ ...good, series: [{ name: 'Oslo', values: [null, null] }] }, /no value to draw/],
    [{ ...good, points: many, series: [{ name: 'Oslo', values: many.map(Number) }] }, /<=60/],
    [{ ...good, series: Array.from({ length: 9 }, () => series[0]) }, /<=8/],
    [{ ...good, series: [{ name: 'Oslo', values: [1, 'two'] }] }, /expected number/],
    [{ ...good, colour: 'red' }, /colour/],
  ];
  for (const name of ['displayLineChart', 'displayBarChart']) {
    const input = createTools(tools).find(name)?.input;
    assert.ok(input?.safeParse(good).success);
    for (const [drawing, words] of wrong) {
      const problems = input.safeParse(drawing).error?.issues.map(({ message }) => message);
      assert.match(problems?.join('\n') ?? '', words);
    }
  }
});

test('[T8] [U9] suggestFollowUps keeps one to five questions, each once', async () => {
  assert.deepEqual(await run('suggestFollowUps', { questions: [' Why? ', 'Why?', 'When?'] }), {
    questions: ['Why?', 'When?'],
  });
  const input = createTools(tools).find('suggestFollowUps')?.input;
  for (const questions of [[], [''], Array.from({ length: 6 }, (_, index) => `${index}?`)])
    assert.equal(input?.safeParse({ questions }).success, false);
});

const ids = createIdMaker(
  () => 0,
  () => 0.5,
);

async function run(name: string, args: Json): Promise<Json> {
  const tool = createTools(tools).find(name);
  assert.ok(tool);
  return tool.run(tool.input.parse(args), {
    workspaceId: localWorkspaceId,
    threadId: ids.thread(),
    callId: ids.call(),
    attempt: 1,
    idempotencyKey: 'key',
    signal: new AbortController().signal,
  });
}
