import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Delivery, DeliveryId, Event, EventType, WebhookTest, WorkspaceId } from '@retinue/protocol';
import { deliveryIdOf, triggerOf, typesOfTriggers } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import { Deadlines } from '../ports/deadlines.ts';
import type { OpenedLog } from '../ports/opened-log.ts';
import type { Sealer } from '../ports/secrets.ts';
import type { Collection } from '../records/collection.ts';
import type { KeptDeliveries, KeptWebhook } from './kept-webhook.ts';
import { noDeliveries } from './kept-webhook.ts';
import { afterTry, reasonToDisable, withDelivery } from './plan-tries.ts';
import { type Outcome, type Sending, send } from './send.ts';

export interface PostOffice extends Sending {
  log: Pick<OpenedLog, 'feed' | 'subscribe'>;
  deliveries: Collection<KeptDeliveries>;
  sealer: Sealer;
  clock: Clock;
  random: () => number;
  onProblem: (problem: unknown) => void;
  /** Told when a courier finds that there is no use in going on. */
  disable(workspaceId: WorkspaceId, webhook: KeptWebhook, reason: string): Promise<void>;
}

/**
 * Brings one webhook what happened, in order, one at a time. Its queue is the log and its memory a cursor, which is written
 * down after the delivery: a crash in between delivers again, under the same id. A delivery that fails is tried again before
 * the next one is begun.
 */
export class Courier {
  readonly #office: PostOffice;
  readonly #deadlines: Deadlines;
  readonly #workspaceId: WorkspaceId;
  readonly #webhook: KeptWebhook;
  readonly #types: ReadonlySet<EventType>;
  readonly #stopping = new AbortController();
  #kept: Promise<KeptDeliveries> | null = null;
  #ahead: Event[] = [];
  #timer: Disposable | null = null;
  #running: Promise<void> | null = null;
  #isPoked = false;
  /** The cursor as it was last written down, and whether something was delivered since. */
  #saved = 0;
  #isUnsaved = false;

  constructor(office: PostOffice, workspaceId: WorkspaceId, webhook: KeptWebhook) {
    this.#office = office;
    this.#deadlines = new Deadlines(office.clock);
    this.#workspaceId = workspaceId;
    this.#webhook = webhook;
    this.#types = new Set(typesOfTriggers(webhook.triggers));
  }

  wants(event: Event): boolean {
    if (!this.#types.has(event.type) || event.workspaceId !== this.#workspaceId) return false;
    const trigger = triggerOf(event);
    return trigger !== null && event.position > (this.#webhook.sinceOf[trigger.type] ?? 0);
  }

  /** There may be something to deliver. */
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

  /** Sends one again now, wherever the courier is. Null when it is not known any more. */
  async redeliver(deliveryId: DeliveryId): Promise<Delivery | null> {
    const delivery = (await this.deliveries()).find((one) => one.deliveryId === deliveryId);
    const [event] = delivery ? await this.#office.log.feed.readAt([delivery.position]) : [];
    if (!delivery || !event) return null;
    const outcome = await this.#send(event, unhurried());
    const now = this.#office.clock.now();
    const tried = afterTry(delivery, outcome, now, this.#office.random);
    // What had been dealt with is not taken up again by itself.
    const isOver = delivery.status !== 'pending' && tried.status === 'pending';
    const told: Delivery = isOver ? { ...tried, status: delivery.status, nextTryAt: null } : tried;
    // Another courier has taken over meanwhile, or nobody has.
    if (this.#stopping.signal.aborted) return told;
    await this.#save(withDelivery(await this.#load(), told));
    this.poke();
    return told;
  }

  async test(): Promise<WebhookTest> {
    const { clock, random } = this.#office;
    const id = `dlv_test_${Math.floor(random() * 2 ** 40).toString(36)}`;
    const body = JSON.stringify({ type: 'test', at: clock.now(), workspaceId: this.#workspaceId });
    const { isDelivered, responseStatus, error, ms } = await this.#post(id, body, unhurried());
    return { ok: isDelivered, responseStatus, ms, words: error };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer?.[Symbol.dispose]();
    await this.#running;
    if (this.#isUnsaved) await this.#save(await this.#load()).catch(this.#office.onProblem);
  }

  async #run(): Promise<void> {
    while (this.#isPoked && !this.#stopping.signal.aborted) {
      this.#isPoked = false;
      await this.#deliverAll();
    }
  }

  async #deliverAll(): Promise<void> {
    const { clock } = this.#office;
    for (let sent = 1; !this.#stopping.signal.aborted; sent += 1) {
      const kept = await this.#load();
      const [newest] = kept.deliveries;
      const pending = newest?.status === 'pending' ? newest : null;
      const waitMs = pending ? this.#waitMs(pending) : 0;
      if (waitMs > 0) return this.#wakeAfter(waitMs);
      const event = pending ? await this.#eventOf(pending) : await this.#next();
      if (!event) break;
      const delivery = pending ?? deliveryOf(this.#webhook, event);
      const tried = afterTry(
        delivery,
        await this.#send(event, this.#stopping.signal),
        clock.now(),
        this.#office.random,
      );
      if (tried.nextTryAt) this.#deadlines.begin(tried.deliveryId, tried.nextTryAt, waitMeant(tried));
      const next = withDelivery(await this.#load(), tried);
      this.#kept = Promise.resolve(next);
      this.#isUnsaved = true;
      if (tried.status !== 'delivered' || sent % savedEvery === 0) await this.#save(next);
      const reason = tried.status === 'failed' ? reasonToDisable(next) : null;
      if (reason) return this.#giveUp(reason);
    }
    const kept = await this.#load();
    // A quiet webhook beside a busy log need not write its place down all the time.
    if (this.#isUnsaved || kept.cursor - this.#saved > farBehind) await this.#save(kept);
  }

  async #giveUp(reason: string): Promise<void> {
    this.#stopping.abort();
    await this.#office.disable(this.#workspaceId, this.#webhook, reason);
  }

  /** The next event that it wants, after the cursor. */
  async #next(): Promise<Event | null> {
    const { log } = this.#office;
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

  /** A chat that was purged takes what was to be told of it along. */
  async #eventOf(pending: Delivery): Promise<Event | null> {
    const [event] = await this.#office.log.feed.readAt([pending.position]);
    if (event) return event;
    const gone: Delivery = { ...pending, status: 'failed', nextTryAt: null, lastError: 'Its chat was deleted.' };
    const kept = withDelivery(await this.#load(), gone);
    await this.#save({ ...kept, givenUp: Math.max(0, kept.givenUp - 1) });
    return this.#next();
  }

  #waitMs(pending: Delivery): number {
    return pending.nextTryAt === null
      ? 0
      : this.#deadlines.leftMs(pending.deliveryId, pending.nextTryAt, waitMeant(pending));
  }

  #wakeAfter(milliseconds: number): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = this.#office.clock.after(milliseconds, () => {
      this.#timer = null;
      this.poke();
    });
  }

  #send(event: Event, signal: AbortSignal): Promise<Outcome> {
    const trigger = triggerOf(event);
    return this.#post(deliveryIdOf(this.#webhook.webhookId, event.position), JSON.stringify(trigger), signal);
  }

  async #post(id: string, body: string, signal: AbortSignal): Promise<Outcome> {
    const { url, secret, webhookId } = this.#webhook;
    const place = { workspaceId: this.#workspaceId, recordId: webhookId, host: new URL(url).host };
    if (secret === '') return { isDelivered: false, responseStatus: null, error: 'It has no secret. Set one.', ms: 0 };
    const opened = this.#office.sealer.open(secret, place).reveal();
    return send(this.#office, { url, secret: opened, id, body }, signal);
  }

  #load(): Promise<KeptDeliveries> {
    this.#kept ??= this.#office.deliveries.get(this.#workspaceId, this.#webhook.webhookId).then((found) => {
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
    await this.#office.deliveries.change({ workspaceId }, this.#webhook.webhookId, () => ({ kept, reply: null }));
    this.#isUnsaved = false;
  }

  /** Nobody else is held up by it, and nothing is lost: it is tried again after a while. */
  #stumble(problem: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#office.onProblem(problem);
    this.#wakeAfter(stumbleMs);
  }
}

/** Both times come from one reading of the clock, so their difference holds however that is set later. */
function waitMeant({ nextTryAt, lastTriedAt }: Delivery): number {
  return Math.max(0, (nextTryAt ?? 0) - (lastTriedAt ?? 0));
}

/** Somebody waits for what becomes of it, so it is not let go of. */
function unhurried(): AbortSignal {
  return new AbortController().signal;
}

/** What happened before it was there, or while it was disabled, is not sent. */
function startFrom(kept: KeptDeliveries, since: number): KeptDeliveries {
  if (kept.cursor >= since) return kept;
  const deliveries = kept.deliveries.map(
    (one): Delivery =>
      one.status === 'pending' && one.position <= since
        ? { ...one, status: 'failed', nextTryAt: null, lastError: 'The webhook was disabled.' }
        : one,
  );
  return { cursor: since, givenUp: 0, deliveries };
}

function deliveryOf({ webhookId }: KeptWebhook, event: Event): Delivery {
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
