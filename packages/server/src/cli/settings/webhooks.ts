import { randomBytes } from 'node:crypto';
import type { Client, Delivery, Routes, Webhook } from '@retinue/protocol';
import {
  deliveryIdSchema,
  deliveryProblemText,
  disabledReasonText,
  localWorkspaceId,
  problemsIn,
  triggerNames,
  webhookIdSchema,
  webhookInputSchema,
} from '@retinue/protocol';
import { count } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import type { CommandInput } from '../arguments.ts';
import { connectToServer } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import { usageError } from '../exit.ts';
import { ago } from '../lists/ago.ts';

type Act = (client: Client<Routes>, input: CommandInput) => Promise<{ json: unknown; lines: string[] }>;

/** Shows and changes webhooks. Only a running server delivers them. */
export async function webhooks(context: Context, input: CommandInput): Promise<void> {
  const { action = '' } = input.given;
  const act: Act | null = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : null;
  if (!act) {
    const known = Object.keys(actions).join(', ');
    throw usageError(`There is no action "${action}". Actions: ${known}. See: webhooks --help`);
  }
  const { json, lines } = await act(await connectToServer(context), input);
  print(context, json, lines.join('\n'));
}

const params = { workspaceId: localWorkspaceId };

const actions = {
  async list(client) {
    const { results } = await client.listWebhooks({ params });
    return { json: results, lines: results.length > 0 ? results.map(webhookLine) : ['No webhooks.'] };
  },
  async add(client, { more: [url = ''], given: { triggers, secret } }) {
    const made = secret ?? `whsec_${randomBytes(24).toString('base64')}`;
    const input = webhookInputSchema.safeParse({ url, triggers: triggers?.split(',') ?? triggerNames, secret: made });
    if (!input.success) throw usageError(`The webhook can't be added: ${problemsIn(input.error)}`);
    const webhook = await client.createWebhook({ params, body: input.data });
    if (secret !== undefined) return { json: webhook, lines: [webhookLine(webhook)] };
    return { json: { ...webhook, secret: made }, lines: [webhookLine(webhook), `Secret, shown only once: ${made}`] };
  },
  async remove(client, { more: [id = ''] }) {
    const webhookId = webhookIn(id, 'remove <webhook>');
    await client.deleteWebhook({ params: { ...params, webhookId } });
    return { json: { webhookId }, lines: [`Removed ${webhookId}.`] };
  },
  async deliveries(client, { more: [id = ''] }) {
    const webhookId = webhookIn(id, 'deliveries <webhook>');
    const { results } = await client.listDeliveries({ params: { ...params, webhookId } });
    return { json: results, lines: results.length > 0 ? results.map(deliveryLine) : ['No deliveries yet.'] };
  },
  async redeliver(client, { more: [id = '', named = ''] }) {
    const usage = 'redeliver <webhook> <delivery>';
    const webhookId = webhookIn(id, usage);
    const deliveryId = deliveryIdSchema.safeParse(named).data;
    if (!deliveryId) throw wrongIds(usage);
    const delivery = await client.redeliver({ params: { ...params, webhookId, deliveryId } });
    return { json: delivery, lines: [deliveryLine(delivery)] };
  },
} satisfies Record<string, Act>;

function webhookIn(id: string, usage: string): Webhook['webhookId'] {
  const webhookId = webhookIdSchema.safeParse(id).data;
  if (!webhookId) throw wrongIds(usage);
  return webhookId;
}

function wrongIds(usage: string) {
  return usageError(`Usage: webhooks ${usage}. \`webhooks list\` shows the ids.`);
}

function webhookLine({ webhookId, url, triggers, isEnabled, disabledReason }: Webhook): string {
  const state = isEnabled
    ? ''
    : `  disabled${disabledReason === null ? '' : `: ${oneLine(disabledReasonText(disabledReason))}`}`;
  return `${webhookId}  ${oneLine(url)}  (${triggers.join(', ')})${state}`;
}

function deliveryLine({ deliveryId, trigger, status, tries, lastError, at }: Delivery): string {
  const error = lastError === null ? '' : `  ${oneLine(deliveryProblemText(lastError))}`;
  return `${deliveryId}  ${status}  ${trigger}, ${ago(Date.now() - at)}, ${count(tries, 'attempt')}${error}`;
}
