import type { Tool, Tools } from '../ports/tool.ts';
import { calculate } from './calculate.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { displayBarChart, displayLineChart } from './display-chart.ts';
import { createGetDatasetDetails } from './get-dataset-details.ts';
import { createListDatasets } from './list-datasets.ts';
import { createQueryDataset } from './query-dataset.ts';
import { createSearchDatasets } from './search-datasets.ts';
import { suggestFollowUps } from './suggest-follow-ups.ts';

export function createTools(tools: Tool[]): Tools {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length)
    throw new Error(`Two tools have the same name: ${tools.map(({ name }) => name).join(', ')}.`);
  return { find: (name) => byName.get(name) ?? null, list: () => tools };
}

export function builtInTools(catalogue: Catalogue): Tool[] {
  return [
    createListDatasets(catalogue),
    createSearchDatasets(catalogue),
    createGetDatasetDetails(catalogue),
    createQueryDataset(catalogue),
    calculate,
    displayLineChart,
    displayBarChart,
    suggestFollowUps,
  ];
}
