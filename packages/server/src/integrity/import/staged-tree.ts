import type { AgentId, Event, Fact, IdMaker, ThreadId, ThreadState } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import { reduceEvent } from '../../ports/log/reduce-event.ts';
import { asRead, eventProblem } from '../export/exported-chat.ts';
import { clampImportedEvent, type TreeBounds } from './clamp-imported-event.ts';
import { badImport, type ImportBounds, ImportProblem, tooMany } from './import-bounds.ts';
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
  readonly events: Event[] = [];
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
  #unfolded: Event[] = [];

  constructor(options: StagedTreeOptions) {
    this.#renamer = new IdRenamer(options.ids);
    this.#bounds = options.bounds;
    this.#fileBounds = options.fileBounds;
    this.#now = options.now;
    this.#stagedUntil = options.stagedUntil;
  }

  get rootId(): ThreadId {
    if (!this.#rootId) throw badImport('it has no events');
    return this.#rootId;
  }

  get root(): ThreadState {
    const root = this.states.get(this.rootId);
    if (!root) throw new Error('the root was read before anything else');
    return root;
  }

  /** Checks one event of the file and returns it as it is stored here. */
  take(value: unknown): Event {
    const number = this.events.length + 1;
    const problem = eventProblem(value);
    if (problem) throw badImport(`event ${number} can't be read: ${problem}`);
    const event = this.#bound(this.#renamer.rename(asRead(value as Event)));
    this.#check(event);
    const reduced = reduceEvent({ ...event, position: number });
    this.events.push(reduced);
    this.#unfolded.push(reduced);
    if ('output' in event.data && event.data.output?.blob) this.blobs.add(event.data.output.blob);
    return event;
  }

  /** Adds facts of the import itself. */
  add(threadId: ThreadId, facts: readonly Fact[], actor: Event['actor']): Event[] {
    this.foldUp();
    const { workspaceId, rootId } = this.root;
    return facts.map((fact) => {
      const seq = (this.#seqs.get(threadId) ?? 0) + 1;
      this.#seqs.set(threadId, seq);
      const place = { position: this.events.length + 1, workspaceId, rootId, threadId, seq };
      const event: Event = { ...place, at: this.#now, actor, commandId: null, ...fact };
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
        if (error instanceof ImportProblem) throw error;
        const told = error instanceof Error ? error.message : String(error);
        throw this.doesNotHold(`Thread ${threadId} can't be folded: ${told}`);
      }
    }
    this.#unfolded = [];
  }

  /** The problem of a tree, with the ids of its file. */
  doesNotHold(finding: string) {
    return badImport(`it does not hold together: ${this.#renamer.original(finding).replace(/\.$/, '')}`);
  }

  /** No actor of the file is a person of this store, and no time in it is in the future. */
  #bound(read: Event): Event {
    const event = clampImportedEvent(read, this.#bounds, this.#now);
    if (event.type !== 'thread.opened') return event;
    return { ...event, data: { ...event.data, stagedUntil: this.#stagedUntil } };
  }

  #check(event: Event): void {
    const { type, threadId, rootId, seq, data } = event;
    if (this.#rootId === null) {
      if (type !== 'thread.opened' || threadId !== rootId || data.parent)
        throw badImport('its first event does not open a chat');
      this.#rootId = rootId;
    }
    const other = `An event belongs to chat ${rootId}, the first one to ${this.#rootId}: a file holds one chat`;
    if (rootId !== this.#rootId) throw this.doesNotHold(other);
    const due = (this.#seqs.get(threadId) ?? 0) + 1;
    const disorder = `Thread ${threadId} has seq ${seq} where ${due} is due: events are missing or out of order`;
    if (seq !== due) throw this.doesNotHold(disorder);
    this.#seqs.set(threadId, seq);
    const { threads } = this.#fileBounds;
    if (this.#seqs.size > threads) throw tooMany(`more than ${threads} threads`);
    if (type === 'thread.opened') this.#checkPath(threadId, data.path, data.depth);
    if (type === 'agent.changed' && data.agent.agentId !== this.#paths.get(threadId)?.at(-1))
      throw this.doesNotHold(`Thread ${threadId} passes to another agent, ${data.agent.agentId}`);
    if (type === 'call.requested') this.#countCall(`${threadId} ${data.step}`);
  }

  #checkPath(threadId: ThreadId, path: readonly AgentId[], depth: number): void {
    const maxDepth = this.#fileBounds.depth;
    if (depth > maxDepth) throw tooMany(`sub-agents more than ${maxDepth} levels deep`);
    if (new Set(path).size < path.length)
      throw this.doesNotHold(`Thread ${threadId} has an agent twice on its path, ${path.join(' › ')}`);
    this.#paths.set(threadId, path);
  }

  #countCall(step: string): void {
    const count = (this.#callsOfStep.get(step) ?? 0) + 1;
    this.#callsOfStep.set(step, count);
    const { callsPerStep } = this.#fileBounds;
    if (count > callsPerStep) throw tooMany(`a step of more than ${callsPerStep} calls`);
  }

  /** Every event costs a walk through the open work. */
  #withinBounds(state: ThreadState): ThreadState {
    const { openWork } = this.#fileBounds;
    if (Math.max(state.openCalls.length, state.openTasks.length) <= openWork) return state;
    throw tooMany(`a thread with more than ${openWork} open calls or tasks`);
  }
}
