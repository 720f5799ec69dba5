import type {
  ListedPrice,
  ModelChoice,
  Price,
  PriceSource,
  Rates,
  Refusal,
  Usage,
  WorkspaceId,
} from '@retinue/protocol';
import type { Empty, RecordRequest } from '../log/records.ts';

/** Prices of models. Nothing is fetched for them. */
export interface Prices {
  /** Null if it is unknown. */
  find(workspaceId: WorkspaceId, choice: ModelChoice): Promise<ModelPrice | null>;
}

export interface ModelPrice {
  source: PriceSource;
  rates: Rates;
  /** Millionths of a dollar, rounded up. */
  costMicros(usage: Usage): number;
}

/** The same, with changes. A workspace's own price wins over the known one. */
export interface PriceList extends Prices {
  /** The price without one of the workspace. */
  findKnown(workspaceId: WorkspaceId, choice: ModelChoice): Promise<ModelPrice | null>;
  list(workspaceId: WorkspaceId): Promise<ListedPrice[]>;
  set(request: RecordRequest, price: Price): Promise<ListedPrice | Refusal>;
  remove(request: RecordRequest, model: Pick<Price, 'provider' | 'modelId'>): Promise<Empty | Refusal>;
}
