import type {
  Delivery,
  DeliveryId,
  Webhook,
  WebhookChanges,
  WebhookId,
  WebhookInput,
  WebhookTest,
  WorkspaceId,
} from '@retinue/protocol';
import type { RecordReply, RecordWish } from './records.ts';

/** Whom workspaces tell of what happens in them. No secret ever comes out of here. */
export interface Webhooks {
  list(workspaceId: WorkspaceId): Promise<Webhook[]>;
  create(wish: RecordWish, input: WebhookInput): Promise<RecordReply<Webhook>>;
  update(wish: RecordWish, webhookId: WebhookId, changes: WebhookChanges): Promise<RecordReply<Webhook>>;
  remove(wish: RecordWish, webhookId: WebhookId): Promise<RecordReply<null>>;
  /** Sends a message that means nothing. */
  test(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<RecordReply<WebhookTest>>;
  /** The newest first. */
  deliveries(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<RecordReply<Delivery[]>>;
  redeliver(workspaceId: WorkspaceId, webhookId: WebhookId, deliveryId: DeliveryId): Promise<RecordReply<Delivery>>;
  /** Begins to deliver, from where each one stands. */
  start(): void;
  /** What is under way is let go of: it is sent again later. */
  stop(): Promise<void>;
}
