import {
  type IdMaker,
  isRefusal,
  isUnfinished,
  type LogEvent,
  type Refusal,
  refuse,
  type ThreadId,
} from '@retinue/protocol';
import { JsonProblem } from '../../json/json-problem.ts';
import { JsonSource } from '../../json/json-source.ts';
import { Pauser } from '../../json/pauser.ts';
import type { Header, StoredBlob } from '../../ports/log/event-log.ts';
import type { ImportedChat, ImportRequest } from '../../ports/log/import.ts';
import type { LogMaintenance } from '../../ports/log/opened-log.ts';
import type { Clock } from '../../ports/runtime/clock.ts';
import { cancelThreads } from '../../transitions/close-work.ts';
import type { TreeBounds } from './clamp-imported-event.ts';
import { badImport, type ImportBounds, ImportProblem } from './import-bounds.ts';
import { readExport } from './read-export.ts';
import { StagedTree } from './staged-tree.ts';

export interface ImportContext {
  log: Pick<LogMaintenance, 'stage' | 'discardStaged'>;
  ids: IdMaker;
  clock: Clock;
  /** The rules of this workspace for an imported chat. */
  bounds: TreeBounds;
  fileBounds: ImportBounds;
  maxBytes: number;
  /** Yields the problems of a tree, a few at a time. */
  verify(tree: Pick<StagedTree, 'rootId' | 'events' | 'states'>): Iterable<{ message: string }[]>;
}

/**
 * Reads an exported chat as it arrives and writes it in slices into a hidden chat. One append shows the chat after everything
 * was read and checked. A failure removes the hidden chat; after a crash it is purged when its time is over.
 */
export async function importExport(
  context: ImportContext,
  request: ImportRequest,
  file: AsyncIterable<Uint8Array>,
): Promise<ImportedChat | Refusal> {
  const staged = new StagedImport(context, request);
  try {
    return await staged.run(file);
  } catch (error) {
    await staged.discard();
    const isJson = error instanceof JsonProblem;
    if (!isJson && !(error instanceof ImportProblem)) throw error;
    if (isJson && error.code === 'too-large')
      return refuse('too-large', { maxKb: Math.round(context.maxBytes / 1024) });
    return refuse(isJson && error.code === 'bad-json' ? 'bad-json' : 'bad-import', { problem: error.message });
  }
}

class StagedImport {
  readonly #context: ImportContext;
  readonly #request: ImportRequest;
  readonly #now: number;
  readonly #startedMs: number;
  readonly #tree: StagedTree;
  readonly #pauser = new Pauser(sliceMs);
  readonly #blobs = new Set<string>();
  #slice: LogEvent[] = [];
  #sliceWeight = 0;
  #isWritten = false;

  constructor(context: ImportContext, request: ImportRequest) {
    this.#context = context;
    this.#request = request;
    this.#now = context.clock.now();
    this.#startedMs = context.clock.monotonicMs();
    const [now, stagedUntil] = [this.#now, this.#now + maxImportMs];
    this.#tree = new StagedTree({ ...context, now, stagedUntil });
  }

  async run(file: AsyncIterable<Uint8Array>): Promise<ImportedChat | Refusal> {
    const { fileBounds, maxBytes } = this.#context;
    const source = new JsonSource(file, { ...fileBounds, bytes: maxBytes }, this.#pauser);
    const options = { isNamed: (hash: string) => this.#tree.blobs.has(hash), maxEvents: fileBounds.events };
    let exportedAt = 0;
    try {
      for await (const piece of readExport(source, options)) {
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
    if (this.#isWritten) await this.#context.log.discardStaged(this.#tree.rootId);
  }

  async #take(value: unknown): Promise<void> {
    const event = this.#tree.take(value);
    await this.#write(event, weightOf(value) + (slowTypes.has(event.type) ? sliceChars / 4 : 0));
    await this.#pauser.pause();
  }

  async #write(event: LogEvent, weight: number): Promise<void> {
    this.#slice.push(event);
    this.#sliceWeight += weight;
    if (this.#slice.length >= sliceEvents || this.#sliceWeight >= sliceChars) await this.#flush();
  }

  async #flush(): Promise<void> {
    const events = this.#slice;
    this.#slice = [];
    this.#sliceWeight = 0;
    this.#tree.foldUp();
    if (this.#context.clock.monotonicMs() - this.#startedMs > maxImportMs / 2)
      throw badImport('it took more than 30 minutes');
    if (events.length > 0) await this.#stage({ events, blobs: [] });
  }

  /** Its events name it, so they come first. */
  async #keepBlob(blob: StoredBlob): Promise<void> {
    await this.#flush();
    await this.#stage({ events: [], blobs: [blob] });
    this.#blobs.add(blob.hash);
  }

  async #stage({ events, blobs }: { events: LogEvent[]; blobs: StoredBlob[] }): Promise<void> {
    this.#isWritten = true;
    const { states } = this.#tree;
    // Reading and writing a slice take two turns of the event loop.
    await this.#pauser.yield();
    await this.#context.log.stage({ ...this.#header('stage-import'), blobs }, { events, states, isLast: false }, null);
    await this.#pauser.yield();
  }

  async #verify(): Promise<void> {
    for (const hash of this.#tree.blobs) {
      if (!this.#blobs.has(hash)) throw this.#tree.doesNotHold(`A result is in blob ${hash}, which is missing`);
    }
    for (const [finding] of this.#context.verify(this.#tree)) {
      if (finding) throw this.#tree.doesNotHold(finding.message);
      await this.#pauser.pause();
    }
  }

  /** Ends everything that is open in the file, from the root down. Returns how many threads that concerns. */
  async #rest(): Promise<number> {
    const { states, rootId } = this.#tree;
    const open = [...states.values()].filter(({ status }) => isUnfinished(status));
    open.sort((left, right) => left.depth - right.depth);
    const find = (threadId: ThreadId) => states.get(threadId) ?? null;
    const closed = cancelThreads(open, find, { code: 'imported' }, () => null);
    for (const { threadId, facts } of closed) await this.#writeAll(this.#tree.add(threadId, facts, 'imported'));
    // A kill switch of another server has no effect here.
    const resumed = { type: 'chat.resumed', data: {} } as const;
    if (find(rootId)?.stoppedAt != null) await this.#writeAll(this.#tree.add(rootId, [resumed], 'imported'));
    return open.length;
  }

  async #endThreads(exportedAt: number): Promise<void> {
    for (const threadId of this.#tree.states.keys()) {
      if (threadId !== this.#tree.rootId) await this.#writeAll(this.#imported(threadId, exportedAt));
    }
    await this.#flush();
  }

  async #writeAll(events: readonly LogEvent[]): Promise<void> {
    for (const event of events) await this.#write(event, smallWeight);
    await this.#pauser.pause();
  }

  async #show(exportedAt: number, stopped: number): Promise<ImportedChat | Refusal> {
    const { rootId, root, states } = this.#tree;
    const done = { chatId: rootId, title: root.title, threads: states.size, events: this.#tree.events.length, stopped };
    const idempotency = this.#request.idempotency?.();
    const events = this.#imported(rootId, exportedAt);
    this.#tree.foldUp();
    const header = { ...this.#header('show-import'), ...(idempotency ? { idempotency } : {}) };
    const shown = await this.#context.log.stage(header, { events, states, isLast: true }, done);
    if (isRefusal(shown) || shown.isRepeated) await this.discard();
    return isRefusal(shown) ? shown : shown.reply;
  }

  #imported(threadId: ThreadId, exportedAt: number): LogEvent[] {
    const { actor, commandId } = this.#request;
    const fact = { type: 'thread.imported', data: { exportedAt } } as const;
    return this.#tree.add(threadId, [fact], actor).map((event) => ({ ...event, commandId }));
  }

  #header(label: Header['label']): Header {
    const { workspaceId, actor, commandId } = this.#request;
    return { label, workspaceId, actor, commandId };
  }
}

/** The approximate number of characters of a value. */
function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + smallWeight / 10;
  if (typeof value !== 'object' || value === null) return smallWeight / 10;
  return Object.values(value).reduce((sum: number, one) => sum + weightOf(one), 0);
}

/** Folding one of these walks through the whole thread. */
const slowTypes = new Set<LogEvent['type']>(['thread.rewound', 'chat.read', 'thread.compacted']);
const maxImportMs = 60 * 60_000;
const sliceMs = 8;
const sliceEvents = 100;
const sliceChars = 256 * 1024;
const smallWeight = 200;
