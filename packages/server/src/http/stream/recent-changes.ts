import type { WorkspaceId } from '@retinue/protocol';
import type { Clock } from '../../ports/runtime/clock.ts';
import { leftOf } from './send-rate.ts';

/** Rows that changed in the last seconds, each with the number of its last change. */
export class RecentChanges<Key> {
  readonly #clock: Clock;
  /** The last one to change is at the end. */
  readonly #changed = new Map<Key, { workspaceId: WorkspaceId; at: number; change: number }>();
  /** For each workspace, the last change that is not kept any more. */
  readonly #forgotten = new Map<WorkspaceId, number>();
  #lastChange = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get lastChange(): number {
    return this.#lastChange;
  }

  add(key: Key, workspaceId: WorkspaceId): void {
    this.#lastChange += 1;
    this.#changed.delete(key);
    this.#changed.set(key, { workspaceId, at: this.#clock.monotonicMs(), change: this.#lastChange });
  }

  /** Rows that changed a moment ago: a reader may have lost its connection before it had them. */
  lately(workspaceId: WorkspaceId): Key[] {
    this.forget();
    return [...this.#changed].filter(([, changed]) => changed.workspaceId === workspaceId).map(([key]) => key);
  }

  /** Rows that changed after a change; null if that was too long ago to tell. */
  since(workspaceId: WorkspaceId, lastSeen: number): Key[] | null {
    if (lastSeen < (this.#forgotten.get(workspaceId) ?? 0)) return null;
    const keys: Key[] = [];
    for (const [key, { change, workspaceId: own }] of this.#changed) {
      if (change > lastSeen && own === workspaceId) keys.push(key);
    }
    return keys;
  }

  /** Drops rows that changed too long ago. The oldest come first. */
  forget(): void {
    const now = this.#clock.monotonicMs();
    for (const [key, { workspaceId, at, change }] of this.#changed) {
      if (leftOf(latelyMs, at, now) > 0) return;
      this.#changed.delete(key);
      this.#forgotten.set(workspaceId, change);
    }
  }
}

const latelyMs = 15_000;
