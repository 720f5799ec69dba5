import { randomBytes } from 'node:crypto';
import type { Client, Delivery, Routes, Webhook } from '@retinue/protocol';
import {
  ApiError,
  deliveryIdSchema,
  localWorkspaceId,
  problemsIn,
  triggerNames,
  webhookIdSchema,
  webhookInputSchema,
} from '@retinue/protocol';
import { ago, count } from '../projections/figures.ts';
import { oneLine } from '../projections/text.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import { type ExitCode, exitCodes, type Failure, wrongUsage } from './exit.ts';

interface Request {
  action: string;
  more: readonly string[];
  triggers: string | null;
  secret: string | null;
}
type Told = { json: unknown; lines: string[] } | Failure;
type Act = (client: Client<Routes>, request: Request) => Promise<Told>;

/** Whom the server tells of what happens. Only a server delivers, so it is asked. */
export async function webhooks(context: Context, request: Request): Promise<{ code: ExitCode } | Failure> {
  const { config, terminal, isJson, invocation } = context;
  const act = Object.hasOwn(actions, request.action) ? actions[request.action as keyof typeof actions] : null;
  if (!act) {
    return wrongUsage(
      `webhooks can't "${request.action}". Actions: ${Object.keys(actions).join(', ')}. See: webhooks --help`,
    );
  }
  const server = await connect(config);
  if (!server) {
    return { code: exitCodes.failed, words: `No server runs on this store. Start one with: ${invocation('start')}` };
  }
  const told = await act(server.client, request).catch(toFailure);
  if ('words' in told) return told;
  terminal.out(isJson ? `${JSON.stringify(told.json)}\n` : told.lines.map((line) => `${line}\n`).join(''));
  return { code: exitCodes.ok };
}

const workspaceId = localWorkspaceId;
const params = { workspaceId };

const actions = {
  async list(client) {
    const { results } = await client.listWebhooks({ params });
    return { json: results, lines: results.length > 0 ? results.map(webhookLine) : ['There is no webhook.'] };
  },
  async add(client, { more: [url = ''], triggers, secret }) {
    const made = secret ?? `whsec_${randomBytes(24).toString('base64')}`;
    const input = webhookInputSchema.safeParse({ url, triggers: triggers?.split(',') ?? triggerNames, secret: made });
    if (!input.success) return wrongUsage(`The webhook can't be added: ${problemsIn(input.error)}`);
    const webhook = await client.createWebhook({ params, body: input.data });
    const lines = secret === null ? [`Its secret, which is not shown again: ${made}`] : [];
    return {
      json: { ...webhook, ...(secret === null ? { secret: made } : {}) },
      lines: [webhookLine(webhook), ...lines],
    };
  },
  async remove(client, { more: [id = ''] }) {
    const webhookId = webhookIdSchema.safeParse(id);
    if (!webhookId.success) return noId('remove <webhook>');
    await client.deleteWebhook({ params: { workspaceId, webhookId: webhookId.data } });
    return { json: { webhookId: webhookId.data }, lines: [`Removed ${webhookId.data}.`] };
  },
  async deliveries(client, { more: [id = ''] }) {
    const webhookId = webhookIdSchema.safeParse(id);
    if (!webhookId.success) return noId('deliveries <webhook>');
    const { results } = await client.listDeliveries({ params: { workspaceId, webhookId: webhookId.data } });
    return { json: results, lines: results.length > 0 ? results.map(deliveryLine) : ['Nothing was delivered yet.'] };
  },
  async redeliver(client, { more: [id = '', ofDelivery = ''] }) {
    const webhookId = webhookIdSchema.safeParse(id);
    const deliveryId = deliveryIdSchema.safeParse(ofDelivery);
    if (!webhookId.success || !deliveryId.success) return noId('redeliver <webhook> <delivery>');
    const place = { workspaceId, webhookId: webhookId.data, deliveryId: deliveryId.data };
    const delivery = await client.redeliver({ params: place });
    return { json: delivery, lines: [deliveryLine(delivery)] };
  },
} satisfies Record<string, Act>;

function webhookLine({ webhookId, url, triggers, isEnabled, disabledReason }: Webhook): string {
  const state = isEnabled ? '' : `  disabled${disabledReason === null ? '' : `: ${oneLine(disabledReason)}`}`;
  return `${webhookId}  ${oneLine(url)}  (${triggers.join(', ')})${state}`;
}

function deliveryLine({ deliveryId, trigger, status, tries, lastError, at }: Delivery): string {
  const error = lastError === null ? '' : `  ${oneLine(lastError)}`;
  return `${deliveryId}  ${status}  ${trigger}, ${ago(Date.now() - at)}, ${count(tries, 'attempt')}${error}`;
}

function noId(usage: string): Failure {
  return wrongUsage(`It is: webhooks ${usage}. \`webhooks list\` shows the ids.`);
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) throw error;
  return { code: error.status === 404 ? exitCodes.wrongUsage : exitCodes.failed, words: error.message };
}
