import { defineTool, type ExtensionTool, z } from '@retinue/server/extension';
import type { Catalog, Dataset } from '../catalog/catalog.ts';

export function createListDatasets(catalog: Catalog): ExtensionTool {
  return defineTool({
    name: 'listDatasets',
    description:
      'List every dataset of the catalog with what it measures and the years it covers. Use it to see what there is; to find ' +
      'the one for a question, searchDatasets is quicker.',
    effect: 'read',
    reach: 'internal',
    input: z.strictObject({}),
    run: () => ({ datasets: catalog.datasets.map(summarize) }),
  });
}

function summarize(dataset: Dataset) {
  const { id, title, columns, rows } = dataset;
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
