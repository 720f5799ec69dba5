import type {
  Provider,
  ProviderChanges,
  ProviderId,
  ProviderInput,
  ProviderTest,
  WorkspaceId,
} from '@retinue/protocol';
import type { Model } from './model.ts';
import type { RecordReply, RecordWish } from './records.ts';

/** Whom a workspace may ask for models. No key ever comes out of here. */
export interface Providers {
  list(workspaceId: WorkspaceId): Promise<Provider[]>;
  find(workspaceId: WorkspaceId, providerId: ProviderId): Promise<Provider | null>;
  create(wish: RecordWish, input: ProviderInput): Promise<RecordReply<Provider>>;
  update(wish: RecordWish, providerId: ProviderId, changes: ProviderChanges): Promise<RecordReply<Provider>>;
  remove(wish: RecordWish, providerId: ProviderId): Promise<RecordReply<null>>;
  /** Asks a model of it, the first unless another is named, for one word. */
  test(workspaceId: WorkspaceId, providerId: ProviderId, modelId?: string): Promise<RecordReply<ProviderTest>>;
  /** Asks it as it is now; null when it is not there. */
  model(workspaceId: WorkspaceId, providerId: ProviderId): Promise<Model | null>;
}
