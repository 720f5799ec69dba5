import type { ListedPrice, ModelChoice, Price, PriceSource, Rates, Usage, WorkspaceId } from '@retinue/protocol';
import type { RecordReply, RecordWish } from './records.ts';

/** What models cost. Nothing is fetched for it. */
export interface Prices {
  /** Null when nobody knows. */
  find(workspaceId: WorkspaceId, choice: ModelChoice): Promise<ModelPrice | null>;
}

export interface ModelPrice {
  source: PriceSource;
  rates: Rates;
  /** Millionths of a dollar, rounded up. */
  costMicros(usage: Usage): number;
}

/** The same, for who may set them. A price of the workspace's own wins over the one that is known. */
export interface PriceList extends Prices {
  /** What it would cost if the workspace had said nothing. */
  findKnown(workspaceId: WorkspaceId, choice: ModelChoice): Promise<ModelPrice | null>;
  list(workspaceId: WorkspaceId): Promise<ListedPrice[]>;
  set(wish: RecordWish, price: Price): Promise<RecordReply<ListedPrice>>;
  remove(wish: RecordWish, model: Pick<Price, 'provider' | 'modelId'>): Promise<RecordReply<null>>;
}
