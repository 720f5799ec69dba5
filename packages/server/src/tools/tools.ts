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

/** One more that can be found, and is not in the list to choose from. */
export function withTool(tools: Tools, tool: Tool): Tools {
  return { find: (name) => (name === tool.name ? tool : tools.find(name)), list: () => tools.list() };
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
