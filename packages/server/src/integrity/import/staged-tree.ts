import type { AgentId, Fact, IdMaker, ImportProblem, LogEvent, ThreadId, ThreadState } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import { reduceEvent } from '../../ports/log/reduce-event.ts';
import { asRead, eventMisfit } from '../export/exported-chat.ts';
import { clampImportedEvent, type TreeBounds } from './clamp-imported-event.ts';
import { badImport, type ImportBounds, ImportError, tooMany } from './import-bounds.ts';
import { IdRenamer } from './rename-ids.ts';

interface StagedTreeOptions {
  ids: IdMaker;
  bounds: TreeBounds;
  fileBounds: ImportBounds;
  now: number;
  stagedUntil: number;
}

/** A tree as far as it has been read: enough to check it, to make its rows, and to end its open work. */
export class StagedTree {
  readonly states = new Map<ThreadId, ThreadState>();
  /** All events so far, without their texts. */
  readonly events: LogEvent[] = [];
  readonly blobs = new Set<string>();
  readonly #renamer: IdRenamer;
  readonly #bounds: TreeBounds;
  readonly #fileBounds: ImportBounds;
  readonly #now: number;
  readonly #stagedUntil: number;
  readonly #seqs = new Map<ThreadId, number>();
  readonly #paths = new Map<ThreadId, readonly AgentId[]>();
  readonly #callsOfStep = new Map<string, number>();
  #rootId: ThreadId | null = null;
  #unfolded: LogEvent[] = [];

  constructor(options: StagedTreeOptions) {
    this.#renamer = new IdRenamer(options.ids);
    this.#bounds = options.bounds;
    this.#fileBounds = options.fileBounds;
    this.#now = options.now;
    this.#stagedUntil = options.stagedUntil;
  }

  get rootId(): ThreadId {
    if (!this.#rootId) throw badImport({ code: 'no-events' });
    return this.#rootId;
  }

  get root(): ThreadState {
    const root = this.states.get(this.rootId);
    if (!root) throw new Error('the root was read before anything else');
    return root;
  }

  /** Checks one event of the file and returns it as it is stored here. */
  take(value: unknown): LogEvent {
    const number = this.events.length + 1;
    const misfit = eventMisfit(value);
    if (misfit) throw badImport({ code: 'unreadable-event', number, misfit });
    const event = this.#bound(this.#renamer.rename(asRead(value as LogEvent)));
    this.#check(event);
    const reduced = reduceEvent({ ...event, position: number });
    this.events.push(reduced);
    this.#unfolded.push(reduced);
    if ('output' in event.data && event.data.output?.blob) this.blobs.add(event.data.output.blob);
    return event;
  }

  /** Adds facts of the import itself. */
  add(threadId: ThreadId, facts: readonly Fact[], actor: LogEvent['actor']): LogEvent[] {
    this.foldUp();
    const { workspaceId, rootId } = this.root;
    return facts.map((fact) => {
      const seq = (this.#seqs.get(threadId) ?? 0) + 1;
      this.#seqs.set(threadId, seq);
      const place = { position: this.events.length + 1, workspaceId, rootId, threadId, seq };
      const event: LogEvent = { ...place, at: this.#now, actor, commandId: null, ...fact };
      this.#unfolded.push(reduceEvent(event));
      return event;
    });
  }

  /** Brings the states up to date. In groups, since every fold copies its thread's list of items. */
  foldUp(): void {
    for (const [threadId, events] of Map.groupBy(this.#unfolded, (event) => event.threadId)) {
      try {
        const state = fold(this.states.get(threadId) ?? null, events);
        if (state) this.states.set(threadId, this.#withinBounds(state));
      } catch (error) {
        if (error instanceof ImportError) throw error;
        const told = error instanceof Error ? error.message : String(error);
        throw this.doesNotHold({ code: 'unfoldable', threadId, quote: told });
      }
    }
    this.#unfolded = [];
  }

  /** The problem of a tree, with the ids of its file. */
  doesNotHold(problem: ImportProblem): ImportError {
    return badImport(this.#renamer.withOriginals(problem));
  }

  /** No actor of the file is a person of this store, and no time in it is in the future. */
  #bound(read: LogEvent): LogEvent {
    const event = clampImportedEvent(read, this.#bounds, this.#now);
    if (event.type !== 'thread.opened') return event;
    return { ...event, data: { ...event.data, stagedUntil: this.#stagedUntil } };
  }

  #check(event: LogEvent): void {
    const { type, threadId, rootId, seq, data } = event;
    if (this.#rootId === null) {
      if (type !== 'thread.opened' || threadId !== rootId || data.parent) throw badImport({ code: 'no-chat-opened' });
      this.#rootId = rootId;
    }
    const firstId = this.#rootId;
    if (rootId !== firstId) throw this.doesNotHold({ code: 'several-chats', rootId, firstId });
    const dueSeq = (this.#seqs.get(threadId) ?? 0) + 1;
    if (seq !== dueSeq) throw this.doesNotHold({ code: 'out-of-order', threadId, seq, dueSeq });
    this.#seqs.set(threadId, seq);
    const { threads } = this.#fileBounds;
    if (this.#seqs.size > threads) throw tooMany('threads', threads);
    if (type === 'thread.opened') this.#checkPath(threadId, data.path, data.depth);
    if (type === 'agent.changed' && data.agent.agentId !== this.#paths.get(threadId)?.at(-1))
      throw this.doesNotHold({ code: 'other-agent', threadId, agentId: data.agent.agentId });
    if (type === 'call.requested') this.#countCall(`${threadId} ${data.step}`);
  }

  #checkPath(threadId: ThreadId, path: readonly AgentId[], depth: number): void {
    const maxDepth = this.#fileBounds.depth;
    if (depth > maxDepth) throw tooMany('depth', maxDepth);
    if (new Set(path).size < path.length) throw this.doesNotHold({ code: 'agent-twice', threadId, path: [...path] });
    this.#paths.set(threadId, path);
  }

  #countCall(step: string): void {
    const count = (this.#callsOfStep.get(step) ?? 0) + 1;
    this.#callsOfStep.set(step, count);
    const { callsPerStep } = this.#fileBounds;
    if (count > callsPerStep) throw tooMany('calls-of-step', callsPerStep);
  }

  /** Every event costs a walk through the open work. */
  #withinBounds(state: ThreadState): ThreadState {
    const { openWork } = this.#fileBounds;
    if (Math.max(state.openCalls.length, state.openTasks.length) <= openWork) return state;
    throw tooMany('open-work', openWork);
  }
}
