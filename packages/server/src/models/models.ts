import type { ModelChoice, Reason, WorkspaceId } from '@retinue/protocol';
import { providerIdSchema } from '@retinue/protocol';
import type { Model, Models } from '../ports/engine/model.ts';
import type { Providers } from '../ports/settings/providers.ts';

export interface ModelsOptions {
  /** Built-in ones of this process, by name. */
  providers: Readonly<Record<string, Model>>;
  /** Those of a workspace, by id. */
  stored?: Pick<Providers, 'list' | 'model'>;
}

/** A provider's name determines an agent's model: a built-in one, or one of its workspace. */
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
): Promise<Reason> {
  const own = (await stored?.list(workspaceId)) ?? [];
  const known = [...builtIn, ...own.map(({ providerId }) => providerId)];
  return { code: 'no-provider', provider: name, known: known.sort() };
}
