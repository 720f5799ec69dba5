import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '@retinue/protocol';
import type { StorePlace } from '../../packages/server/src/ports/event-log.ts';
import type { Finding } from './finding.ts';
import { finding } from './finding.ts';
import type { Activity } from './in-flight.ts';
import { inFlight } from './in-flight.ts';
import type { Death, Driver, LifeEnd } from './life.ts';
import { live } from './life.ts';
import type { Attempt } from './person.ts';
import { Person } from './person.ts';
import type { Plan } from './plan.ts';
import { startRecorder } from './recorder.ts';
import { subjectFile } from './sources.ts';
import { printEvent, readStored } from './stored.ts';

export interface RoundOptions {
  plan: Plan;
  /** One after the other, until the tree has settled; after the last of them the process may live. */
  deaths: readonly Exclude<Death, null>[];
  /** Where everything of this round is kept. */
  folder: string;
  /** The repository whose subject is run: this one, or a copy of it with a bug. */
  sources: string;
  compileCache: string;
  /** A directory in the folder, unless another place is named. */
  store?: StorePlace;
}

/** What a round leaves for the checker. */
export interface Round {
  plan: Plan;
  store: StorePlace;
  recorderFile: string;
  history: readonly Attempt[];
  /** Every event that was seen committed, by anybody, as printed. */
  seen: ReadonlyMap<number, string>;
  kills: Kill[];
  /** From each restart to the first new work, where there was work to go on with. */
  resumesMs: number[];
  missedFailpoints: string[];
  findings: Finding[];
}

interface Kill {
  activities: Activity[];
  live: boolean;
}

/** Plays one tree in one store, killing its process again and again, until everything is settled. */
export async function playRound(options: RoundOptions): Promise<Round> {
  const { plan, folder } = options;
  mkdirSync(folder, { recursive: true });
  const recorderFile = join(folder, 'effects.jsonl');
  const recorder = await startRecorder(recorderFile);
  const person = new Person(plan);
  const round: OpenRound = {
    plan,
    store: options.store ?? { kind: 'sqlite', directory: join(folder, 'store') },
    recorderFile,
    history: person.history,
    seen: new Map(),
    kills: [],
    resumesMs: [],
    missedFailpoints: [],
    findings: [],
  };
  try {
    await killAndRestart(options, round, person, recorder.port);
  } finally {
    recorder.child.kill();
    await recorder.child.ended;
  }
  return round;
}

type OpenRound = Round & { seen: Map<number, string> };

async function killAndRestart(
  { plan, deaths, sources, compileCache }: RoundOptions,
  round: OpenRound,
  person: Person,
  port: number,
): Promise<void> {
  const args = [join(sources, subjectFile), String(plan.seed), plan.size, String(port)];
  const environment = { ...placeOf(round.store), RETINUE_MAX_DEPTH: '3', NODE_COMPILE_CACHE: compileCache };
  for (const [index, death] of [...deaths, null].entries()) {
    const kept: Record<string, string> = index < 2 ? { CRASH_KEEP_COMPILED: 'yes' } : {};
    const isTimed = death !== null && 'from' in death;
    const hadLiveWork = round.kills.at(-1)?.live ?? false;
    const end = await live(args, { ...environment, ...kept }, death, driverFor(round, person, isTimed));
    person.hangUp();
    if (hadLiveWork && end.firstWork) noteResume(round, end.firstWork);
    await lookAfterDeath(round, person);
    if (death && 'failpoint' in death && end.how !== 'killed') round.missedFailpoints.push(death.failpoint);
    if (end.how !== 'killed') return noteEnd(round, end);
    round.kills.push(inFlight(await readStored(round.store), Date.now()));
  }
}

function placeOf(store: StorePlace): Record<string, string> {
  return store.kind === 'postgres' ? { DATABASE_URL: store.url } : { RETINUE_DATA: store.directory };
}

function driverFor(round: OpenRound, person: Person, isTimed: boolean): Driver {
  return {
    committed: (events) => events.forEach((event) => void see(round, person, event)),
    replied: (line) => person.hear(line),
    problem: (words) => void round.findings.push(finding('problem', words)),
    next: () => person.next(isTimed),
    isContent: () => person.content,
  };
}

/** The log may only grow: what was seen committed is there, unchanged, after every death. */
async function lookAfterDeath(round: OpenRound, person: Person): Promise<void> {
  const stored = await readStored(round.store);
  const printed = new Map(stored.map((event) => [event.position, printEvent(event)]));
  for (const [position, text] of round.seen) {
    if (printed.get(position) === text) continue;
    round.findings.push(
      finding('lost', `Event ${position} was committed as ${text} and is now ${printed.get(position) ?? 'gone'}.`),
    );
  }
  for (const event of stored) see(round, person, event);
}

function see(round: OpenRound, person: Person, event: Event): void {
  const text = printEvent(event);
  const before = round.seen.get(event.position);
  if (before === text) return;
  if (before)
    round.findings.push(finding('lost', `Position ${event.position} was given twice: ${before}, then ${text}.`));
  round.seen.set(event.position, text);
  person.see(event);
}

/** How long a process takes to be ready is the machine's affair; what it does then is ours. The tally shows both together. */
function noteResume(round: Round, { afterSpawnMs, afterReadyMs }: NonNullable<LifeEnd['firstWork']>): void {
  round.resumesMs.push(afterSpawnMs);
  if (afterReadyMs <= longestResumeMs) return;
  round.findings.push(
    finding('resume', `Work went on only ${Math.round(afterReadyMs)} ms after the process was ready.`),
  );
}

function noteEnd({ findings }: Round, { how, words }: LifeEnd): void {
  if (how === 'stalled')
    findings.push(finding('resume', `Nothing moved any more, though not everything was settled. ${words}`));
  if (how === 'failed') findings.push(finding('problem', words));
}

export const longestResumeMs = 5000;
