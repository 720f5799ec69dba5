import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogEvent } from '@retinue/protocol';
import type { StorePlace } from '../../packages/server/src/ports/log/event-log.ts';
import { bundled } from '../support/processes/bundle.ts';
import type { Finding } from './check/finding.ts';
import { finding } from './check/finding.ts';
import type { Activity } from './check/in-flight.ts';
import { inFlight } from './check/in-flight.ts';
import { printEvent, readStored } from './check/stored.ts';
import type { Death, Driver, LifeEnd } from './life.ts';
import { live } from './life.ts';
import type { Attempt } from './person.ts';
import { Person } from './person.ts';
import { startRecorder } from './recorder/recorder.ts';
import type { Plan } from './subject/plan.ts';

export interface RoundOptions {
  plan: Plan;
  /** In sequence, until the tree has settled; after the last of them the process may live. */
  deaths: readonly Exclude<Death, null>[];
  /** Folder with everything of this round. */
  folder: string;
  /** Options of Node for the subject, such as those that plant a bug in it. */
  nodeOptions?: readonly string[];
  /** A directory in the folder, unless another place is given. */
  store?: StorePlace;
}

/** Output of a round for the checker. */
export interface Round {
  plan: Plan;
  store: StorePlace;
  recorderFile: string;
  history: readonly Attempt[];
  /** Every event that a process reported as committed, as printed. */
  seen: ReadonlyMap<number, string>;
  kills: Kill[];
  /** From each restart to the first new work, if there was work to continue. */
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
  using recorder = await startRecorder(recorderFile);
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
  await killAndRestart(options, round, person, recorder.port);
  return round;
}

type OpenRound = Round & { seen: Map<number, string> };

async function killAndRestart(
  { plan, deaths, nodeOptions = [] }: RoundOptions,
  round: OpenRound,
  person: Person,
  port: number,
): Promise<void> {
  const program = nodeOptions.length > 0 ? fileURLToPath(subject) : await bundled(subject);
  const args = [...nodeOptions, program, String(plan.seed), plan.size, String(port)];
  // The subject has its own agents, and no use for those of the demo.
  const environment = { ...placeOf(round.store), RETINUE_MAX_DEPTH: '3', RETINUE_DEMO: 'off' };
  for (const [index, death] of [...deaths, null].entries()) {
    const isTimed = death !== null && 'from' in death;
    const hadLiveWork = round.kills.at(-1)?.live ?? false;
    const end = await live(args, environment, death, driverFor(round, person, isTimed));
    person.hangUp();
    if (hadLiveWork && end.firstWork) noteResume(round, end.firstWork);
    await lookAfterDeath(round, person);
    if (end.how !== 'killed') {
      round.missedFailpoints.push(
        ...deaths.slice(index).flatMap((left) => ('failpoint' in left ? left.failpoint : [])),
      );
      return noteEnd(round, end);
    }
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

/** The log may only grow: events that were reported as committed are there, unchanged, after every death. */
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

function see(round: OpenRound, person: Person, event: LogEvent): void {
  const text = printEvent(event);
  const before = round.seen.get(event.position);
  if (before === text) return;
  if (before)
    round.findings.push(finding('lost', `Position ${event.position} was given twice: ${before}, then ${text}.`));
  round.seen.set(event.position, text);
  person.see(event);
}

/**
 * The time until a process is ready depends on the machine; the work after it on the product. The tally shows both
 * together.
 */
function noteResume(round: Round, { afterSpawnMs, afterReadyMs }: NonNullable<LifeEnd['firstWork']>): void {
  round.resumesMs.push(afterSpawnMs);
  if (afterReadyMs <= maxResumeMs) return;
  round.findings.push(
    finding('resume', `Work went on only ${Math.round(afterReadyMs)} ms after the process was ready.`),
  );
}

function noteEnd({ findings }: Round, { how, words }: LifeEnd): void {
  if (how === 'stalled')
    findings.push(finding('resume', `Nothing moved any more, though not everything was settled. ${words}`));
  if (how === 'failed') findings.push(finding('problem', words));
}

export const maxResumeMs = 5000;
const subject = new URL('./subject/subject.ts', import.meta.url);
