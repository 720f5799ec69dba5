import { defineTool, type ExtensionTool, type Json, z } from '@retinue/server/extension';
import { type Catalog, type Column, type Dataset, requireDataset } from './catalog.ts';
import { queryInput, queryRows } from './query.ts';
import { createDatasetSearch } from './search-datasets.ts';

/** The tools by which agents read a catalog. */
export function catalogTools(catalog: Catalog): ExtensionTool[] {
  const { datasets } = catalog;
  const search = createDatasetSearch(datasets);
  const reading = { effect: 'read', reach: 'internal' } as const;
  return [
    defineTool({
      ...reading,
      name: 'listDatasets',
      description:
        'List every dataset of the catalog with its measures and the years it covers. To find the dataset for a question, ' +
        'searchDatasets is quicker.',
      input: z.strictObject({}),
      run: () => ({ datasets: datasets.map(summarize) }),
    }),
    defineTool({
      ...reading,
      name: 'searchDatasets',
      description:
        'Search the data catalog by words: topic, measure or place. Gives the best matching datasets first, each with its id; ' +
        'read one with getDatasetDetails before you query it.',
      input: z.strictObject({ query: z.string().min(1).max(500).describe('A few words, e.g. "electric cars Norway"') }),
      run({ query }) {
        const matches = search(query);
        // Without a match, lists all datasets, so that the agent can name them.
        const others = matches.length === 0 ? { others: datasets.map(({ title }) => title) } : {};
        return { query, matches, datasetsInCatalog: datasets.length, ...others };
      },
    }),
    defineTool({
      ...reading,
      name: 'getDatasetDetails',
      description:
        'Describe one dataset: its columns with their units, the places and categories in it, and the years it covers. ' +
        'Use it before queryDataset, so that you filter by names that exist.',
      input: queryInput.pick({ datasetId: true }),
      run: ({ datasetId }) => describe(requireDataset(catalog, datasetId)),
    }),
    defineTool({
      ...reading,
      name: 'queryDataset',
      description:
        'Read rows of a dataset: filter, group, aggregate, sort, limit. An aggregate comes back as a column named after the ' +
        'function and the column, e.g. sum_visits; sort by that name. Without groupBy and aggregate the rows come as they are.',
      input: queryInput,
      run({ datasetId, ...query }) {
        const dataset = requireDataset(catalog, datasetId);
        const result = queryRows(dataset, query);
        return { datasetId, title: dataset.title, units: unitsOf(dataset, result.rows), ...result };
      },
    }),
  ];
}

function summarize({ id, title, columns, rows }: Dataset) {
  const time = columns.find(({ role }) => role === 'time');
  const years = rows.map((row) => Number(row[time?.name ?? ''])).filter(Number.isFinite);
  return {
    datasetId: id,
    title,
    measures: columns.filter(({ role }) => role === 'measure').map((column) => column.title),
    firstYear: years.length > 0 ? Math.min(...years) : null,
    lastYear: years.length > 0 ? Math.max(...years) : null,
  };
}

function describe(dataset: Dataset) {
  const { id, title, description, keywords, columns, rows } = dataset;
  return {
    datasetId: id,
    title,
    description,
    keywords,
    rowCount: rows.length,
    columns: columns.map((column) => ({ ...column, ...describeCells(dataset, column) })),
  };
}

const maxValues = 100;

function describeCells(dataset: Dataset, column: Column): Record<string, Json> {
  const cells = new Set(dataset.rows.map((row) => row[column.name] ?? null).filter((cell) => cell !== null));
  if (column.type === 'text') return { distinctValues: cells.size, values: [...cells].slice(0, maxValues) };
  const numbers = [...cells].map(Number);
  return { lowest: Math.min(...numbers), highest: Math.max(...numbers) };
}

function unitsOf({ columns }: Dataset, rows: object[]): Record<string, string> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const used = columns.filter(({ name }) => names.some((key) => key === name || key.endsWith(`_${name}`)));
  return Object.fromEntries(used.flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));
}
