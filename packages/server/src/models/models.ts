import type { ModelChoice, WorkspaceId } from '@retinue/protocol';
import { providerIdSchema } from '@retinue/protocol';
import type { Model, Models } from '../ports/model.ts';
import type { Providers } from '../ports/providers.ts';

export interface ModelsOptions {
  /** Those that this process was built with, by name. */
  providers: Readonly<Record<string, Model>>;
  /** Those that a workspace has set up, by id. */
  stored?: Pick<Providers, 'list' | 'model'>;
}

/** A provider's name says which model an agent gets: one of the house, or one of its workspace. */
export function createModels({ providers, stored }: ModelsOptions): Models {
  const byName = new Map(Object.entries(providers));
  return {
    async find(workspaceId, { provider }) {
      const found = byName.get(provider) ?? (await findStored(workspaceId, provider, stored));
      return found ?? { problem: await unknownProvider(workspaceId, provider, [...byName.keys()], stored) };
    },
  };
}

async function findStored(
  workspaceId: WorkspaceId,
  provider: ModelChoice['provider'],
  stored: ModelsOptions['stored'],
): Promise<Model | null> {
  const id = providerIdSchema.safeParse(provider);
  return id.success && stored ? stored.model(workspaceId, id.data) : null;
}

async function unknownProvider(
  workspaceId: WorkspaceId,
  name: string,
  builtIn: readonly string[],
  stored: ModelsOptions['stored'],
): Promise<string> {
  const own = (await stored?.list(workspaceId)) ?? [];
  const known = [...builtIn, ...own.map(({ providerId }) => providerId)];
  const choice = known.length === 0 ? 'None is set up.' : `There is: ${known.sort().join(', ')}.`;
  return `There is no model provider "${name}". ${choice} Give the agent one of these, or set "${name}" up.`;
}
