import { z } from 'zod';
import { deliveryIdSchema, webhookIdSchema } from '../ids.ts';
import {
  deliverySchema,
  webhookChangesSchema,
  webhookInputSchema,
  webhookSchema,
  webhookTestSchema,
} from '../records/webhooks.ts';
import { route } from './route.ts';
import { done, places } from './shapes.ts';

const webhooks = '/api/workspaces/{workspaceId}/webhooks';
const webhook = `${webhooks}/{webhookId}` as const;
const webhookPlace = places.workspace.extend({ webhookId: webhookIdSchema });

/** Whom a workspace tells of what happens in it. */
export const webhookRoutes = {
  listWebhooks: route('GET', webhooks, {
    policy: 'owner',
    summary: 'The webhooks of a workspace. Their secrets are never shown.',
    params: places.workspace,
    reply: z.strictObject({ results: z.array(webhookSchema) }),
  }),
  createWebhook: route('POST', webhooks, {
    policy: 'owner',
    summary: 'A new webhook, for what happens from now on. It is signed with its secret, which is kept sealed.',
    params: places.workspace,
    body: webhookInputSchema,
    reply: webhookSchema,
    status: 201,
  }),
  changeWebhook: route('PATCH', webhook, {
    policy: 'owner',
    summary: 'Changes a webhook. What happened while it was disabled is not sent.',
    isVersioned: true,
    params: webhookPlace,
    body: webhookChangesSchema,
    reply: webhookSchema,
  }),
  deleteWebhook: route('DELETE', webhook, {
    policy: 'owner',
    summary: 'Deletes a webhook with its deliveries.',
    params: webhookPlace,
    reply: done,
  }),
  testWebhook: route('POST', `${webhook}/test`, {
    policy: 'owner',
    summary: 'Sends a small message of the type `test`, and tells how it went.',
    isRepeatable: true,
    params: webhookPlace,
    reply: webhookTestSchema,
  }),
  listDeliveries: route('GET', `${webhook}/deliveries`, {
    policy: 'owner',
    summary: 'The last 50 deliveries of a webhook, the newest first.',
    params: webhookPlace,
    reply: z.strictObject({ results: z.array(deliverySchema) }),
  }),
  redeliver: route('POST', `${webhook}/deliveries/{deliveryId}/redeliver`, {
    policy: 'owner',
    summary: 'Sends one delivery again now, under the same id, and tells what became of it.',
    isRepeatable: true,
    params: webhookPlace.extend({ deliveryId: deliveryIdSchema }),
    reply: deliverySchema,
  }),
} as const;
