import type { Model, Models } from '../ports/model.ts';

/** The models that this process was built with. A provider's name says which of them an agent gets. */
export function createModels({ providers }: { providers: Readonly<Record<string, Model>> }): Models {
  const byName = new Map(Object.entries(providers));
  return {
    find({ provider }) {
      return byName.get(provider) ?? { problem: unknownProvider(provider, [...byName.keys()]) };
    },
  };
}

function unknownProvider(name: string, known: string[]): string {
  const choice = known.length === 0 ? 'None is set up.' : `There is: ${known.sort().join(', ')}.`;
  return `There is no model provider "${name}". ${choice} Give the agent one of these, or set "${name}" up.`;
}
