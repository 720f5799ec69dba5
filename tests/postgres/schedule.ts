import { setTimeout as wait } from 'node:timers/promises';
import type { ThreadId } from '@retinue/protocol';
import { isRefusal, localWorkspaceId } from '@retinue/protocol';
import type { GroupedLog } from '../../packages/server/src/log/grouped-log.ts';
import type { AppendResult, Entry, Header } from '../../packages/server/src/ports/log/event-log.ts';
import { seededRandom } from '../support/random/seeded-random.ts';
import { header, ids, message, openChat } from '../support/stores/facts.ts';
import type { LogUnderFaults } from './log-under-faults.ts';
import { openBeside, openUnderFaults, textsIn } from './log-under-faults.ts';
import type { PostgresServer } from './server.ts';
import { Storm } from './storm.ts';

export interface PlayedSchedule {
  seed: number;
  /** Failed checks. */
  findings: string[];
  acknowledged: number;
  unknown: number;
  failed: number;
  faults: ReadonlyMap<string, number>;
}

/**
 * Appends of every kind, in parallel, while statements are lost, delayed and cut; then one message to every chat over a
 * working network. In some schedules another process writes while a commit is lost. An acknowledged append is there once,
 * a refused or failed one is not, an unknown one may be.
 */
export async function playSchedule(server: PostgresServer, seed: number): Promise<PlayedSchedule> {
  const storm = new Storm(seed);
  // Every third has a short timeout, so that outcomes stay unknown and callers learn that.
  const maxRetryMs = seed % 3 === 0 ? 150 : 3000;
  let played: Played | null = null;
  const overtake = async (database: string) => {
    const other = await openBeside(server, database);
    await played?.sayBeside(other);
    await other.close();
  };
  await using under = await openUnderFaults(server, storm.decide, { maxRetryMs, roundTripMs: 400, overtake });
  played = new Played(under, seed);
  await played.openChats(3);
  storm.begin();
  for (let wave = 0; wave < 6; wave += 1) await played.playWave();
  storm.end();
  await played.sayLast();
  await played.check();
  const { acknowledged, unknown, failed, findings } = played;
  return { seed, findings, acknowledged, unknown, failed, faults: storm.done };
}

class Played {
  readonly findings: string[] = [];
  acknowledged = 0;
  unknown = 0;
  failed = 0;
  readonly #under: LogUnderFaults;
  readonly #random: () => number;
  readonly #chats: ThreadId[] = [];
  /** Every sent text, with its outcome. */
  readonly #sent = new Map<string, 'acknowledged' | 'unknown' | 'failed'>();
  /** Texts whose append has a fault of its own. */
  readonly #faulty = new Set<string>();
  readonly #counted = { acknowledged: 0, unknown: 0 };

  constructor(under: LogUnderFaults, seed: number) {
    this.#under = under;
    this.#random = seededRandom(seed + 1_000_000);
  }

  /** A busy machine may take longer than a short round trip. */
  async openChats(count: number): Promise<void> {
    for (let tries = 0; this.#chats.length < count && tries < 50; tries += 1) await this.#open(`first ${tries}`);
  }

  async playWave(): Promise<void> {
    const moves = Array.from({ length: 1 + Math.floor(this.#random() * 8) }, (_, index) => this.#move(index));
    if (this.#random() < 0.15) await this.#goAway(this.#random() * 20, this.#random() * 500);
    await Promise.all(moves);
  }

  /** Nothing passes for a while. */
  async #goAway(afterMs: number, ms: number): Promise<void> {
    await wait(afterMs);
    this.#under.proxy.isAway = true;
    await wait(ms);
    this.#under.proxy.isAway = false;
  }

  /** The other process writes a message and changes the record. */
  async sayBeside(other: GroupedLog): Promise<void> {
    const text = `${ids.message()} elsewhere`;
    await this.#note(text, other.append(header(), [this.#entry(text)]));
    await this.#count(other);
  }

  #move(index: number): Promise<unknown> {
    const text = `${ids.message()} ${index}`;
    const kind = Math.floor(this.#random() * 10);
    if (kind === 0) return this.#open(text);
    if (kind === 1) return this.#count();
    if (kind === 2) return this.#decide(text);
    if (kind === 3) return this.#sayOnce(text);
    if (kind === 4) return this.#sayBadly(text, { ...header(), blobs: [{ hash: text, content: null as never }] });
    if (kind === 5) return this.#fail(text);
    return this.#append(text, [this.#entry(text)]);
  }

  #entry(text: string, chat = this.#anyChat()): Entry {
    return { threadId: chat, guard: 'exists', facts: [message(text)] };
  }

  #anyChat(): ThreadId {
    const chat = this.#chats[Math.floor(this.#random() * this.#chats.length)];
    if (!chat) throw new Error('no chat');
    return chat;
  }

  async #open(text: string): Promise<void> {
    const threadId = ids.thread();
    const opening = openChat(threadId);
    const outcome = await this.#append(text, [{ ...opening, facts: [...opening.facts, message(text)] }], {
      ...header('open-chat'),
    });
    if (outcome === 'acknowledged') this.#chats.push(threadId);
  }

  #append(text: string, entries: Entry[], own: Header = header()): Promise<string> {
    return this.#note(text, this.#under.log.append(own, entries));
  }

  /** A decision that has to read rows inside the transaction. */
  #decide(text: string): Promise<string> {
    const chat = this.#anyChat();
    const decided = this.#under.log.decide(header(), [chat], (view) => {
      view.unfinishedBelow(chat);
      return [this.#entry(text, chat)];
    });
    return this.#note(text, decided);
  }

  /** A client that repeats a request until it gets a reply. */
  async #sayOnce(text: string): Promise<void> {
    const entry = this.#entry(text);
    for (let tries = 0; tries < 3; tries += 1) {
      const idempotency = { key: text, request: text };
      if ((await this.#append(text, [entry], { ...header(), idempotency })) === 'acknowledged') return;
    }
  }

  /** It can't be written, whatever the network does. */
  async #sayBadly(text: string, own: Header): Promise<void> {
    this.#faulty.add(text);
    const outcome = await this.#append(text, [this.#entry(text)], own);
    if (outcome === 'acknowledged') this.findings.push(`${text} was acknowledged, and can't be written`);
  }

  async #fail(text: string): Promise<void> {
    this.#faulty.add(text);
    const failing = () => {
      throw new Error('a bug in a decision');
    };
    await this.#note(text, this.#under.log.decide(header(), [this.#anyChat()], failing));
  }

  async #count(log = this.#under.log): Promise<void> {
    const place = { kind: 'set-up', id: 'count' } as const;
    const counted = log.records.change({ workspaceId: localWorkspaceId }, place, (current) => {
      return Number(current?.data ?? 0) + 1;
    });
    const outcome = await outcomeOf(counted, (error) => this.#judge('the record', error));
    if (outcome !== 'failed') this.#counted[outcome] += 1;
  }

  async #note(text: string, appended: Promise<AppendResult>): Promise<string> {
    const outcome = await outcomeOf(appended, (error) => this.#judge(text, error));
    this[outcome] += 1;
    const before = this.#sent.get(text);
    if (before !== 'unknown' || outcome === 'acknowledged') this.#sent.set(text, outcome);
    return outcome;
  }

  /**
   * An append fails by its own fault, or because the database was unavailable or aborted; never by a neighbor's fault.
   */
  #judge(text: string, error: unknown): void {
    if (this.#faulty.has(text) || (error instanceof Error && error.name === 'StoreError')) return;
    this.findings.push(`"${text}" failed for a fault that is not its own: ${error}`);
  }

  /** Each stuck chat takes long to find, and one is enough. */
  async sayLast(): Promise<void> {
    for (const [index, chat] of this.#chats.entries()) {
      if (await this.#sayUntilTold(`last ${index}`, chat)) continue;
      this.findings.push(`chat ${chat} is stuck`);
      return;
    }
  }

  /**
   * Without a key, so a text with an unknown outcome is not sent again. A chat that accepts nothing for this long is
   * stuck.
   */
  async #sayUntilTold(text: string, chat: ThreadId): Promise<boolean> {
    const deadline = performance.now() + 20_000;
    for (let tries = 0; tries < 3 || (tries < 10 && performance.now() < deadline); tries += 1) {
      const own = `${text}, try ${tries}`;
      if ((await this.#append(own, [this.#entry(own, chat)])) === 'acknowledged') return true;
    }
    return false;
  }

  async check(): Promise<void> {
    await this.#under.check(this.#chats).catch((error: Error) => this.findings.push(error.message));
    const { log } = this.#under;
    const stored = await log.read({ workspaceId: localWorkspaceId, after: 0, limit: 1_000_000 });
    const roots = [...new Set(stored.map(({ threadId }) => threadId))];
    const states = await Promise.all(roots.map((threadId) => log.thread(localWorkspaceId, threadId)));
    const texts = Map.groupBy(states.flatMap(textsIn), (text) => text);
    for (const [text, outcome] of this.#sent) this.#compare(text, outcome, texts.get(text)?.length ?? 0);
    const record = await log.records.get(localWorkspaceId, 'set-up', 'count');
    const count = Number(record?.data ?? 0);
    const { acknowledged, unknown } = this.#counted;
    if (count < acknowledged || count > acknowledged + unknown) {
      this.findings.push(`the record counts ${count}: ${acknowledged} acknowledged, ${unknown} unknown`);
    }
  }

  #compare(text: string, outcome: string, times: number): void {
    const isRight = outcome === 'unknown' ? times <= 1 : times === (outcome === 'acknowledged' ? 1 : 0);
    if (!isRight) this.findings.push(`"${text}" is ${outcome}, and is stored ${times} times`);
  }
}

async function outcomeOf(
  appended: Promise<unknown>,
  judge: (error: unknown) => void,
): Promise<'acknowledged' | 'unknown' | 'failed'> {
  try {
    return isRefusal(await appended) ? 'failed' : 'acknowledged';
  } catch (error) {
    judge(error);
    return error instanceof Error && 'code' in error && error.code === 'unknown' ? 'unknown' : 'failed';
  }
}
