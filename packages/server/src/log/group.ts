import type { Event, Refusal, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import { DamagedThreadError } from '../ports/damage.ts';
import type { AppendResult, Blob, Header, ReplyingDecision, View } from '../ports/event-log.ts';
import type { StagedPart } from '../ports/opened-log.ts';
import type {
  ChangeHeader,
  ChangeResult,
  RecordPlace,
  ReplyingRecordDecision,
  StoredRecord,
} from '../ports/records.ts';
import type { Table } from '../read-models/projector.ts';
import { project } from '../read-models/projector.ts';
import type { Row } from '../read-models/rows.ts';
import type { Applied } from './apply.ts';
import { applyEntries, requireShape } from './apply.ts';
import type { KeptRequest } from './reads.ts';
import type { RecordRow } from './records/record-rows.ts';
import { decideRecord, toRecord } from './records/record-rows.ts';
import { repeat } from './requests/repeat-request.ts';
import type { Batch, LoadedThread, Transaction } from './store.ts';

/** One append: what is to be decided on, or a part of a chat that is being imported. */
export interface Piece<Reply> {
  header: Header;
  decision: ReplyingDecision<Reply> | { staged: StagedPart; reply: Reply };
}

/** A record that is to be put, changed or removed. */
export interface RecordPiece<Reply> {
  header: ChangeHeader;
  place: RecordPlace;
  decide: ReplyingRecordDecision<Reply>;
}

/**
 * The appends of one transaction. Each is decided on the threads as the ones before it left them, in memory; a refused or
 * failing one leaves no trace. Rows are written once for all of them, or sooner if a decision has to read rows.
 */
export class Group {
  readonly events: Event[] = [];
  /** Those of the events that subscribers hear of. */
  readonly told: Event[] = [];
  readonly states = new Map<ThreadId, ThreadState>();
  /** Threads of chats that are being imported: good for their rows, and for nothing else. */
  readonly #staged = new Map<ThreadId, ThreadState>();
  readonly #transaction: Transaction;
  readonly #known: (threadId: ThreadId) => ThreadState | null;
  readonly #loaded = new Map<ThreadId, LoadedThread>();
  /** Records that a decision has read or a piece of this group has changed. */
  readonly #knownRecords = new Map<string, StoredRecord | null>();
  /** Requests with a key from before are forgotten. */
  readonly #requestsSince: number;
  #blobs: Blob[] = [];
  #requests: Batch['requests'][number][] = [];
  #records: RecordRow[] = [];
  #written = 0;
  #head = 0;

  readonly #workedMs: View['workedMs'];

  constructor(transaction: Transaction, { known, requestsSince, workedMs }: GroupOptions) {
    this.#transaction = transaction;
    this.#known = known;
    this.#requestsSince = requestsSince;
    this.#workedMs = workedMs;
  }

  /** The threads that its pieces are about are loaded for the whole group at once. No position up to `minHead` is given. */
  async begin(threads: readonly ThreadId[], minHead: number): Promise<void> {
    this.#head = Math.max(minHead, await this.#transaction.head());
    await this.#load(threads);
  }

  async take<Reply>({ header, decision }: Piece<Reply>, at: number): Promise<AppendResult<Reply>> {
    const earlier = header.once && (await this.#earlierRequest(header, header.once.key));
    if (earlier) return repeat<Reply, { events: Event[] }>(earlier, header, { events: [] });
    const taken =
      'staged' in decision
        ? { applied: this.#takeStaged(header, decision.staged), reply: decision.reply }
        : await this.#decide(header, decision, at);
    if ('code' in taken) return { refusal: taken };
    const { applied, reply } = taken;
    this.#keepRequest(header, reply, at);
    if (header.blobs) this.#blobs.push(...header.blobs);
    this.#head += applied.events.length;
    this.events.push(...applied.events);
    if (!('staged' in decision) || decision.staged.isLast) this.told.push(...applied.events);
    for (const [threadId, state] of applied.states) this.states.set(threadId, state);
    return { refusal: null, events: applied.events, reply, isRepeated: false };
  }

  async change<Reply>({ header, place, decide }: RecordPiece<Reply>, at: number): Promise<ChangeResult<Reply>> {
    await this.write();
    const { reads } = this.#transaction;
    const earlier = header.once && (await this.#earlierRequest(header, header.once.key));
    if (earlier) {
      const record = await reads.record(header.workspaceId, place);
      return repeat<Reply, { record: typeof record }>(earlier, header, { record });
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
    if ('code' in decided) return { refusal: decided };
    const { row, reply } = decided;
    this.#keepRequest(header, reply, at);
    if (row) this.#records.push(row);
    if (row) this.#knownRecords.set(recordKey(workspaceId, place), toRecord(row));
    return { refusal: null, record: row && toRecord(row), reply, isRepeated: false };
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
    const placed = events.map((event, index): Event => ({ ...event, position: first + index, workspaceId }));
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

  #project(events: readonly Event[]): Pick<Batch, 'rows' | 'taskStatuses'> {
    const rows = new Map<Table, Map<string, Row>>();
    const taskStatuses = new Map<string, string>();
    project(events, (threadId) => this.#soundState(threadId), {
      put: (table, row) => void rows.getOrInsertComputed(table, () => new Map()).set(String(row.id), row),
      putOpenTaskStatus: (taskId, status) => void taskStatuses.set(taskId, status),
    });
    return { rows, taskStatuses };
  }

  /** What runs here is pure, so it can be run again once what it lacked has been loaded. */
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

  /** Null for a damaged one: what is next to it can be stopped, deleted and written all the same. */
  #soundState(threadId: ThreadId): ThreadState | null {
    const state = this.#found(threadId);
    return state instanceof DamagedThreadError ? null : state;
  }

  #found(threadId: ThreadId): LoadedThread {
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
    const loaded = await this.#transaction.threads(missing, this.#known);
    for (const threadId of missing) this.#loaded.set(threadId, loaded.get(threadId) ?? null);
  }

  /** What this group has changed is known already, so nothing has to be written first. */
  async #loadRecord(workspaceId: WorkspaceId, place: RecordPlace): Promise<void> {
    const found = await this.#transaction.reads.record(workspaceId, place);
    this.#knownRecords.set(recordKey(workspaceId, place), found);
  }

  async #earlierRequest({ workspaceId }: ChangeHeader, key: string): Promise<KeptRequest | null> {
    const pending = this.#requests.find((request) => request.workspaceId === workspaceId && request.key === key);
    return pending ?? this.#transaction.reads.request(workspaceId, key, this.#requestsSince);
  }

  #keepRequest({ workspaceId, once }: ChangeHeader, reply: unknown, at: number): void {
    if (once) this.#requests.push({ workspaceId, ...once, reply: ofDecision(() => JSON.stringify(reply)), at });
  }
}

interface GroupOptions {
  known(threadId: ThreadId): ThreadState | null;
  /** Requests with a key from before are forgotten. */
  requestsSince: number;
  workedMs: View['workedMs'];
}

/** What one decision has had loaded. Rows change from piece to piece, so it is not kept for the next. */
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

/** A decision, or what was decided, has a bug of its own: its neighbours go on. Everything else that is thrown ends the group. */
export class DecisionFault extends Error {
  constructor(cause: unknown) {
    super('a decision failed', { cause });
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
