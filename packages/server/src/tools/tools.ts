import type { Tool, Tools } from '../ports/tool.ts';
import { calculate } from './calculate.ts';
import { displayBarChart, displayLineChart } from './display-chart.ts';
import { suggestFollowUps } from './suggest-follow-ups.ts';

export function createTools(tools: Tool[]): Tools {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length)
    throw new Error(`Two tools have the same name: ${tools.map(({ name }) => name).join(', ')}.`);
  return { find: (name) => byName.get(name) ?? null, list: () => tools };
}

/** One more that can be found, and is not in the list to choose from. */
export function withHiddenTool(tools: Tools, tool: Tool): Tools {
  return { find: (name) => (name === tool.name ? tool : tools.find(name)), list: () => tools.list() };
}

export const builtInTools: Tool[] = [calculate, displayLineChart, displayBarChart, suggestFollowUps];
