import {
  isRefusal,
  type LogEvent,
  type Refusal,
  type ThreadId,
  type ThreadState,
  type WorkspaceId,
} from '@retinue/protocol';
import { DamagedThreadError } from '../ports/log/damage.ts';
import type { AppendResult, Header, ReplyingDecision, StoredBlob, View } from '../ports/log/event-log.ts';
import type { StagedPart } from '../ports/log/opened-log.ts';
import type { Changed, ChangeHeader, RecordPlace, ReplyingRecordDecision, StoredRecord } from '../ports/log/records.ts';
import { project, type Table } from '../read-models/projector.ts';
import type { Row } from '../read-models/rows.ts';
import { type Applied, applyEntries, requireShape } from './apply.ts';
import { loadThreads } from './damage/fold-stored.ts';
import type { KeptRequest } from './reads.ts';
import { decideRecord, type RecordRow, toRecord } from './records/record-rows.ts';
import { repeatReply } from './requests/kept-requests.ts';
import type { Batch, ThreadOrDamage, Transaction } from './store.ts';
import { DecisionFault } from './waiting.ts';

/** One append: its decision, or a part of a chat that is being imported. */
export interface AppendPiece<Reply> {
  header: Header;
  decision: ReplyingDecision<Reply> | { staged: StagedPart; reply: Reply };
}

/** A record to put, change or remove. */
export interface RecordPiece<Reply> {
  header: ChangeHeader;
  place: RecordPlace;
  decide: ReplyingRecordDecision<Reply>;
}

/**
 * The appends of one transaction. Each is decided on the threads as the ones before it left them, in memory; a refused
 * or failing one leaves no trace. Rows are written once for all of them, or sooner if a decision has to read rows.
 */
export class Group {
  readonly events: LogEvent[] = [];
  /** Positions of the events that subscribers get. */
  readonly told: LogEvent[] = [];
  readonly states = new Map<ThreadId, ThreadState>();
  /** Threads of chats that are being imported: used for their rows, and for nothing else. */
  readonly #staged = new Map<ThreadId, ThreadState>();
  readonly #transaction: Transaction;
  readonly #known: (threadId: ThreadId) => ThreadState | null;
  readonly #loaded = new Map<ThreadId, ThreadOrDamage>();
  /** Records that a decision has read or a piece of this group has changed. */
  readonly #knownRecords = new Map<string, StoredRecord | null>();
  readonly #requestsSince: number;
  readonly #workedMs: View['workedMs'];
  #blobs: StoredBlob[] = [];
  #requests: Batch['requests'][number][] = [];
  #records: RecordRow[] = [];
  #written = 0;
  #head = 0;

  constructor(transaction: Transaction, { known, requestsSince, workedMs }: GroupOptions) {
    this.#transaction = transaction;
    this.#known = known;
    this.#requestsSince = requestsSince;
    this.#workedMs = workedMs;
  }

  /** The threads of its pieces are loaded for the whole group at once. No position up to `minHead` is given. */
  async begin(threads: readonly ThreadId[], minHead: number): Promise<void> {
    this.#head = Math.max(minHead, await this.#transaction.head());
    await this.#load(threads);
  }

  async take<Reply>({ header, decision }: AppendPiece<Reply>, at: number): Promise<AppendResult<Reply>> {
    const earlier = header.idempotency && (await this.#earlierRequest(header, header.idempotency.key));
    if (earlier) return repeatReply<Reply, { events: LogEvent[] }>(earlier, header, { events: [] });
    const taken =
      'staged' in decision
        ? { applied: this.#takeStaged(header, decision.staged), reply: decision.reply }
        : await this.#decide(header, decision, at);
    if (isRefusal(taken)) return taken;
    const { applied, reply } = taken;
    this.#keepRequest(header, reply, at);
    if (header.blobs) this.#blobs.push(...header.blobs);
    this.#head += applied.events.length;
    this.events.push(...applied.events);
    if (!('staged' in decision) || decision.staged.isLast) this.told.push(...applied.events);
    for (const [threadId, state] of applied.states) this.states.set(threadId, state);
    return { events: applied.events, reply, isRepeated: false };
  }

  async change<Reply>({ header, place, decide }: RecordPiece<Reply>, at: number): Promise<Changed<Reply> | Refusal> {
    await this.write();
    const { reads } = this.#transaction;
    const earlier = header.idempotency && (await this.#earlierRequest(header, header.idempotency.key));
    if (earlier) {
      const record = await reads.record(header.workspaceId, place);
      return repeatReply<Reply, { record: typeof record }>(earlier, header, { record });
    }
    const { workspaceId } = header;
    const lookups = new LoadedLookups();
    const now = {
      ofKind: await reads.records(workspaceId, place.kind),
      view: this.#view(lookups, workspaceId, at),
      at,
    };
    const decided = await this.#withLoaded(lookups, () =>
      ofDecision(() => decideRecord({ ...place, workspaceId }, now, decide)),
    );
    if (isRefusal(decided)) return decided;
    const { row, reply } = decided;
    this.#keepRequest(header, reply, at);
    if (row) this.#records.push(row);
    if (row) this.#knownRecords.set(recordKey(workspaceId, place), toRecord(row));
    return { record: row && toRecord(row), reply, isRepeated: false };
  }

  async #decide<Reply>(
    header: Header,
    decision: ReplyingDecision<Reply>,
    at: number,
  ): Promise<{ applied: Applied; reply: Reply } | Refusal> {
    const lookups = new LoadedLookups();
    const view = this.#view(lookups, header.workspaceId, at);
    const decided = await this.#withLoaded(lookups, () => ofDecision(() => decision(view)));
    if ('code' in decided) return decided;
    const place = { at, firstPosition: this.#head + 1, thread: (threadId: ThreadId) => this.#state(threadId) };
    const { entries, reply } = decided;
    const applied = await this.#withLoaded(lookups, () => ofDecision(() => applyEntries(header, entries, place)));
    return 'code' in applied ? applied : { applied, reply };
  }

  #takeStaged({ workspaceId }: Header, { events, states }: StagedPart): Applied {
    for (const [threadId, state] of states) this.#staged.set(threadId, state);
    const first = this.#head + 1;
    const placed = events.map((event, index): LogEvent => ({ ...event, position: first + index, workspaceId }));
    for (const event of placed) ofDecision(() => requireShape(event));
    return { events: placed, states: new Map() };
  }

  async write(): Promise<void> {
    const events = this.events.slice(this.#written);
    const others = this.#requests.length + this.#records.length + this.#blobs.length;
    if (events.length === 0 && others === 0) return;
    const { rows, taskStatuses } = await this.#withLoaded(new LoadedLookups(), () => this.#project(events));
    const kept = { blobs: this.#blobs, requests: this.#requests, records: this.#records };
    await this.#transaction.write({ events, rows, taskStatuses, ...kept });
    this.#written = this.events.length;
    this.#blobs = [];
    this.#requests = [];
    this.#records = [];
  }

  #project(events: readonly LogEvent[]): Pick<Batch, 'rows' | 'taskStatuses'> {
    const rows = new Map<Table, Map<string, Row>>();
    const taskStatuses = new Map<string, string>();
    project(events, (threadId) => this.#soundState(threadId), {
      put: (table, row) => void rows.getOrInsertComputed(table, () => new Map()).set(String(row.id), row),
      putOpenTaskStatus: (taskId, status) => void taskStatuses.set(taskId, status),
    });
    return { rows, taskStatuses };
  }

  /** Runs a pure function, again after each load of something that it lacked. */
  async #withLoaded<Result>(lookups: LoadedLookups, run: () => Result): Promise<Result> {
    while (true) {
      try {
        return run();
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        await this.#find(lookups, error.what);
      }
    }
  }

  #view(lookups: LoadedLookups, workspaceId: WorkspaceId, now: number): View {
    const thread = (threadId: ThreadId) => {
      const state = this.#state(threadId);
      return state?.workspaceId === workspaceId ? state : null;
    };
    return {
      now,
      workedMs: this.#workedMs,
      thread,
      unfinishedBelow: (threadId) => {
        const below = lookups.below.get(threadId) ?? requireLoaded({ below: threadId });
        const sound = below.map((id) => this.#soundState(id));
        return sound.filter((state) => state?.workspaceId === workspaceId) as ThreadState[];
      },
      tasksOfTurn: (rootId, turn) => lookups.tasks.get(`${rootId} ${turn}`) ?? requireLoaded({ rootId, turn }),
      record: (ofWorkspace, kind, id) => {
        const found = this.#knownRecords.get(recordKey(ofWorkspace, { kind, id }));
        return found === undefined ? requireLoaded({ record: { kind, id }, ofWorkspace }) : found;
      },
    };
  }

  #state(threadId: ThreadId): ThreadState | null {
    const state = this.#found(threadId);
    if (state instanceof DamagedThreadError) throw state;
    return state;
  }

  /** Null for a damaged one: the work beside it can still be stopped, deleted and written. */
  #soundState(threadId: ThreadId): ThreadState | null {
    const state = this.#found(threadId);
    return state instanceof DamagedThreadError ? null : state;
  }

  #found(threadId: ThreadId): ThreadOrDamage {
    const state = this.states.get(threadId) ?? this.#staged.get(threadId) ?? this.#loaded.get(threadId);
    return state === undefined ? requireLoaded({ thread: threadId }) : state;
  }

  async #find(lookups: LoadedLookups, what: MissingLookup): Promise<void> {
    if ('thread' in what) return this.#load([what.thread]);
    if ('record' in what) return this.#loadRecord(what.ofWorkspace, what.record);
    await this.write();
    if ('below' in what) {
      const below = await this.#transaction.reads.unfinishedBelow(what.below);
      await this.#load(below);
      lookups.below.set(what.below, below);
    } else {
      const { rootId, turn } = what;
      lookups.tasks.set(`${rootId} ${turn}`, await this.#transaction.reads.tasksOfTurn(rootId, turn));
    }
  }

  async #load(threadIds: readonly ThreadId[]): Promise<void> {
    const missing = [...new Set(threadIds)].filter((id) => !this.states.has(id) && !this.#loaded.has(id));
    if (missing.length === 0) return;
    for (const threadId of missing) this.#loaded.set(threadId, this.#known(threadId));
    const unknown = missing.filter((threadId) => this.#loaded.get(threadId) === null);
    if (unknown.length === 0) return;
    const rows = await this.#transaction.storedEvents(unknown);
    for (const [threadId, loaded] of await loadThreads(unknown, rows)) this.#loaded.set(threadId, loaded);
  }

  /** Records that this group has changed are known already, so nothing has to be written first. */
  async #loadRecord(workspaceId: WorkspaceId, place: RecordPlace): Promise<void> {
    const found = await this.#transaction.reads.record(workspaceId, place);
    this.#knownRecords.set(recordKey(workspaceId, place), found);
  }

  async #earlierRequest({ workspaceId }: ChangeHeader, key: string): Promise<KeptRequest | null> {
    const pending = this.#requests.find((request) => request.workspaceId === workspaceId && request.key === key);
    return pending ?? this.#transaction.reads.request(workspaceId, key, this.#requestsSince);
  }

  #keepRequest({ workspaceId, idempotency }: ChangeHeader, reply: unknown, at: number): void {
    if (idempotency)
      this.#requests.push({ workspaceId, ...idempotency, reply: ofDecision(() => JSON.stringify(reply)), at });
  }
}

interface GroupOptions {
  known(threadId: ThreadId): ThreadState | null;
  /** Requests with a key from before this time are forgotten. */
  requestsSince: number;
  workedMs: View['workedMs'];
}

/** Rows that were loaded for one decision. They change from piece to piece, so they are not kept for the next. */
class LoadedLookups {
  readonly below = new Map<ThreadId, ThreadId[]>();
  readonly tasks = new Map<string, number>();
}

type MissingLookup =
  | { thread: ThreadId }
  | { below: ThreadId }
  | { rootId: ThreadId; turn: number }
  | { record: RecordPlace; ofWorkspace: WorkspaceId };

class NotLoaded extends Error {
  readonly what: MissingLookup;

  constructor(what: MissingLookup) {
    super('not loaded yet');
    this.what = what;
  }
}

function ofDecision<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof NotLoaded ? error : new DecisionFault(error);
  }
}

function recordKey(workspaceId: WorkspaceId, { kind, id }: RecordPlace): string {
  return `${workspaceId} ${kind} ${id}`;
}

function requireLoaded(what: MissingLookup): never {
  throw new NotLoaded(what);
}
