import { defineTool, type ExtensionTool, z } from '@retinue/server/extension';
import type { Catalogue, Dataset } from '../catalogue/catalogue.ts';

export function createListDatasets(catalogue: Catalogue): ExtensionTool {
  return defineTool({
    name: 'listDatasets',
    description:
      'List every dataset of the catalogue with what it measures and the years it covers. Use it to see what there is; to find ' +
      'the one for a question, searchDatasets is quicker.',
    effect: 'read',
    reach: 'internal',
    input: z.strictObject({}),
    run: () => ({ datasets: catalogue.datasets.map(summarize) }),
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
