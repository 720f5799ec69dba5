import type {
  Delivery,
  DeliveryId,
  Refusal,
  Webhook,
  WebhookChanges,
  WebhookId,
  WebhookTest,
  WorkspaceId,
  webhookInputSchema,
} from '@retinue/protocol';
import type { z } from 'zod';
import type { Empty, RecordRequest } from '../log/records.ts';

export type NewWebhook = z.output<typeof webhookInputSchema>;

/** Webhooks of the workspaces. Never returns a secret. */
export interface Webhooks {
  list(workspaceId: WorkspaceId): Promise<Webhook[]>;
  create(request: RecordRequest, input: NewWebhook): Promise<Webhook | Refusal>;
  update(request: RecordRequest, webhookId: WebhookId, changes: WebhookChanges): Promise<Webhook | Refusal>;
  remove(request: RecordRequest, webhookId: WebhookId): Promise<Empty | Refusal>;
  /** Sends a test message. */
  test(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<WebhookTest | Refusal>;
  /** The newest first. */
  deliveries(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<Delivery[] | Refusal>;
  redeliver(workspaceId: WorkspaceId, webhookId: WebhookId, deliveryId: DeliveryId): Promise<Delivery | Refusal>;
  /** Starts to deliver, from each one's position. */
  start(): void;
  /** Drops running deliveries: they are sent again later. */
  stop(): Promise<void>;
}
