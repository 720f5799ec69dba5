import type { Event } from '@retinue/protocol';
import type { Child } from './child.ts';
import { startChild } from './child.ts';
import type { SubjectLine, Wish } from './lines.ts';
import { eachLine } from './lines.ts';

/** How a process is to die: at a failpoint, or so long after it was spawned or was ready. Null: not at all. */
export type Death = { failpoint: string } | { from: 'spawn' | 'ready'; afterMs: number } | null;

/** Whoever drives a process: hears what it says, and says when there is nothing more to do. */
export interface Driver {
  committed(events: Event[]): void;
  replied(line: Extract<SubjectLine, { type: 'ok' | 'refused' }>): void;
  problem(words: string): void;
  next(): Wish[];
  isContent(): boolean;
}

export interface LifeEnd {
  how: 'settled' | 'killed' | 'stalled' | 'failed';
  words: string;
  /** From the spawn to the first event of the engine's own; null if it did not come to that. */
  firstWorkMs: number | null;
}

/** One process from its spawn to its end. Bounded: one that stands still, or goes on for too long, is ended. */
export async function live(args: readonly string[], environment: Record<string, string>, death: Death, driver: Driver): Promise<LifeEnd> {
  const armed = death && 'failpoint' in death ? { RETINUE_FAILPOINT: death.failpoint } : {};
  const spawnedAt = performance.now();
  const life = new Life(startChild(args, { ...environment, ...armed }), death, driver, spawnedAt);
  const { code, signal } = await life.child.ended;
  life.clearTimers();
  const { how, firstWorkMs } = life;
  if (how) return { how, words: life.child.complaints(), firstWorkMs };
  if (signal === 'SIGKILL') return { how: 'killed', words: '', firstWorkMs };
  return { how: 'failed', words: `It ended by itself (code ${code}, signal ${signal}): ${life.child.complaints()}`, firstWorkMs };
}

class Life {
  readonly child: Child;
  how: LifeEnd['how'] | null = null;
  firstWorkMs: number | null = null;
  readonly #death: Death;
  readonly #driver: Driver;
  readonly #spawnedAt: number;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #patience: NodeJS.Timeout;
  #atRest = false;

  constructor(child: Child, death: Death, driver: Driver, spawnedAt: number) {
    this.child = child;
    this.#death = death;
    this.#driver = driver;
    this.#spawnedAt = spawnedAt;
    this.#patience = setTimeout(() => this.#end('stalled'), patienceMs);
    this.#timers.push(this.#patience, setTimeout(() => this.#end('stalled'), longestLifeMs));
    this.#dieIn('spawn');
    eachLine(child.process.stdout, (line) => this.#take(JSON.parse(line) as SubjectLine));
  }

  clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #take(line: SubjectLine): void {
    this.#patience.refresh();
    if (line.type === 'ready') this.#dieIn('ready');
    if (line.type === 'committed') this.#committed(line.events);
    if (line.type === 'ok' || line.type === 'refused') this.#driver.replied(line);
    if (line.type === 'problem') this.#driver.problem(line.words);
    this.#atRest = line.type === 'rest' || (this.#atRest && line.type !== 'committed');
    for (const wish of this.#driver.next()) this.child.process.stdin.write(`${JSON.stringify(wish)}\n`);
    if (this.#atRest && this.#driver.isContent() && !this.how) this.#finish();
  }

  #committed(events: Event[]): void {
    if (events.some(({ actor }) => actor === 'engine')) this.firstWorkMs ??= performance.now() - this.#spawnedAt;
    this.#driver.committed(events);
  }

  #dieIn(moment: 'spawn' | 'ready'): void {
    const death = this.#death;
    if (death && 'from' in death && death.from === moment) this.#timers.push(setTimeout(() => this.#end('killed'), death.afterMs));
  }

  /** There is nothing more to do: it may end by itself, which a closed input asks for. */
  #finish(): void {
    this.how = 'settled';
    this.clearTimers();
    this.child.process.stdin.end();
    this.#timers.push(setTimeout(() => this.#end('stalled'), longestStopMs));
  }

  #end(how: LifeEnd['how']): void {
    this.how = how;
    this.child.kill();
  }
}

/** Owed work that nobody touches for so long has not resumed; the promise is five seconds. */
const patienceMs = 4800;
const longestLifeMs = 40_000;
const longestStopMs = 8000;
