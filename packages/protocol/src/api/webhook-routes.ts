import { z } from 'zod';
import {
  deliverySchema,
  webhookChangesSchema,
  webhookInputSchema,
  webhookSchema,
  webhookTestSchema,
} from '../records/webhooks.ts';
import { route } from './route.ts';
import { done } from './shapes.ts';

const webhooks = '/api/workspaces/{workspaceId}/webhooks';
const webhook = `${webhooks}/{webhookId}` as const;

/** Addresses that a workspace notifies of its events. */
export const webhookRoutes = {
  listWebhooks: route('GET', webhooks, {
    policy: 'owner',
    summary: 'Lists the webhooks of a workspace. Their secrets are never returned.',
    reply: z.strictObject({ results: z.array(webhookSchema) }),
  }),
  createWebhook: route('POST', webhooks, {
    policy: 'owner',
    summary: 'Creates a webhook for later events. Deliveries are signed with its secret, which is stored encrypted.',
    body: webhookInputSchema,
    reply: webhookSchema,
    status: 201,
  }),
  changeWebhook: route('PATCH', webhook, {
    policy: 'owner',
    summary: 'Changes a webhook. Events from while it was disabled are not sent.',
    isVersioned: true,
    body: webhookChangesSchema,
    reply: webhookSchema,
  }),
  deleteWebhook: route('DELETE', webhook, {
    policy: 'owner',
    summary: 'Deletes a webhook with its deliveries.',
    reply: done,
  }),
  testWebhook: route('POST', `${webhook}/test`, {
    policy: 'owner',
    summary: 'Sends a small message of the type `test`, and returns the outcome.',
    isRepeatable: true,
    reply: webhookTestSchema,
  }),
  listDeliveries: route('GET', `${webhook}/deliveries`, {
    policy: 'owner',
    summary: 'Lists the last 50 deliveries of a webhook, newest first.',
    reply: z.strictObject({ results: z.array(deliverySchema) }),
  }),
  redeliver: route('POST', `${webhook}/deliveries/{deliveryId}/redeliver`, {
    policy: 'owner',
    summary: 'Sends a delivery again now, under the same id, and returns the outcome.',
    isRepeatable: true,
    reply: deliverySchema,
  }),
} as const;
