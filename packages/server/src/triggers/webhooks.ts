import { createHash } from 'node:crypto';
import type {
  Delivery,
  Event,
  FieldError,
  IdMaker,
  TriggerName,
  Webhook,
  WebhookId,
  WebhookTest,
  WorkspaceId,
} from '@retinue/protocol';
import { fieldErrorsIn, problemsIn, refuse, webhookChangesSchema, webhookInputSchema } from '@retinue/protocol';
import type { RecordReply, Records, RecordWish } from '../ports/records.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import type { Workspaces } from '../ports/workspaces.ts';
import type { Collection } from '../records/collection.ts';
import { Courier, type PostOffice } from './courier.ts';
import type { KeptWebhook } from './kept-webhook.ts';
import { deliveriesOf, toWebhook, webhooksIn } from './kept-webhook.ts';

export interface WebhooksOptions extends Omit<PostOffice, 'disable' | 'deliveries'> {
  records: Records;
  workspaces: Workspaces;
  ids: IdMaker;
  /** Why nothing would be sent to an address; null when it may be. */
  addressProblem?: (url: string) => Promise<string | null>;
}

export function createWebhooks(options: WebhooksOptions): Webhooks {
  return new StoredWebhooks(options);
}

/** Webhooks are records; each has a courier while the server runs. */
class StoredWebhooks implements Webhooks {
  readonly #options: WebhooksOptions;
  readonly #webhooks: Collection<KeptWebhook>;
  readonly #office: PostOffice;
  readonly #couriers = new Map<WebhookId, Courier>();
  #subscription: Disposable | null = null;
  #starting: Promise<void> = Promise.resolve();
  /** One after the other: the last one sees the webhook as it is. */
  #employing: Promise<void> = Promise.resolve();
  #isStopped = false;
  #stopping: Promise<void> | null = null;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    this.#webhooks = webhooksIn(options.records);
    this.#office = {
      ...options,
      deliveries: deliveriesOf(options.records),
      disable: (...given) => this.#disable(...given),
    };
  }

  async list(workspaceId: WorkspaceId): Promise<Webhook[]> {
    return (await this.#webhooks.list(workspaceId)).map(({ value, version }) => toWebhook(value, version));
  }

  async create(wish: RecordWish, input: Parameters<Webhooks['create']>[1]): Promise<RecordReply<Webhook>> {
    const parsed = webhookInputSchema.safeParse(input);
    if (!parsed.success)
      return { refusal: refuse('invalid-webhook', problemsIn(parsed.error), fieldErrorsIn(parsed.error)) };
    const refusedAddress = await this.#options.addressProblem?.(parsed.data.url);
    if (refusedAddress) return { refusal: refuse('invalid-webhook', refusedAddress, addressErrors(refusedAddress)) };
    const { secret, ...fields } = parsed.data;
    const { ids, clock, log } = this.#options;
    const webhookId = ids.webhook();
    const since = await log.feed.head();
    const bare = { webhookId, ...fields, disabledReason: null, createdAt: clock.now(), since, sinceOf: {}, secret: '' };
    const kept = this.#sealed(wish.workspaceId, bare, secret);
    const reply = await this.#webhooks.change<Webhook>(withoutSecret(wish), webhookId, (_current, others) =>
      others.length >= maxWebhooks
        ? refuse('too-many-webhooks', String(maxWebhooks))
        : { kept, reply: toWebhook(kept, 1) },
    );
    if (!reply.refusal) await this.#employ(wish.workspaceId, reply.done.webhookId);
    return reply;
  }

  async update(
    wish: RecordWish,
    webhookId: WebhookId,
    changes: Parameters<Webhooks['update']>[2],
  ): Promise<RecordReply<Webhook>> {
    const parsed = webhookChangesSchema.safeParse(changes);
    if (!parsed.success)
      return { refusal: refuse('invalid-webhook', problemsIn(parsed.error), fieldErrorsIn(parsed.error)) };
    const { secret, url, triggers, isEnabled } = parsed.data;
    const refusedAddress = url === undefined ? null : await this.#options.addressProblem?.(url);
    if (refusedAddress) return { refusal: refuse('invalid-webhook', refusedAddress, addressErrors(refusedAddress)) };
    const head = await this.#options.log.feed.head();
    const reply = await this.#webhooks.change<Webhook>(withoutSecret(wish), webhookId, (record) => {
      if (!record) return refuse('no-such-webhook', webhookId);
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
      const kept = this.#withSecret(wish.workspaceId, current, changed, secret);
      if (kept.isEnabled && kept.secret === '') return refuse('invalid-webhook', needsSecret);
      return { kept, reply: toWebhook(kept, record.version + 1) };
    });
    if (!reply.refusal) await this.#employ(wish.workspaceId, webhookId);
    return reply;
  }

  async remove(wish: RecordWish, webhookId: WebhookId): Promise<RecordReply<null>> {
    const reply = await this.#webhooks.remove(wish, webhookId, refuse('no-such-webhook', webhookId));
    if (reply.refusal) return reply;
    await this.#dismiss(webhookId);
    const { workspaceId } = wish;
    await this.#office.deliveries.change({ workspaceId }, webhookId, () => ({ kept: null, reply: null }));
    return reply;
  }

  async test(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<RecordReply<WebhookTest>> {
    const courier = await this.#courier(workspaceId, webhookId);
    if (!courier) return { refusal: refuse('no-such-webhook', webhookId) };
    return { refusal: null, done: await courier.test() };
  }

  async deliveries(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<RecordReply<Delivery[]>> {
    const courier = await this.#courier(workspaceId, webhookId);
    if (!courier) return { refusal: refuse('no-such-webhook', webhookId) };
    return { refusal: null, done: await courier.deliveries() };
  }

  async redeliver(
    ...[workspaceId, webhookId, deliveryId]: Parameters<Webhooks['redeliver']>
  ): Promise<RecordReply<Delivery>> {
    const courier = await this.#courier(workspaceId, webhookId);
    if (!courier) return { refusal: refuse('no-such-webhook', webhookId) };
    const delivery = await courier.redeliver(deliveryId);
    return delivery ? { refusal: null, done: delivery } : { refusal: refuse('no-such-delivery', deliveryId) };
  }

  start(): void {
    this.#subscription ??= this.#options.log.subscribe(({ events }) => this.#tell(events));
    this.#starting = this.#employAll().catch(this.#options.onProblem);
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

  #tell(events: readonly Event[]): void {
    if (this.#couriers.size === 0) return;
    for (const courier of this.#couriers.values()) if (events.some((event) => courier.wants(event))) courier.poke();
  }

  async #employAll(): Promise<void> {
    for (const { workspaceId } of await this.#options.workspaces.list()) {
      for (const { value } of await this.#webhooks.list(workspaceId)) await this.#employ(workspaceId, value.webhookId);
    }
  }

  /** A courier for the webhook as it is now, in place of the one that it had. */
  #employ(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<void> {
    const employed = this.#employing.then(() => this.#employOne(workspaceId, webhookId));
    this.#employing = employed.catch(() => {});
    return employed;
  }

  async #employOne(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<void> {
    await this.#dismiss(webhookId);
    const record = await this.#webhooks.get(workspaceId, webhookId);
    if (!record || this.#isStopped) return;
    const courier = new Courier(this.#office, workspaceId, record.value);
    this.#couriers.set(webhookId, courier);
    if (this.#subscription) courier.poke();
  }

  async #dismiss(webhookId: WebhookId): Promise<void> {
    const courier = this.#couriers.get(webhookId);
    this.#couriers.delete(webhookId);
    await courier?.stop();
  }

  /** Only of this workspace: one of another is not there. */
  async #courier(workspaceId: WorkspaceId, webhookId: WebhookId): Promise<Courier | null> {
    if (!(await this.#webhooks.get(workspaceId, webhookId))) return null;
    if (!this.#couriers.has(webhookId)) await this.#employ(workspaceId, webhookId);
    return this.#couriers.get(webhookId) ?? null;
  }

  /** By the courier itself, which ends after this. */
  async #disable(workspaceId: WorkspaceId, { webhookId }: KeptWebhook, reason: string): Promise<void> {
    await this.#webhooks.change({ workspaceId }, webhookId, (current) => ({
      kept: current && { ...current.value, isEnabled: false, disabledReason: reason },
      reply: null,
    }));
    this.#couriers.delete(webhookId);
  }

  #sealed(workspaceId: WorkspaceId, webhook: KeptWebhook, secret: string): KeptWebhook {
    return { ...webhook, secret: this.#options.sealer.seal(secret, secretPlace(workspaceId, webhook)) };
  }

  /** A secret stays with its host: one that is not given anew is cleared with a new host, and nothing is sent without one. */
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
      ? { ...changed, secret: '', isEnabled: false, disabledReason: movedReason }
      : { ...changed, secret: '' };
  }

  #secretOf(workspaceId: WorkspaceId, webhook: KeptWebhook): string {
    return this.#options.sealer.open(webhook.secret, secretPlace(workspaceId, webhook)).reveal();
  }
}

/** What a webhook is told of from now on begins now. */
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

/** The request is kept to know it again, and may hold the secret. */
function withoutSecret(wish: RecordWish): RecordWish {
  const { once } = wish;
  if (!once) return wish;
  return { ...wish, once: { key: once.key, request: createHash('sha256').update(once.request).digest('hex') } };
}

const maxWebhooks = 20;
const movedReason = 'Its host changed, so its secret was cleared. Set a secret and enable it.';
const needsSecret = 'it has no secret, which was cleared when its host changed. Set one.';

function addressErrors(message: string): FieldError[] {
  return [{ path: 'url', code: 'address-refused', message }];
}
