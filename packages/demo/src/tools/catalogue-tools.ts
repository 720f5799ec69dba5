import type { ExtensionTool } from '@retinue/server/extension';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { createGetDatasetDetails } from './get-dataset-details.ts';
import { createListDatasets } from './list-datasets.ts';
import { createQueryDataset } from './query-dataset.ts';
import { createSearchDatasets } from './search-datasets.ts';

export function catalogueTools(catalogue: Catalogue): ExtensionTool[] {
  return [
    createListDatasets(catalogue),
    createSearchDatasets(catalogue),
    createGetDatasetDetails(catalogue),
    createQueryDataset(catalogue),
  ];
}
