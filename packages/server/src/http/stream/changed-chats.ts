import type { ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Clock } from '../../ports/clock.ts';
import { leftOf } from './send-rate.ts';

/** The chats whose rows changed in the last seconds, each with the number of its last change. */
export class ChangedChats {
  readonly #clock: Clock;
  /** The last one to change stands at the end. */
  readonly #changed = new Map<ThreadId, { workspaceId: WorkspaceId; at: number; change: number }>();
  /** Of each workspace, the last change that is not kept any more. */
  readonly #forgotten = new Map<WorkspaceId, number>();
  #lastChange = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get lastChange(): number {
    return this.#lastChange;
  }

  add(rootId: ThreadId, workspaceId: WorkspaceId): void {
    this.#lastChange += 1;
    this.#changed.delete(rootId);
    this.#changed.set(rootId, { workspaceId, at: this.#clock.monotonicMs(), change: this.#lastChange });
  }

  /** Those of the last seconds. */
  lately(workspaceId: WorkspaceId): ThreadId[] {
    this.forget();
    return [...this.#changed].filter(([, changed]) => changed.workspaceId === workspaceId).map(([rootId]) => rootId);
  }

  /** Those that changed after a change; null where that was too long ago to tell. */
  since(workspaceId: WorkspaceId, lastSeen: number): ThreadId[] | null {
    if (lastSeen < (this.#forgotten.get(workspaceId) ?? 0)) return null;
    const rootIds: ThreadId[] = [];
    for (const [rootId, { change, workspaceId: own }] of this.#changed) {
      if (change > lastSeen && own === workspaceId) rootIds.push(rootId);
    }
    return rootIds;
  }

  /** Drops those that changed too long ago. The oldest come first. */
  forget(): void {
    const now = this.#clock.monotonicMs();
    for (const [rootId, { workspaceId, at, change }] of this.#changed) {
      if (leftOf(latelyMs, at, now) > 0) return;
      this.#changed.delete(rootId);
      this.#forgotten.set(workspaceId, change);
    }
  }
}

const latelyMs = 15_000;
