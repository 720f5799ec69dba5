import type { ExtensionTool } from '@retinue/server/extension';
import type { Catalog } from '../catalog/catalog.ts';
import { createGetDatasetDetails } from './get-dataset-details.ts';
import { createListDatasets } from './list-datasets.ts';
import { createQueryDataset } from './query-dataset.ts';
import { createSearchDatasets } from './search-datasets.ts';

export function catalogTools(catalog: Catalog): ExtensionTool[] {
  return [
    createListDatasets(catalog),
    createSearchDatasets(catalog),
    createGetDatasetDetails(catalog),
    createQueryDataset(catalog),
  ];
}
