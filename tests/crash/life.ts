import type { LogEvent } from '@retinue/protocol';
import type { Child } from '../support/processes/child-process.ts';
import { startChild } from '../support/processes/child-process.ts';
import type { PersonRequest, SubjectLine } from './subject/lines.ts';
import { eachLine } from './subject/lines.ts';

/** The way in which a process dies: at a failpoint, or a time after it was spawned or was ready. Null: not at all. */
export type Death = { failpoint: string } | { from: 'spawn' | 'ready'; afterMs: number } | null;

/** Driver of a process: gets its output, and says when there is nothing more to do. */
export interface Driver {
  committed(events: LogEvent[]): void;
  replied(line: Extract<SubjectLine, { type: 'ok' | 'refused' }>): void;
  problem(words: string): void;
  next(): PersonRequest[];
  isContent(): boolean;
}

export interface LifeEnd {
  how: 'settled' | 'killed' | 'stalled' | 'failed';
  words: string;
  /** Time of the engine's first own event, after the spawn and after it was ready; null if there was none. */
  firstWork: { afterSpawnMs: number; afterReadyMs: number } | null;
}

/** One process from its spawn to its end. Bounded: one that hangs, or runs for too long, is ended. */
export async function live(
  args: readonly string[],
  environment: Record<string, string>,
  death: Death,
  driver: Driver,
): Promise<LifeEnd> {
  const armed = death && 'failpoint' in death ? { RETINUE_FAILPOINT: death.failpoint } : {};
  const spawnedAt = performance.now();
  const life = new Life(startChild(args, { ...environment, ...armed }), death, driver, spawnedAt);
  const { code, signal } = await life.child.ended;
  life.clearTimers();
  const { how, firstWork } = life;
  if (how) return { how, words: life.child.complaints(), firstWork };
  if (signal === 'SIGKILL') return { how: 'killed', words: '', firstWork };
  return {
    how: 'failed',
    words: `It ended by itself (code ${code}, signal ${signal}): ${life.child.complaints()}`,
    firstWork,
  };
}

class Life {
  readonly child: Child;
  how: LifeEnd['how'] | null = null;
  firstWork: LifeEnd['firstWork'] = null;
  readonly #death: Death;
  readonly #driver: Driver;
  readonly #spawnedAt: number;
  readonly #timers: NodeJS.Timeout[] = [];
  #patience: NodeJS.Timeout;
  #readyAt = 0;
  #atRest = false;

  constructor(child: Child, death: Death, driver: Driver, spawnedAt: number) {
    this.child = child;
    this.#death = death;
    this.#driver = driver;
    this.#spawnedAt = spawnedAt;
    this.#patience = this.#after(longestStartMs, 'stalled');
    this.#after(longestLifeMs, 'stalled');
    this.#dieIn('spawn');
    eachLine(child.process.stdout, (line) => this.#take(JSON.parse(line) as SubjectLine));
  }

  clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #take(line: SubjectLine): void {
    if (!this.how) this.#patience.refresh();
    if (line.type === 'ready') this.#ready();
    if (line.type === 'committed') this.#committed(line.events);
    if (line.type === 'ok' || line.type === 'refused') this.#driver.replied(line);
    if (line.type === 'problem') this.#driver.problem(line.words);
    this.#atRest = line.type === 'rest' || (this.#atRest && line.type !== 'committed');
    for (const request of this.#driver.next()) this.child.process.stdin.write(`${JSON.stringify(request)}\n`);
    if (this.#atRest && this.#driver.isContent() && !this.how) this.#finish();
  }

  #committed(events: LogEvent[]): void {
    const now = performance.now();
    const isWork = events.some(({ actor }) => actor === 'engine');
    if (isWork) this.firstWork ??= { afterSpawnMs: now - this.#spawnedAt, afterReadyMs: now - this.#readyAt };
    this.#driver.committed(events);
  }

  #ready(): void {
    this.#readyAt = performance.now();
    clearTimeout(this.#patience);
    this.#patience = this.#after(patienceMs, 'stalled');
    this.#dieIn('ready');
  }

  #dieIn(moment: 'spawn' | 'ready'): void {
    const death = this.#death;
    if (!death || !('from' in death) || death.from !== moment) return;
    // On a slow or busy machine lives are longer, so that as much happens in them.
    this.#after(death.afterMs * (moment === 'ready' ? this.#slowness() : 1), 'killed');
  }

  #slowness(): number {
    return Math.min(6, Math.max(1, (this.#readyAt - this.#spawnedAt) / usualStartMs));
  }

  #after(milliseconds: number, how: LifeEnd['how']): NodeJS.Timeout {
    const timer = setTimeout(() => this.#end(how), milliseconds);
    this.#timers.push(timer);
    return timer;
  }

  /** There is nothing more to do: a closed input asks the process to end by itself. */
  #finish(): void {
    this.how = 'settled';
    this.clearTimers();
    this.child.process.stdin.end();
    this.#after(longestStopMs, 'stalled');
  }

  #end(how: LifeEnd['how']): void {
    this.how = how;
    this.child.kill();
  }
}

/** Owed work that stays untouched for this long was not resumed; the promise is five seconds. */
const patienceMs = 4800;
const usualStartMs = 300;
const longestStartMs = 30_000;
const longestLifeMs = 60_000;
const longestStopMs = 8000;
