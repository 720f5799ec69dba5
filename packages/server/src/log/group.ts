import type { Event, Refusal, ThreadId, ThreadState, WorkspaceId } from '@retinue/protocol';
import { refuse } from '@retinue/protocol';
import type { AppendResult, Blob, Decision, Header, View } from '../ports/event-log.ts';
import type { ChangeHeader, ChangeResult, DecideRecord, RecordPlace } from '../ports/records.ts';
import type { Applied } from './apply.ts';
import { applyEntries } from './apply.ts';
import { applyForeign, findTaken } from './apply-foreign.ts';
import type { Table } from './projector.ts';
import { project } from './projector.ts';
import type { KeptRequest } from './reads.ts';
import type { RecordRow } from './record-rows.ts';
import { decideRecord, toRecord } from './record-rows.ts';
import type { Row } from './rows.ts';
import type { Batch, Transaction } from './store.ts';
import { requestKeptMs } from './store.ts';

/** One append: what is to be decided on, or a tree from elsewhere that is to be taken as it is. */
export interface Piece {
  header: Header;
  decision: Decision | { foreign: readonly Event[] };
}

/** A record that is to be put, changed or removed. */
export interface RecordPiece {
  header: ChangeHeader;
  place: RecordPlace;
  decide: DecideRecord;
}

/**
 * The appends of one transaction. Each is decided on the threads as the ones before it left them, in memory; a refused or
 * failing one leaves no trace. Rows are written once for all of them, or sooner if a decision has to read rows.
 */
export class Group {
  readonly events: Event[] = [];
  readonly states = new Map<ThreadId, ThreadState>();
  readonly #transaction: Transaction;
  readonly #known: (threadId: ThreadId) => ThreadState | null;
  readonly #loaded = new Map<ThreadId, ThreadState | null>();
  #blobs: Blob[] = [];
  #requests: Batch['requests'][number][] = [];
  #records: RecordRow[] = [];
  #written = 0;
  #head = 0;

  constructor(transaction: Transaction, known: (threadId: ThreadId) => ThreadState | null) {
    this.#transaction = transaction;
    this.#known = known;
  }

  /** The threads that its pieces are about are loaded for the whole group at once. */
  async begin(threads: readonly ThreadId[]): Promise<void> {
    this.#head = await this.#transaction.head();
    await this.#load(threads);
  }

  async take({ header, decision }: Piece, at: number): Promise<AppendResult> {
    const earlier = header.once && (await this.#earlierRequest(header, header.once.key, at));
    if (earlier) return repeat(earlier, header, { events: [] });
    const applied =
      'foreign' in decision
        ? await this.#takeForeign(header, decision.foreign)
        : await this.#decide(header, decision, at);
    if ('code' in applied) return { refusal: applied };
    if (header.once) this.#keepRequest(header, header.once, at);
    if (header.blobs) this.#blobs.push(...header.blobs);
    this.#head += applied.events.length;
    this.events.push(...applied.events);
    for (const [threadId, state] of applied.states) this.states.set(threadId, state);
    return { refusal: null, events: applied.events, repeated: null };
  }

  async change({ header, place, decide }: RecordPiece, at: number): Promise<ChangeResult> {
    await this.write();
    const { reads } = this.#transaction;
    const earlier = header.once && (await this.#earlierRequest(header, header.once.key, at));
    if (earlier) return repeat(earlier, header, { record: await reads.record(header.workspaceId, place) });
    const ofKind = await reads.records(header.workspaceId, place.kind);
    const row = decideRecord(header.workspaceId, place, ofKind, decide, at);
    if (row && 'code' in row) return { refusal: row };
    if (header.once) this.#keepRequest(header, header.once, at);
    if (row) this.#records.push(row);
    return { refusal: null, record: row && toRecord(row), repeated: null };
  }

  async #decide(header: Header, decision: Decision, at: number): Promise<Applied | Refusal> {
    const asked = new Asked();
    const decided = await this.#withLoaded(asked, () => decision(this.#view(asked, header.workspaceId, at)));
    if ('code' in decided) return decided;
    const place = { at, firstPosition: this.#head + 1, thread: (threadId: ThreadId) => this.#state(threadId) };
    return this.#withLoaded(asked, () => applyEntries(header, decided, place));
  }

  async #takeForeign(header: Header, events: readonly Event[]): Promise<Applied | Refusal> {
    await this.write();
    const taken = await findTaken(this.#transaction.ask, events);
    if (taken) return refuse('tree-exists', taken);
    return applyForeign(header, events, this.#head + 1);
  }

  async write(): Promise<void> {
    const events = this.events.slice(this.#written);
    if (events.length === 0 && this.#requests.length === 0 && this.#records.length === 0) return;
    const { rows, taskStatuses } = await this.#withLoaded(new Asked(), () => this.#project(events));
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
    project(events, (threadId) => this.#state(threadId), {
      put: (table, row) => void rows.getOrInsertComputed(table, () => new Map()).set(String(row.id), row),
      putOpenTaskStatus: (taskId, status) => void taskStatuses.set(taskId, status),
    });
    return { rows, taskStatuses };
  }

  /** What runs here is pure, so it can be run again once what it lacked has been loaded. */
  async #withLoaded<Result>(asked: Asked, run: () => Result): Promise<Result> {
    while (true) {
      try {
        return run();
      } catch (lacking) {
        if (!(lacking instanceof Lacking)) throw lacking;
        await this.#find(asked, lacking.what);
      }
    }
  }

  #view(asked: Asked, workspaceId: WorkspaceId, now: number): View {
    const thread = (threadId: ThreadId) => {
      const state = this.#state(threadId);
      return state?.workspaceId === workspaceId ? state : null;
    };
    return {
      now,
      thread,
      unfinishedBelow: (threadId) => {
        const below = asked.below.get(threadId) ?? lack({ below: threadId });
        return below.map(thread).filter((state) => state !== null);
      },
      tasksOfTurn: (rootId, turn) => asked.tasks.get(`${rootId} ${turn}`) ?? lack({ rootId, turn }),
    };
  }

  #state(threadId: ThreadId): ThreadState | null {
    const state = this.states.get(threadId) ?? this.#loaded.get(threadId);
    return state === undefined ? lack({ thread: threadId }) : state;
  }

  async #find(asked: Asked, what: Lack): Promise<void> {
    if ('thread' in what) return this.#load([what.thread]);
    await this.write();
    if ('below' in what) {
      const below = await this.#transaction.reads.unfinishedBelow(what.below);
      await this.#load(below);
      asked.below.set(what.below, below);
    } else {
      const { rootId, turn } = what;
      asked.tasks.set(`${rootId} ${turn}`, await this.#transaction.reads.tasksOfTurn(rootId, turn));
    }
  }

  async #load(threadIds: readonly ThreadId[]): Promise<void> {
    const missing = [...new Set(threadIds)].filter((id) => !this.states.has(id) && !this.#loaded.has(id));
    if (missing.length === 0) return;
    const loaded = await this.#transaction.threads(missing, this.#known);
    for (const threadId of missing) this.#loaded.set(threadId, loaded.get(threadId) ?? null);
  }

  async #earlierRequest({ workspaceId }: ChangeHeader, key: string, at: number): Promise<KeptRequest | null> {
    const pending = this.#requests.find((request) => request.workspaceId === workspaceId && request.key === key);
    return pending ?? this.#transaction.reads.request(workspaceId, key, at - requestKeptMs);
  }

  #keepRequest({ workspaceId }: ChangeHeader, { key, request, reply }: NonNullable<Header['once']>, at: number): void {
    this.#requests.push({ workspaceId, key, request, reply: reply(), at });
  }
}

/** What one decision has had loaded. Rows change from piece to piece, so it is not kept for the next. */
class Asked {
  readonly below = new Map<ThreadId, ThreadId[]>();
  readonly tasks = new Map<string, number>();
}

type Lack = { thread: ThreadId } | { below: ThreadId } | { rootId: ThreadId; turn: number };

class Lacking extends Error {
  readonly what: Lack;

  constructor(what: Lack) {
    super('not loaded yet');
    this.what = what;
  }
}

function lack(what: Lack): never {
  throw new Lacking(what);
}

function repeat<Found>(
  { request, reply }: KeptRequest,
  { once }: ChangeHeader,
  found: Found,
): { refusal: Refusal } | (Found & { refusal: null; repeated: string }) {
  if (request !== once?.request) return { refusal: refuse('key-reused', once?.key ?? '') };
  return { ...found, refusal: null, repeated: reply };
}
