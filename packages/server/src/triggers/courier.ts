import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  Delivery,
  DeliveryId,
  DisabledReason,
  EventType,
  LogEvent,
  Refusal,
  WebhookTest,
  WorkspaceId,
} from '@retinue/protocol';
import { deliveryIdOf, refuse } from '@retinue/protocol';
import type { OpenedLog } from '../ports/log/opened-log.ts';
import { triggerOf, typesOfTriggers } from '../ports/log/triggers.ts';
import type { Clock } from '../ports/runtime/clock.ts';
import { Deadlines } from '../ports/runtime/deadlines.ts';
import type { Sealer } from '../ports/settings/secrets.ts';
import type { Collection } from '../records/collection.ts';
import { type KeptDeliveries, type KeptWebhook, noDeliveries } from './kept-webhook.ts';
import { afterTry, reasonToDisable, withDelivery } from './plan-tries.ts';
import { type DeliveryOutcome, postWebhook, type WebhookTransport } from './send.ts';

export interface DeliveryDeps extends WebhookTransport {
  log: Pick<OpenedLog, 'feed' | 'subscribe'>;
  deliveries: Collection<KeptDeliveries>;
  sealer: Sealer;
  clock: Clock;
  random: () => number;
  onProblem: (problem: unknown) => void;
  /** Called when a courier gives up its webhook. */
  disable(workspaceId: WorkspaceId, webhook: KeptWebhook, reason: DisabledReason): Promise<void>;
}

/**
 * Delivers events to one webhook, in order, one at a time. The log is its queue; a cursor, saved after each delivery, is its
 * position. A crash in between delivers again, under the same id. A failed delivery is retried before the next begins.
 */
export class Courier {
  readonly #deps: DeliveryDeps;
  readonly #deadlines: Deadlines;
  readonly #workspaceId: WorkspaceId;
  readonly #webhook: KeptWebhook;
  readonly #types: ReadonlySet<EventType>;
  readonly #stopping = new AbortController();
  #kept: Promise<KeptDeliveries> | null = null;
  #ahead: LogEvent[] = [];
  #timer: Disposable | null = null;
  #running: Promise<void> | null = null;
  #isPoked = false;
  /** The last saved cursor, and whether there was a delivery since. */
  #saved = 0;
  #isUnsaved = false;

  constructor(deps: DeliveryDeps, workspaceId: WorkspaceId, webhook: KeptWebhook) {
    this.#deps = deps;
    this.#deadlines = new Deadlines(deps.clock);
    this.#workspaceId = workspaceId;
    this.#webhook = webhook;
    this.#types = new Set(typesOfTriggers(webhook.triggers));
  }

  wants(event: LogEvent): boolean {
    if (!this.#types.has(event.type) || event.workspaceId !== this.#workspaceId) return false;
    const trigger = triggerOf(event);
    return trigger !== null && event.position > (this.#webhook.sinceOf[trigger.type] ?? 0);
  }

  /** Must be called when there may be something to deliver. */
  poke(): void {
    this.#isPoked = true;
    if (this.#running || !this.#webhook.isEnabled || this.#stopping.signal.aborted) return;
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    this.#running = this.#run()
      .catch((problem) => this.#stumble(problem))
      .finally(() => {
        this.#running = null;
        if (this.#isPoked && !this.#timer) this.poke();
      });
  }

  async deliveries(): Promise<Delivery[]> {
    return (await this.#load()).deliveries;
  }

  /** Sends a delivery again now, out of order. Null for one that is no longer kept. */
  async redeliver(deliveryId: DeliveryId): Promise<Delivery | null> {
    const delivery = (await this.deliveries()).find((one) => one.deliveryId === deliveryId);
    const [event] = delivery ? await this.#deps.log.feed.readAt([delivery.position]) : [];
    if (!delivery || !event) return null;
    const outcome = await this.#send(event, unhurried());
    const now = this.#deps.clock.now();
    const tried = afterTry(delivery, outcome, now, this.#deps.random);
    // A finished delivery is not retried automatically.
    const isOver = delivery.status !== 'pending' && tried.status === 'pending';
    const told: Delivery = isOver ? { ...tried, status: delivery.status, nextTryAt: null } : tried;
    // Another courier may own the record now.
    if (this.#stopping.signal.aborted) return told;
    await this.#save(withDelivery(await this.#load(), told));
    this.poke();
    return told;
  }

  async test(): Promise<WebhookTest | Refusal> {
    const { clock, random } = this.#deps;
    const id = `dlv_test_${Math.floor(random() * 2 ** 40).toString(36)}`;
    const body = JSON.stringify({ type: 'test', at: clock.now(), workspaceId: this.#workspaceId });
    const { problem, responseStatus, ms } = await this.#post(id, body, unhurried());
    return problem ? refuse('webhook-failed', { problem, responseStatus }) : { responseStatus, ms };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer?.[Symbol.dispose]();
    await this.#running;
    if (this.#isUnsaved) await this.#save(await this.#load()).catch(this.#deps.onProblem);
  }

  async #run(): Promise<void> {
    while (this.#isPoked && !this.#stopping.signal.aborted) {
      this.#isPoked = false;
      await this.#deliverAll();
    }
  }

  async #deliverAll(): Promise<void> {
    const { clock, random } = this.#deps;
    for (let sent = 1; !this.#stopping.signal.aborted; sent += 1) {
      const kept = await this.#load();
      const [newest] = kept.deliveries;
      const pending = newest?.status === 'pending' ? newest : null;
      const waitMs = pending ? this.#waitMs(pending) : 0;
      if (waitMs > 0) return this.#wakeAfter(waitMs);
      const event = pending ? await this.#eventOf(pending) : await this.#next();
      if (!event) break;
      const delivery = pending ?? deliveryOf(this.#webhook, event);
      const outcome = await this.#send(event, this.#stopping.signal);
      const tried = afterTry(delivery, outcome, clock.now(), random);
      if (tried.nextTryAt) this.#deadlines.begin(tried.deliveryId, tried.nextTryAt, waitMeant(tried));
      const next = withDelivery(await this.#load(), tried);
      this.#kept = Promise.resolve(next);
      this.#isUnsaved = true;
      if (tried.status !== 'delivered' || sent % savedEvery === 0) await this.#save(next);
      const reason = tried.status === 'failed' ? reasonToDisable(next) : null;
      if (reason) return this.#giveUp(reason);
    }
    const kept = await this.#load();
    // A webhook without deliveries saves its cursor rarely.
    if (this.#isUnsaved || kept.cursor - this.#saved > farBehind) await this.#save(kept);
  }

  async #giveUp(reason: DisabledReason): Promise<void> {
    this.#stopping.abort();
    await this.#deps.disable(this.#workspaceId, this.#webhook, reason);
  }

  /** The next event for this webhook, after the cursor. */
  async #next(): Promise<LogEvent | null> {
    const { log } = this.#deps;
    const head = await log.feed.head();
    while (!this.#stopping.signal.aborted) {
      const kept = await this.#load();
      this.#ahead = this.#ahead.filter((event) => event.position > kept.cursor);
      const event = this.#ahead.find((one) => this.wants(one));
      if (event) return event;
      const after = this.#ahead.at(-1)?.position ?? kept.cursor;
      if (after >= head) return null;
      const upTo = Math.min(head, after + stretchPositions);
      const types = [...this.#types];
      const workspaceId = this.#workspaceId;
      this.#ahead = await log.feed.readStretch({ after, upTo, types, workspaceId, limit: eventsAhead });
      if (this.#ahead.length < eventsAhead && !this.#ahead.some((one) => this.wants(one))) {
        this.#kept = Promise.resolve({ ...kept, cursor: upTo });
        await nextTurn();
      }
    }
    return null;
  }

  /** A delivery of a purged chat ends as failed. */
  async #eventOf(pending: Delivery): Promise<LogEvent | null> {
    const [event] = await this.#deps.log.feed.readAt([pending.position]);
    if (event) return event;
    const gone: Delivery = { ...pending, status: 'failed', nextTryAt: null, lastError: { code: 'chat-deleted' } };
    const kept = withDelivery(await this.#load(), gone);
    await this.#save({ ...kept, givenUp: Math.max(0, kept.givenUp - 1) });
    return this.#next();
  }

  #waitMs(pending: Delivery): number {
    const { deliveryId, nextTryAt } = pending;
    return nextTryAt === null ? 0 : this.#deadlines.leftMs(deliveryId, nextTryAt, waitMeant(pending));
  }

  #wakeAfter(milliseconds: number): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = this.#deps.clock.after(milliseconds, () => {
      this.#timer = null;
      this.poke();
    });
  }

  #send(event: LogEvent, signal: AbortSignal): Promise<DeliveryOutcome> {
    const trigger = triggerOf(event);
    return this.#post(deliveryIdOf(this.#webhook.webhookId, event.position), JSON.stringify(trigger), signal);
  }

  async #post(id: string, body: string, signal: AbortSignal): Promise<DeliveryOutcome> {
    const { url, secret, webhookId } = this.#webhook;
    const place = { workspaceId: this.#workspaceId, recordId: webhookId, host: new URL(url).host };
    if (secret === '') return { responseStatus: null, problem: { code: 'no-secret' }, ms: 0 };
    const opened = this.#deps.sealer.open(secret, place).reveal();
    return postWebhook(this.#deps, { url, secret: opened, id, body }, signal);
  }

  #load(): Promise<KeptDeliveries> {
    this.#kept ??= this.#deps.deliveries.get(this.#workspaceId, this.#webhook.webhookId).then((found) => {
      const kept = startFrom(found?.value ?? noDeliveries, this.#webhook.since);
      this.#saved = kept.cursor;
      return kept;
    });
    this.#kept.catch(() => {
      this.#kept = null;
    });
    return this.#kept;
  }

  async #save(kept: KeptDeliveries): Promise<void> {
    this.#kept = Promise.resolve(kept);
    this.#saved = kept.cursor;
    const workspaceId = this.#workspaceId;
    await this.#deps.deliveries.change({ workspaceId }, this.#webhook.webhookId, () => ({ kept, reply: null }));
    this.#isUnsaved = false;
  }

  /** Retries after a while; nothing is lost. */
  #stumble(problem: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#deps.onProblem(problem);
    this.#wakeAfter(stumbleMs);
  }
}

/** Both times come from one clock reading, so their difference stays right when the clock is set. */
function waitMeant({ nextTryAt, lastTriedAt }: Delivery): number {
  return Math.max(0, (nextTryAt ?? 0) - (lastTriedAt ?? 0));
}

/** A person waits for the result, so it is not aborted. */
function unhurried(): AbortSignal {
  return new AbortController().signal;
}

/** Events from before the webhook existed, or while it was disabled, are not sent. */
function startFrom(kept: KeptDeliveries, since: number): KeptDeliveries {
  if (kept.cursor >= since) return kept;
  const deliveries = kept.deliveries.map(
    (one): Delivery =>
      one.status === 'pending' && one.position <= since
        ? { ...one, status: 'failed', nextTryAt: null, lastError: { code: 'webhook-disabled' } }
        : one,
  );
  return { cursor: since, givenUp: 0, deliveries };
}

function deliveryOf({ webhookId }: KeptWebhook, event: LogEvent): Delivery {
  const trigger = triggerOf(event);
  if (!trigger) throw new Error(`event ${event.position} is no trigger`);
  const { position, at, chatId, type } = trigger;
  const place = { deliveryId: deliveryIdOf(webhookId, position), trigger: type, chatId, position, at };
  const untried = { responseStatus: null, lastError: null, lastTriedAt: null, nextTryAt: null };
  return { ...place, status: 'pending', tries: 0, ...untried };
}

const savedEvery = 20;
const farBehind = 20_000;
const stretchPositions = 5000;
const eventsAhead = 10;
const stumbleMs = 30_000;
