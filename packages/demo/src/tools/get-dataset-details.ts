import { defineTool, type ExtensionTool, type Json, z } from '@retinue/server/extension';
import { type Catalog, type Column, type Dataset, requireDataset } from '../catalog/catalog.ts';

export function createGetDatasetDetails(catalog: Catalog): ExtensionTool {
  return defineTool({
    name: 'getDatasetDetails',
    description:
      'Describe one dataset: its columns with their units, the places and categories in it, and the years it covers. ' +
      'Use it before queryDataset, so that you filter by names that exist.',
    effect: 'read',
    reach: 'internal',
    input: z.strictObject({ datasetId: z.string().min(1).describe('An id from searchDatasets') }),
    run({ datasetId }) {
      const dataset = requireDataset(catalog, datasetId);
      const { title, description, keywords, columns, rows } = dataset;
      return {
        datasetId,
        title,
        description,
        keywords,
        rowCount: rows.length,
        columns: columns.map((column) => ({ ...describeColumn(column), ...describeCells(dataset, column) })),
      };
    },
  });
}

const maxValues = 100;

function describeColumn({ name, title, role, type, description, unit, kind, better, alsoCalled, aliases }: Column) {
  return {
    name,
    title,
    role,
    type,
    description,
    unit: unit ?? null,
    kind: kind ?? null,
    better: better ?? null,
    alsoCalled: alsoCalled ?? [],
    aliases: aliases ?? {},
  };
}

function describeCells(dataset: Dataset, column: Column): Record<string, Json> {
  const cells = new Set(dataset.rows.map((row) => row[column.name] ?? null).filter((cell) => cell !== null));
  if (column.type === 'text') return { distinctValues: cells.size, values: [...cells].slice(0, maxValues) };
  const numbers = [...cells].map(Number);
  return { lowest: Math.min(...numbers), highest: Math.max(...numbers) };
}
