import { defineTool, type ExtensionTool, z } from '@retinue/server/extension';
import { type Catalog, requireDataset } from '../catalog/catalog.ts';
import { queryRows } from '../catalog/query.ts';

export function createQueryDataset(catalog: Catalog): ExtensionTool {
  return defineTool({
    name: 'queryDataset',
    description:
      'Read rows of a dataset: filter, group, aggregate, sort, limit. An aggregate comes back as a column named after the ' +
      'function and the column, e.g. sum_visits; sort by that name. Without groupBy and aggregate the rows come as they are.',
    effect: 'read',
    reach: 'internal',
    input: queryInput,
    run({ datasetId, ...query }) {
      const dataset = requireDataset(catalog, datasetId);
      const { rows, rowsBeforeLimit } = queryRows(dataset, query);
      const names = new Set(rows.flatMap((row) => Object.keys(row)));
      const used = dataset.columns.filter(({ name }) =>
        [...names].some((key) => key === name || key.endsWith(`_${name}`)),
      );
      return {
        datasetId,
        title: dataset.title,
        units: Object.fromEntries(used.flatMap(({ name, unit }) => (unit ? [[name, unit]] : []))),
        rows,
        rowsBeforeLimit,
      };
    },
  });
}

const columnName = z.string().min(1).describe('Name of a column, from getDatasetDetails');
const cell = z.union([z.string(), z.number()]);

const queryInput = z.strictObject({
  datasetId: z.string().min(1).describe('An id from searchDatasets'),
  filters: z
    .array(
      z.strictObject({
        column: columnName,
        operator: z.enum(['equals', 'notEquals', 'in', 'atLeast', 'atMost', 'contains']),
        value: z.union([cell, z.array(cell).min(1)]).describe('One value, or a list of them for "in"'),
      }),
    )
    .default([])
    .describe('A row must pass all of them'),
  groupBy: z.array(columnName).default([]).describe('One row per combination of these columns'),
  aggregate: z
    .array(z.strictObject({ column: columnName, function: z.enum(['sum', 'mean', 'min', 'max', 'count']) }))
    .default([])
    .describe('What to work out per group, or over all rows when groupBy is empty'),
  columns: z.array(columnName).default([]).describe('Only these columns; not together with groupBy or aggregate'),
  sort: z
    .array(
      z.strictObject({
        column: z.string().min(1),
        direction: z.enum(['ascending', 'descending']).default('ascending'),
      }),
    )
    .default([])
    .describe('Columns of the answer to sort by, the first one first'),
  limit: z.int().min(1).max(500).default(100).describe('At most this many rows'),
});
