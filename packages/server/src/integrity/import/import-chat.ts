import type { Event, IdMaker, Refusal, ThreadId } from '@retinue/protocol';
import { isUnfinished } from '@retinue/protocol';
import { JsonProblem } from '../../json/json-problem.ts';
import { JsonSource } from '../../json/json-source.ts';
import { Pauser } from '../../json/pauser.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Blob, Header } from '../../ports/event-log.ts';
import type { ImportedChat, ImportFailure, ImportWish } from '../../ports/import.ts';
import type { LogMaintenance } from '../../ports/opened-log.ts';
import { cancelThreads } from '../../transitions/close-work.ts';
import type { TreeBounds } from './clamp-imported-event.ts';
import { importBounds } from './import-bounds.ts';
import { ImportProblem } from './import-problem.ts';
import { bad, readExport } from './read-export.ts';
import { StagedTree } from './staged-tree.ts';

/** What an import works with. */
export interface ImportRoom {
  log: Pick<LogMaintenance, 'stage' | 'discardStaged'>;
  ids: IdMaker;
  clock: Clock;
  /** What holds in this workspace for a chat from elsewhere. */
  bounds: TreeBounds;
  maxBytes: number;
  /** What does not hold in a tree, a little at a time. */
  verify(tree: Pick<StagedTree, 'rootId' | 'events' | 'states'>): Iterable<{ words: string }[]>;
}

/**
 * Reads an exported chat as it arrives and writes it in slices into a hidden chat. Once everything was read and checked, one
 * append shows it. A failure removes what was written; after a crash the hidden chat is purged when its time is over.
 */
export async function importChat(
  room: ImportRoom,
  wish: ImportWish,
  file: AsyncIterable<Uint8Array>,
): Promise<ImportedChat | ImportFailure | Refusal> {
  const staged = new StagedImport(room, wish);
  try {
    return await staged.run(file);
  } catch (error) {
    await staged.discard();
    if (error instanceof ImportProblem) return { failure: error.code, words: error.message };
    if (error instanceof JsonProblem)
      return { failure: error.code === 'too-many' ? 'bad-import' : error.code, words: error.message };
    throw error;
  }
}

class StagedImport {
  readonly #room: ImportRoom;
  readonly #wish: ImportWish;
  readonly #now: number;
  readonly #startedMs: number;
  readonly #tree: StagedTree;
  readonly #pauser = new Pauser(sliceMs);
  readonly #blobs = new Set<string>();
  #slice: Event[] = [];
  #sliceWeight = 0;
  #isWritten = false;

  constructor(room: ImportRoom, wish: ImportWish) {
    this.#room = room;
    this.#wish = wish;
    this.#now = room.clock.now();
    this.#startedMs = room.clock.monotonicMs();
    const { ids, bounds } = room;
    this.#tree = new StagedTree({ ids, bounds, now: this.#now, stagedUntil: this.#now + maxImportMs });
  }

  async run(file: AsyncIterable<Uint8Array>): Promise<ImportedChat | Refusal> {
    const source = new JsonSource(file, { ...importBounds, bytes: this.#room.maxBytes }, this.#pauser);
    let exportedAt = 0;
    try {
      for await (const piece of readExport(source, (hash) => this.#tree.blobs.has(hash))) {
        if ('event' in piece) await this.#take(piece.event);
        else if ('blob' in piece) await this.#keepBlob(piece.blob);
        else exportedAt = Math.min(piece.exportedAt, this.#now);
      }
    } finally {
      await source.close().catch(() => {});
    }
    this.#tree.foldUp();
    await this.#verify();
    const stopped = await this.#rest();
    await this.#endThreads(exportedAt);
    return this.#show(exportedAt, stopped);
  }

  async discard(): Promise<void> {
    if (this.#isWritten) await this.#room.log.discardStaged(this.#tree.rootId);
  }

  async #take(value: unknown): Promise<void> {
    const event = this.#tree.take(value);
    await this.#write(event, weightOf(value) + (slowTypes.has(event.type) ? sliceChars / 4 : 0));
    await this.#pauser.pause();
  }

  async #write(event: Event, weight: number): Promise<void> {
    this.#slice.push(event);
    this.#sliceWeight += weight;
    if (this.#slice.length >= sliceEvents || this.#sliceWeight >= sliceChars) await this.#flush();
  }

  async #flush(): Promise<void> {
    const events = this.#slice;
    this.#slice = [];
    this.#sliceWeight = 0;
    this.#tree.foldUp();
    if (this.#room.clock.monotonicMs() - this.#startedMs > maxImportMs / 2) throw bad('it took more than 30 minutes');
    if (events.length > 0) await this.#stage({ events, blobs: [] });
  }

  /** Its events name it, so they come first. */
  async #keepBlob(blob: Blob): Promise<void> {
    await this.#flush();
    await this.#stage({ events: [], blobs: [blob] });
    this.#blobs.add(blob.hash);
  }

  async #stage({ events, blobs }: { events: Event[]; blobs: Blob[] }): Promise<void> {
    this.#isWritten = true;
    const { states } = this.#tree;
    // Reading and writing a slice are two turns of the event loop.
    await this.#pauser.yield();
    await this.#room.log.stage({ ...this.#header('stage-import'), blobs }, { events, states, isLast: false }, null);
    await this.#pauser.yield();
  }

  async #verify(): Promise<void> {
    for (const hash of this.#tree.blobs) {
      if (!this.#blobs.has(hash)) throw this.#tree.doesNotHold(`A result is in blob ${hash}, which is not there`);
    }
    for (const [finding] of this.#room.verify(this.#tree)) {
      if (finding) throw this.#tree.doesNotHold(finding.words);
      await this.#pauser.pause();
    }
  }

  /** Ends everything that is open in the file, from the root down. Returns how many threads that concerns. */
  async #rest(): Promise<number> {
    const { states } = this.#tree;
    const open = [...states.values()].filter(({ status }) => isUnfinished(status));
    open.sort((left, right) => left.depth - right.depth);
    const closed = cancelThreads(
      open,
      (threadId) => states.get(threadId) ?? null,
      restReason,
      () => null,
    );
    for (const { threadId, facts } of closed) {
      for (const event of this.#tree.add(threadId, facts, 'imported')) await this.#write(event, smallWeight);
      await this.#pauser.pause();
    }
    await this.#liftStop();
    return open.length;
  }

  /** The kill switch of another server does not count here. */
  async #liftStop(): Promise<void> {
    const { rootId } = this.#tree;
    if ((this.#tree.states.get(rootId)?.stoppedAt ?? null) === null) return;
    const resumed = { type: 'chat.resumed', data: {} } as const;
    for (const event of this.#tree.add(rootId, [resumed], 'imported')) await this.#write(event, smallWeight);
  }

  async #endThreads(exportedAt: number): Promise<void> {
    for (const threadId of this.#tree.states.keys()) {
      if (threadId === this.#tree.rootId) continue;
      for (const event of this.#imported(threadId, exportedAt)) await this.#write(event, smallWeight);
      await this.#pauser.pause();
    }
    await this.#flush();
  }

  async #show(exportedAt: number, stopped: number): Promise<ImportedChat | Refusal> {
    const { rootId, root, states } = this.#tree;
    const done = { chatId: rootId, title: root.title, threads: states.size, events: this.#tree.events.length, stopped };
    const once = this.#wish.once?.();
    const kept = once ? { once } : {};
    const events = this.#imported(rootId, exportedAt);
    this.#tree.foldUp();
    const shown = await this.#room.log.stage(
      { ...this.#header('show-import'), ...kept },
      { events, states, isLast: true },
      done,
    );
    if (shown.refusal || shown.isRepeated) await this.discard();
    return shown.refusal ?? shown.reply;
  }

  #imported(threadId: ThreadId, exportedAt: number): Event[] {
    const { actor, commandId } = this.#wish;
    const fact = { type: 'thread.imported', data: { exportedAt } } as const;
    return this.#tree.add(threadId, [fact], actor).map((event) => ({ ...event, commandId }));
  }

  #header(label: Header['label']): Header {
    const { workspaceId, actor, commandId } = this.#wish;
    return { label, workspaceId, actor, commandId };
  }
}

/** About the characters of a value, without writing it out. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + smallWeight / 10;
  if (typeof value !== 'object' || value === null) return smallWeight / 10;
  return Object.values(value).reduce((sum: number, one) => sum + weightOf(one), 0);
}

/** What each of them means is found by going through the whole thread. */
const slowTypes = new Set<Event['type']>(['thread.rewound', 'chat.read', 'thread.compacted']);
const restReason = 'This was open when the chat was exported. An import starts no work.';
const maxImportMs = 60 * 60_000;
const sliceMs = 8;
const sliceEvents = 100;
const sliceChars = 256 * 1024;
const smallWeight = 200;
