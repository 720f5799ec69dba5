import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chartOf, createIdMaker, localWorkspaceId } from '@retinue/protocol';
import { z } from 'zod';
import type { Json } from '../ports/model.ts';
import { loadCatalogue, loadSampleCatalogue } from './catalogue/catalogue.ts';
import { parseCsv } from './catalogue/csv.ts';
import { builtInTools, createTools } from './tools.ts';

const catalogue = loadSampleCatalogue();
const tools = builtInTools(catalogue);

test('[T1] [P3] every built-in tool only reads, reaches nothing outside, and has a strict JSON schema that a model can read', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      'listDatasets',
      'searchDatasets',
      'getDatasetDetails',
      'queryDataset',
      'calculate',
      'displayLineChart',
      'displayBarChart',
      'suggestFollowUps',
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

test('[T1] the registry finds a tool by its name, and refuses two of one name', () => {
  assert.equal(createTools(tools).find('calculate')?.name, 'calculate');
  assert.equal(createTools(tools).find('launch'), null);
  assert.throws(() => createTools([...tools, ...tools]), /same name/);
});

test('[T2] searchDatasets puts the table that a question is about first, and finds nothing for what is not there', async () => {
  const cases = {
    'electric cars Norway': 'electric-cars',
    'PM2.5 Oslo': 'air-quality',
    'gas price': 'energy-prices',
    'books lent': 'library-use',
    recycling: 'household-waste',
    'train punctuality': 'rail-travel',
    'rents Oslo': 'housing',
    'class size': 'schools',
    'overnight stays': 'tourism',
    'הנוסעים בחיפה': 'public-transport-israel',
    'bus passengers Haifa': 'public-transport-israel',
  };
  for (const [query, datasetId] of Object.entries(cases)) {
    assert.equal(pick(await run('searchDatasets', { query }), 'matches', 0, 'datasetId'), datasetId, query);
  }
  const nothing = await run('searchDatasets', { query: 'volcano' });
  assert.deepEqual(pick(nothing, 'matches'), []);
  assert.deepEqual(
    pick(nothing, 'others'),
    catalogue.datasets.map(({ title }) => title),
  );
});

test('[T2] getDatasetDetails tells columns, units, values and years, and an unknown id is answered with the known ones', async () => {
  const details = await run('getDatasetDetails', { datasetId: 'library-use' });
  assert.equal(pick(details, 'columns', 1, 'lowest'), 2017);
  assert.equal(pick(details, 'columns', 2, 'unit'), 'visits');
  assert.ok(JSON.stringify(pick(details, 'columns', 0, 'values')).includes('Galway'));
  await assert.rejects(run('getDatasetDetails', { datasetId: 'moon' }), /no dataset "moon".*library-use/);
});

test('[T2] listDatasets names every dataset with its measures and years', async () => {
  const datasets = pick(await run('listDatasets', {}), 'datasets') as { title: string }[];
  assert.equal(datasets.length, catalogue.datasets.length);
  assert.deepEqual(datasets[0], {
    datasetId: 'air-quality',
    title: 'Air quality by city and year',
    measures: ['PM2.5', 'NO2', 'Days over the limit'],
    firstYear: 2017,
    lastYear: 2024,
  });
});

test('[T7] [U9] a chart is answered with its own numbers, so that the log carries what is drawn', async () => {
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

test('[T7] [U9] a chart that is too large, uneven, doubled or empty is refused with words that say what to do', () => {
  const series = [{ name: 'Oslo', values: [1, 2] }];
  const good = { title: 'Rent', unit: '', points: ['2022', '2023'], series };
  const many = Array.from({ length: 61 }, (_, index) => String(index));
  const wrong: [drawing: object, words: RegExp][] = [
    [{ ...good, points: ['2022'] }, /"Oslo" has 2 values for 1 points: give one for each/],
    [{ ...good, points: ['2022', '2022'] }, /each point may stand there once/],
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

test('[T3] queryDataset filters, groups, aggregates, sorts and cuts', async () => {
  const answer = await run('queryDataset', {
    datasetId: 'library-use',
    filters: [
      { column: 'year', operator: 'atLeast', value: 2022 },
      { column: 'city', operator: 'in', value: ['leeds', 'Cork', 'Dublin'] },
    ],
    groupBy: ['city'],
    aggregate: [{ column: 'visits', function: 'sum' }],
    sort: [{ column: 'sum_visits', direction: 'descending' }],
    limit: 2,
  });
  const total = (city: string) =>
    rowsOf('library-use')
      .filter((row) => row.city === city && Number(row.year) >= 2022)
      .reduce((sum, row) => sum + Number(row.visits), 0);
  assert.deepEqual(pick(answer, 'rows'), [
    { city: 'Leeds', sum_visits: total('Leeds') },
    { city: 'Dublin', sum_visits: total('Dublin') },
  ]);
  assert.equal(pick(answer, 'rowsBeforeLimit'), 3);
  assert.deepEqual(pick(answer, 'units'), { visits: 'visits' });
});

test('[T3] queryDataset gives plain rows with chosen columns, and text for a year is read as the year', async () => {
  const answer = await run('queryDataset', {
    datasetId: 'air-quality',
    filters: [
      { column: 'year', operator: 'equals', value: '2020' },
      { column: 'city', operator: 'contains', value: 'os' },
    ],
    columns: ['city', 'no2'],
  });
  assert.deepEqual(pick(answer, 'rows'), [{ city: 'Oslo', no2: 21.3 }]);
});

test('[T3] queryDataset names the columns there are when one is unknown or cannot be added up', async () => {
  const wish = { datasetId: 'air-quality' };
  await assert.rejects(
    run('queryDataset', { ...wish, groupBy: ['planet'] }),
    /no column "planet".*city, country, year/,
  );
  await assert.rejects(run('queryDataset', { ...wish, aggregate: [{ column: 'city', function: 'sum' }] }), /is text/);
  await assert.rejects(run('queryDataset', { ...wish, sort: [{ column: 'sum_pm25' }] }), /Cannot sort by "sum_pm25"/);
});

test('[T6] the sample catalogue has at least eight tables with several places and years, each labelled as sample data, one in Hebrew', () => {
  assert.ok(catalogue.datasets.length >= 8);
  const hebrew = catalogue.datasets.filter(({ title }) => /[א-ת]/.test(title));
  assert.equal(hebrew.length, 1);
  for (const { name, title } of hebrew.flatMap(({ columns }) => columns)) assert.match(name + title, /^[א-ת_ ]+$/);
  for (const dataset of catalogue.datasets) {
    assert.match(dataset.description, /Sample data/);
    const distinct = (role: string) => {
      const column = dataset.columns.find((candidate) => candidate.role === role);
      return new Set(dataset.rows.map((row) => row[column?.name ?? ''])).size;
    };
    assert.ok(distinct('place') >= 5 && distinct('time') >= 5, dataset.id);
    for (const column of dataset.columns)
      assert.equal(column.role === 'measure', Boolean(column.unit && column.kind), column.name);
  }
});

test('[T6] a table that does not fit its description is refused with the file and the row', () => {
  const directory = mkdtempSync(join(tmpdir(), 'catalogue-'));
  try {
    const column = { name: 'size', title: 'Size', role: 'measure', type: 'number', description: '' };
    writeFileSync(
      join(directory, 'a.json'),
      JSON.stringify({ id: 'a', title: 'A', description: '', keywords: [], columns: [column] }),
    );
    const load = (csv: string) => {
      writeFileSync(join(directory, 'a.csv'), csv);
      return loadCatalogue(pathToFileURL(`${directory}/`));
    };
    assert.deepEqual(load('size\n1.5\n').datasets[0]?.rows, [{ size: 1.5 }]);
    assert.throws(() => load('size\n1\nbig\n'), /a\.csv, row 3: "big" in column size is not a number/);
    assert.throws(() => load('weight\n1\n'), /has the columns weight/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('[T6] cells in quotes may hold commas, quotes and line breaks', () => {
  assert.deepEqual(parseCsv('a,b\r\n"x, ""y""",\n"two\nlines",3'), [
    ['a', 'b'],
    ['x, "y"', ''],
    ['two\nlines', '3'],
  ]);
});

const ids = createIdMaker(
  () => 0,
  () => 0.5,
);

async function run(name: string, args: Json): Promise<Json> {
  const tool = createTools(tools).find(name);
  assert.ok(tool);
  return tool.run(tool.input.parse(args) as never, {
    workspaceId: localWorkspaceId,
    threadId: ids.thread(),
    callId: ids.call(),
    attempt: 1,
    idempotencyKey: 'key',
    signal: new AbortController().signal,
  });
}

function pick(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

function rowsOf(datasetId: string) {
  return catalogue.datasets.find(({ id }) => id === datasetId)?.rows ?? [];
}
