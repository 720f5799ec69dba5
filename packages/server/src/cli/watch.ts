import type { Event, ThreadId, TreeState } from '@retinue/protocol';
import { foldTree, localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import type { OpenQuestion, Progress } from './progress.ts';
import { progressOf, questionsIn } from './progress.ts';
import type { Workplace } from './workplace.ts';

/** Some chats' trees, kept up to date with the log for as long as they are watched. */
export class Watch implements Disposable {
  readonly #trees = new Map<ThreadId, TreeState>();
  readonly #log: Retinue['log'];
  readonly #rootIds: readonly ThreadId[];
  readonly #subscription: Disposable;
  #moved = Promise.withResolvers<void>();
  /** Told of every commit, in order of position, after the trees have moved. */
  onEvents: (events: readonly Event[]) => void = () => {};

  constructor({ log, follow }: Pick<Workplace, 'log' | 'follow'>, rootIds: readonly ThreadId[]) {
    this.#log = log;
    this.#rootIds = rootIds;
    this.#subscription = follow(rootIds, { take: this.#take, catchUp: this.catchUp });
  }

  /** Tells what the log has by now and was not told yet: each time a whole number of commits. */
  readonly catchUp = async (): Promise<void> => {
    const pages = await Promise.all(this.#rootIds.map((rootId) => this.#readOn(rootId)));
    this.#take(pages.flat().sort((left, right) => left.position - right.position));
  };

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

  #readOn(rootId: ThreadId): Promise<Event[]> {
    const after = this.tree(rootId)?.position ?? 0;
    return this.#log.read({ workspaceId: localWorkspaceId, rootId, after, limit: Number.MAX_SAFE_INTEGER });
  }

  /** Of what is told twice only what is new counts. */
  readonly #take = (told: readonly Event[]): void => {
    const events = told.filter(
      ({ rootId, position }) => this.#rootIds.includes(rootId) && position > (this.tree(rootId)?.position ?? 0),
    );
    if (events.length === 0) return;
    for (const [rootId, ofRoot] of Map.groupBy(events, (event) => event.rootId)) {
      const tree = foldTree(this.tree(rootId), ofRoot);
      if (tree) this.#trees.set(rootId, tree);
    }
    this.onEvents(events);
    this.#moved.resolve();
    this.#moved = Promise.withResolvers<void>();
  };

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }
}

export async function readTree(log: Retinue['log'], rootId: ThreadId): Promise<TreeState | null> {
  return log.tree(localWorkspaceId, rootId);
}
