import type {
  Provider,
  ProviderChanges,
  ProviderId,
  ProviderTest,
  providerInputSchema,
  Refusal,
  WorkspaceId,
} from '@retinue/protocol';
import type { z } from 'zod';
import type { Model } from '../engine/model.ts';
import type { Empty, RecordRequest } from '../log/records.ts';

export type NewProvider = z.output<typeof providerInputSchema>;

/** Providers that a workspace may use for models. Never returns a key. */
export interface Providers {
  list(workspaceId: WorkspaceId): Promise<Provider[]>;
  find(workspaceId: WorkspaceId, providerId: ProviderId): Promise<Provider | null>;
  create(request: RecordRequest, input: NewProvider): Promise<Provider | Refusal>;
  update(request: RecordRequest, providerId: ProviderId, changes: ProviderChanges): Promise<Provider | Refusal>;
  remove(request: RecordRequest, providerId: ProviderId): Promise<Empty | Refusal>;
  /** Sends a short request to one of its models, the first by default. */
  test(workspaceId: WorkspaceId, providerId: ProviderId, modelId?: string): Promise<ProviderTest | Refusal>;
  /** Tests its current settings; null when it is missing. */
  model(workspaceId: WorkspaceId, providerId: ProviderId): Promise<Model | null>;
}
