import type { Event, ThreadId, TreeState } from '@retinue/protocol';
import { foldTree, localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import type { OpenQuestion, Progress } from './progress.ts';
import { progressOf, questionsIn } from './progress.ts';

/** Some chats' trees, kept up to date with the log for as long as they are watched. */
export class Watch implements Disposable {
  readonly #trees = new Map<ThreadId, TreeState>();
  readonly #subscription: Disposable;
  #moved = Promise.withResolvers<void>();
  /** Told of every commit, in order of position, after the trees have moved. */
  onEvents: (events: readonly Event[]) => void = () => {};

  private constructor(log: Retinue['log'], rootIds: ReadonlySet<ThreadId>) {
    this.#subscription = log.subscribe(({ events }) => this.#take(events.filter(({ rootId }) => rootIds.has(rootId))));
  }

  /** The log is read before anything is started, so there is nothing between what was read and what is told. */
  static async open(log: Retinue['log'], rootIds: readonly ThreadId[]): Promise<Watch> {
    const watch = new Watch(log, new Set(rootIds));
    for (const rootId of rootIds) {
      const tree = await readTree(log, rootId);
      if (tree) watch.#trees.set(rootId, tree);
    }
    return watch;
  }

  get trees(): TreeState[] {
    return [...this.#trees.values()];
  }

  tree(rootId: ThreadId): TreeState | null {
    return this.#trees.get(rootId) ?? null;
  }

  get progress(): Progress {
    const all = this.trees.map(progressOf);
    return (
      all.find((one) => one === 'working') ??
      all.find((one) => one === 'asking') ??
      all.find((one) => one === 'stuck') ??
      'settled'
    );
  }

  get questions(): OpenQuestion[] {
    return this.trees.flatMap(questionsIn);
  }

  /** Resolves with the next commit. */
  moved(): Promise<void> {
    return this.#moved.promise;
  }

  #take(events: readonly Event[]): void {
    if (events.length === 0) return;
    for (const [rootId, ofRoot] of Map.groupBy(events, (event) => event.rootId)) {
      const tree = foldTree(this.tree(rootId), ofRoot);
      if (tree) this.#trees.set(rootId, tree);
    }
    this.onEvents(events);
    this.#moved.resolve();
    this.#moved = Promise.withResolvers<void>();
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }
}

export async function readTree(log: Retinue['log'], rootId: ThreadId): Promise<TreeState | null> {
  return log.tree(localWorkspaceId, rootId);
}
