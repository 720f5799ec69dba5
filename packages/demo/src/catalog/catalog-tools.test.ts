import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createIdMaker, localWorkspaceId } from '@retinue/protocol';
import type { Json } from '@retinue/server/extension';
import { loadCatalog, loadSampleCatalog, parseCsv } from './catalog.ts';
import { catalogTools } from './catalog-tools.ts';

const catalog = loadSampleCatalog();
const tools = catalogTools(catalog);

test('[T2] searchDatasets lists the best matching table first, and finds nothing for a missing subject', async () => {
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
    catalog.datasets.map(({ title }) => title),
  );
});

test('[T2] getDatasetDetails returns columns, units, values and years, and an unknown id gets a reply with the known ones', async () => {
  const details = await run('getDatasetDetails', { datasetId: 'library-use' });
  assert.equal(pick(details, 'columns', 1, 'lowest'), 2017);
  assert.equal(pick(details, 'columns', 2, 'unit'), 'visits');
  assert.ok(JSON.stringify(pick(details, 'columns', 0, 'values')).includes('Galway'));
  await assert.rejects(run('getDatasetDetails', { datasetId: 'moon' }), /no dataset "moon".*library-use/);
});

test('[T2] listDatasets names every dataset with its measures and years', async () => {
  const datasets = pick(await run('listDatasets', {}), 'datasets') as { title: string }[];
  assert.equal(datasets.length, catalog.datasets.length);
  assert.deepEqual(datasets[0], {
    datasetId: 'air-quality',
    title: 'Air quality by city and year',
    measures: ['PM2.5', 'NO2', 'Days over the limit'],
    firstYear: 2017,
    lastYear: 2024,
  });
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

test('[T3] queryDataset returns plain rows with chosen columns, and reads a year given as text', async () => {
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

test('[T3] queryDataset lists the columns if one is unknown or cannot be added up', async () => {
  const query = { datasetId: 'air-quality' };
  await assert.rejects(
    run('queryDataset', { ...query, groupBy: ['planet'] }),
    /no column "planet".*city, country, year/,
  );
  await assert.rejects(run('queryDataset', { ...query, aggregate: [{ column: 'city', function: 'sum' }] }), /is text/);
  await assert.rejects(run('queryDataset', { ...query, sort: [{ column: 'sum_pm25' }] }), /Cannot sort by "sum_pm25"/);
});

test('[T6] the sample catalog has at least eight tables with several places and years, each labeled as sample data, one in Hebrew', () => {
  assert.ok(catalog.datasets.length >= 8);
  const hebrew = catalog.datasets.filter(({ title }) => /[א-ת]/.test(title));
  assert.equal(hebrew.length, 1);
  for (const { name, title } of hebrew.flatMap(({ columns }) => columns)) assert.match(name + title, /^[א-ת_ ]+$/);
  for (const dataset of catalog.datasets) {
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
  const directory = mkdtempSync(join(tmpdir(), 'catalog-'));
  try {
    const column = { name: 'size', title: 'Size', role: 'measure', type: 'number', description: '' };
    writeFileSync(
      join(directory, 'a.json'),
      JSON.stringify({ id: 'a', title: 'A', description: '', keywords: [], columns: [column] }),
    );
    const load = (csv: string) => {
      writeFileSync(join(directory, 'a.csv'), csv);
      return loadCatalog(pathToFileURL(`${directory}/`));
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
  const tool = tools.find((one) => one.name === name);
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

function pick(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

function rowsOf(datasetId: string) {
  return catalog.datasets.find(({ id }) => id === datasetId)?.rows ?? [];
}
