import type {
  AddressProblem,
  Delivery,
  DisabledReason,
  IdMaker,
  LogEvent,
  Refusal,
  TriggerName,
  Webhook,
  WebhookChanges,
  WebhookId,
  WebhookTest,
  WorkspaceId,
} from '@retinue/protocol';
import { isRefusal, refuse } from '@retinue/protocol';
import type { Empty, RecordRequest, Records } from '../ports/log/records.ts';
import { hashRequest } from '../ports/log/records.ts';
import type { NewWebhook, Webhooks } from '../ports/settings/webhooks.ts';
import type { Workspaces } from '../ports/settings/workspaces.ts';
import type { Collection } from '../records/collection.ts';
import { Courier, type DeliveryDeps } from './courier.ts';
import { deliveriesOf, type KeptWebhook, toWebhook, webhooksIn } from './kept-webhook.ts';

export interface WebhooksOptions extends Omit<DeliveryDeps, 'disable' | 'deliveries'> {
  records: Records;
  workspaces: Workspaces;
  ids: IdMaker;
  /** The reason not to send to an address; null if allowed. */
  addressProblem?: (url: string) => Promise<AddressProblem | null>;
}

export function createWebhooks(options: WebhooksOptions): Webhooks {
  return new StoredWebhooks(options);
}

/** Webhooks are records; each has a courier while the server runs. */
class StoredWebhooks implements Webhooks {
  readonly #options: WebhooksOptions;
  readonly #webhooks: Collection<KeptWebhook>;
  readonly #deps: DeliveryDeps;
  readonly #couriers = new Map<WebhookId, Courier>();
  #subscription: Disposable | null = null;
  #starting: Promise<void> = Promise.resolve();
  /** Restarts run one after the other, so that the last one reads the current webhook. */
  #restarting: Promise<void> = Promise.resolve();
  #isStopped = false;
  #stopping: Promise<void> | null = null;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#webhooks = webhooksIn(options.records);
    this.#deps = {
      ...options,
      deliveries: deliveriesOf(options.records),
      disable: (...given) => this.#disable(...given),
    };
  }

  async list(workspaceId: WorkspaceId): Promise<Webhook[]> {
    return (await this.#webhooks.list(workspaceId)).map(({ value, version }) => toWebhook(value, version));
  }

  async create(request: RecordRequest, { secret, ...fields }: NewWebhook): Promise<Webhook | Refusal> {
    const problem = await this.#options.addressProblem?.(fields.url);
    if (problem) return refuse('address-refused', { problem });
    const { ids, clock, log } = this.#options;
    const webhookId = ids.webhook();
    const since = await log.feed.head();
    const bare = { webhookId, ...fields, disabledReason: null, createdAt: clock.now(), since, sinceOf: {}, secret: '' };
    const kept = this.#sealed(request.workspaceId, bare, secret);
    const reply = await this.#webhooks.change<Webhook>(hashRequest(request), webhookId, (_current, others) =>
      others.length >= maxWebhooks
        ? refuse('too-many-webhooks', { max: maxWebhooks })
        : { kept, reply: toWebhook(kept, 1) },
    );
    if (!isRefusal(reply)) await this.#restart(request.workspaceId, reply.webhookId);
    return reply;
  }

  async update(
    request: RecordRequest,
    webhookId: WebhookId,
    { secret, url, triggers, isEnabled }: WebhookChanges,
  ): Promise<Webhook | Refusal> {
    const problem = url === undefined ? null : await this.#options.addressProblem?.(url);
    if (problem) return refuse('address-refused', { problem });
    const head = await this.#options.log.feed.head();
    const reply = await this.#webhooks.change<Webhook>(hashRequest(request), webhookId, (record) => {
      if (!record) return refuse('no-such-webhook', { webhookId });
      const current = record.value;
      const isBack = isEnabled === true && !current.isEnabled;
      const changed: KeptWebhook = {
        ...current,
        url: url ?? current.url,
        triggers: triggers ?? current.triggers,
        isEnabled: isEnabled ?? current.isEnabled,
        disabledReason: isEnabled === undefined ? current.disabledReason : null,
        since: isBack ? head : current.since,
        sinceOf: { ...current.sinceOf, ...added(current, triggers ?? [], head) },
      };
      const kept = this.#withSecret(request.workspaceId, current, changed, secret);
      if (kept.isEnabled && kept.secret === '') return refuse('no-webhook-secret', { webhookId });
      return { kept, reply: toWebhook(kept, record.version + 1) };
    });
    if (!isRefusal(reply)) await this.#restart(request.workspaceId, webhookId);
    return reply;
  }

  async remove(request: RecordRequest, webhookId: WebhookId): Promise<Empty | Refusal> {
    const reply = await this.#webhooks.remove(request, webhookId, refuse('no-such-webhook', { webhookId }));
    if (isRefusal(reply)) return reply;
    await this.#stopCourier(webhookId);
    const { workspaceId } = request;
    await this.#deps.deliveries.change({ workspaceId }, webhookId, () => ({ kept: null, reply: null }));
    return reply;
  }

  test(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<WebhookTest | Refusal> {
    return this.#withCourier(workspaceId, webhookId, (courier) => courier.test());
  }

  deliveries(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<Delivery[] | Refusal> {
    return this.#withCourier(workspaceId, webhookId, (courier) => courier.deliveries());
  }

  async redeliver(
    ...[workspaceId, webhookId, deliveryId]: Parameters<Webhooks['redeliver']>
  ): Promise<Delivery | Refusal> {
    const reply = await this.#withCourier(workspaceId, webhookId, (courier) => courier.redeliver(deliveryId));
    return reply ?? refuse('no-such-delivery', { deliveryId });
  }

  start(): void {
    this.#subscription ??= this.#options.log.subscribe(({ events }) => this.#tell(events));
    this.#starting = this.#startAll().catch(this.#options.onProblem);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    this.#subscription?.[Symbol.dispose]();
    await this.#starting;
    await Promise.all([...this.#couriers.values()].map((courier) => courier.stop()));
  }

  #tell(events: readonly LogEvent[]): void {
    if (this.#couriers.size === 0) return;
    for (const courier of this.#couriers.values()) if (events.some((event) => courier.wants(event))) courier.poke();
  }

  async #startAll(): Promise<void> {
    for (const { workspaceId } of await this.#options.workspaces.list()) {
      for (const { value } of await this.#webhooks.list(workspaceId)) await this.#restart(workspaceId, value.webhookId);
    }
  }

  /** Replaces the courier with one for the current webhook. */
  #restart(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<void> {
    const restarted = this.#restarting.then(() => this.#restartOne(workspaceId, webhookId));
    this.#restarting = restarted.catch(() => {});
    return restarted;
  }

  async #restartOne(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<void> {
    await this.#stopCourier(webhookId);
    const record = await this.#webhooks.get(workspaceId, webhookId);
    if (!record || this.#isStopped) return;
    const courier = new Courier(this.#deps, workspaceId, record.value);
    this.#couriers.set(webhookId, courier);
    if (this.#subscription) courier.poke();
  }

  async #stopCourier(webhookId: WebhookId): Promise<void> {
    const courier = this.#couriers.get(webhookId);
    this.#couriers.delete(webhookId);
    await courier?.stop();
  }

  /** A webhook of another workspace does not exist in this one. */
  async #withCourier<Done>(
    workspaceId: WorkspaceId,
    webhookId: WebhookId,
    run: (courier: Courier) => Promise<Done>,
  ): Promise<Done | Refusal> {
    const isThere = (await this.#webhooks.get(workspaceId, webhookId)) !== null;
    if (isThere && !this.#couriers.has(webhookId)) await this.#restart(workspaceId, webhookId);
    const courier = isThere ? this.#couriers.get(webhookId) : undefined;
    return courier ? run(courier) : refuse('no-such-webhook', { webhookId });
  }

  /** Called by the courier, which then ends. */
  async #disable(workspaceId: WorkspaceId, { webhookId }: KeptWebhook, disabledReason: DisabledReason): Promise<void> {
    await this.#webhooks.change({ workspaceId }, webhookId, (current) => ({
      kept: current && { ...current.value, isEnabled: false, disabledReason },
      reply: null,
    }));
    this.#couriers.delete(webhookId);
  }

  #sealed(workspaceId: WorkspaceId, webhook: KeptWebhook, secret: string): KeptWebhook {
    return { ...webhook, secret: this.#options.sealer.seal(secret, secretPlace(workspaceId, webhook)) };
  }

  /** A secret belongs to its host. A new host without a new secret clears it, and disables the webhook. */
  #withSecret(
    workspaceId: WorkspaceId,
    current: KeptWebhook,
    changed: KeptWebhook,
    secret: string | undefined,
  ): KeptWebhook {
    if (secret !== undefined) return this.#sealed(workspaceId, changed, secret);
    const hasMoved = new URL(changed.url).host !== new URL(current.url).host;
    if (!hasMoved && current.secret !== '')
      return this.#sealed(workspaceId, changed, this.#secretOf(workspaceId, current));
    return hasMoved && current.isEnabled
      ? { ...changed, secret: '', isEnabled: false, disabledReason: { code: 'host-changed' } }
      : { ...changed, secret: '' };
  }

  #secretOf(workspaceId: WorkspaceId, webhook: KeptWebhook): string {
    return this.#options.sealer.open(webhook.secret, secretPlace(workspaceId, webhook)).reveal();
  }
}

/** A new trigger starts at the current head. */
function added(
  current: KeptWebhook,
  triggers: readonly TriggerName[],
  head: number,
): Partial<Record<TriggerName, number>> {
  return Object.fromEntries(triggers.filter((name) => !current.triggers.includes(name)).map((name) => [name, head]));
}

function secretPlace(workspaceId: WorkspaceId, { webhookId, url }: KeptWebhook) {
  return { workspaceId, recordId: webhookId, host: new URL(url).host };
}

const maxWebhooks = 20;
