import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventType, LogEvent, ThreadId, WorkspaceId } from '@retinue/protocol';
import { verifyStore } from '../../packages/server/src/integrity/verify/verify.ts';
import type { StopScope } from '../../packages/server/src/ports/engine/stops.ts';
import { bundled } from '../support/processes/bundle.ts';
import { type Child, startChild } from '../support/processes/child-process.ts';
import { between, pick, type Random, seededRandom } from '../support/random/seeded-random.ts';
import { type Finding, finding } from './check/finding.ts';
import { ofType, readStored } from './check/stored.ts';
import { eachLine } from './subject/lines.ts';
import type { StopCommand, StopLine } from './subject/stop-subject.ts';

/** Positions between the acknowledged stop of a scope and the request to resume it. */
interface StoppedSpan {
  scope: StopScope;
  after: number;
  upTo: number;
}

export interface StopRound {
  findings: Finding[];
  kills: number;
  spans: StoppedSpan[];
}

/**
 * Stops and resumes workspaces and the server at random, under `kill -9` in the middle of it. Nothing may start during
 * a stop, and in the end, when everything is resumed, every message must be read.
 */
export async function playStopRound(options: {
  seed: number;
  kills: number;
  folder: string;
  /** Options of Node for the subject, such as those that plant a bug in it. */
  nodeOptions?: readonly string[];
}): Promise<StopRound> {
  const { nodeOptions = [] } = options;
  const program = nodeOptions.length > 0 ? fileURLToPath(subject) : await bundled(subject);
  const round = new Round(options.seed, options.folder, [...nodeOptions, program]);
  for (let kill = 0; kill < options.kills; kill += 1) await round.live(between(round.random, 3, 7));
  await round.live(null);
  return { ...(await round.check()), kills: options.kills };
}

class Round {
  readonly random: Random;
  readonly #folder: string;
  readonly #args: readonly string[];
  readonly #findings: Finding[] = [];
  readonly #spans: StoppedSpan[] = [];
  /** The scopes that are stopped for certain, each since a position. */
  readonly #stopped = new Map<StopScope, number>();
  readonly #chats: { threadId: ThreadId; workspaceId: WorkspaceId }[] = [];
  /** Sent, and not answered before the process died. */
  #open: StopCommand | null = null;
  #workspaceIds: WorkspaceId[] = [];
  #seen = 0;
  #keys = 0;

  constructor(seed: number, folder: string, args: readonly string[]) {
    this.random = seededRandom(seed);
    this.#folder = folder;
    this.#args = args;
  }

  /** One process: killed during a command, after so many were answered; or until everything is done. */
  async live(commands: number | null): Promise<void> {
    const child = startChild(this.#args, { RETINUE_DATA: join(this.#folder, 'store'), RETINUE_DEMO: 'off' });
    const talk = new Talk(child, (line) => this.#take(line));
    await talk.ready;
    if (this.#open) await this.#do(talk, this.#open);
    for (let count = 0; count < (commands ?? 0); count += 1) await this.#do(talk, this.#next());
    if (commands === null) await this.#finish(talk, child);
    else {
      void this.#do(talk, this.#next());
      await sleep(between(this.random, 0, 40));
      child.kill();
    }
    const { code } = await child.ended;
    if (commands === null && code !== 0) this.#note('problem', `It ended with ${code}: ${child.complaints()}`);
  }

  async #finish(talk: Talk, child: Child): Promise<void> {
    await this.#do(talk, { key: this.#key(), name: 'stop', scope: 'server' });
    for (const chat of this.#chats) await this.#do(talk, { key: this.#key(), name: 'send', ...chat, text: 'Last' });
    for (const scope of [...this.#workspaceIds, 'server'] as const)
      await this.#do(talk, { key: this.#key(), name: 'resume', scope });
    talk.isResting = false;
    await Promise.race([talk.rest(), sleep(restMs), child.ended]);
    if (!talk.isResting) this.#note('resume', 'Work did not go on to its end after everything was resumed.');
    child.process.stdin.end();
    const end = setTimeout(() => child.kill(), restMs);
    await child.ended;
    clearTimeout(end);
  }

  /** Two chats in each workspace; then messages to them, and stops and resumes in turn. */
  #next(): StopCommand {
    const key = this.#key();
    const workspaceId = this.#workspaceIds[this.#chats.length % 2];
    if (this.#chats.length < 4 && workspaceId) return { key, name: 'open', workspaceId };
    const chat = this.#chats[between(this.random, 0, this.#chats.length - 1)];
    if (this.random() < 0.45 && chat) return { key, name: 'send', ...chat, text: `Message ${key}` };
    const scope = pick<StopScope>(this.random, ['server', ...this.#workspaceIds]);
    return { key, name: this.#stopped.has(scope) ? 'resume' : 'stop', scope };
  }

  #key(): string {
    this.#keys += 1;
    return `key ${this.#keys}`;
  }

  async #do(talk: Talk, command: StopCommand): Promise<void> {
    this.#open = command;
    const since = command.name === 'resume' ? this.#stopped.get(command.scope) : undefined;
    if (command.name === 'resume' && since !== undefined) {
      this.#spans.push({ scope: command.scope, after: since, upTo: this.#seen });
      this.#stopped.delete(command.scope);
    }
    const threadId = await talk.ask(command);
    this.#open = null;
    if (command.name === 'stop' && !this.#stopped.has(command.scope)) this.#stopped.set(command.scope, this.#seen);
    // Work that continues in spite of it has time to show: a step takes less.
    if (command.name === 'stop') await sleep(100);
    if (command.name === 'open' && threadId) this.#chats.push({ threadId, workspaceId: command.workspaceId });
  }

  #take(line: StopLine): void {
    if (line.type === 'ready') {
      this.#workspaceIds = line.workspaceIds;
      this.#seen = Math.max(this.#seen, line.head);
    }
    if (line.type === 'committed') for (const { position } of line.events) this.#seen = Math.max(this.#seen, position);
    if (line.type === 'problem') this.#note('problem', line.message);
  }

  #note(counter: Finding['counter'], words: string): void {
    this.#findings.push(finding(counter, words));
  }

  async check(): Promise<Omit<StopRound, 'kills'>> {
    const store = { kind: 'sqlite', directory: join(this.#folder, 'store') } as const;
    const events = await readStored(store);
    const findings = [
      ...this.#findings,
      ...checkSpans(events, this.#spans),
      ...checkTakenUp(events),
      ...(await verifyStore(store)).map(({ message }) => finding('order', `verify: ${message}`)),
    ];
    return { findings, spans: this.#spans };
  }
}

/** One process, which gets one command at a time. */
class Talk {
  readonly ready: Promise<void>;
  isResting = false;
  readonly #child: Child;
  #answered: (threadId: ThreadId | null) => void = () => {};
  #rested: () => void = () => {};

  constructor(child: Child, take: (line: StopLine) => void) {
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    void child.ended.then(() => ready.reject(new Error(`It never was ready: ${child.complaints()}`)));
    this.ready.catch(() => {});
    eachLine(child.process.stdout, (text) => {
      const line = JSON.parse(text) as StopLine;
      take(line);
      if (line.type === 'ready') ready.resolve();
      if (line.type === 'done') this.#answered(line.threadId);
      if (line.type === 'committed') this.isResting = false;
      if (line.type !== 'rest') return;
      this.isResting = true;
      this.#rested();
    });
  }

  /** Never answered if the process dies first. */
  ask(command: StopCommand): Promise<ThreadId | null> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#child.process.stdin.write(`${JSON.stringify(command)}\n`);
    });
  }

  rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#rested = resolve;
    });
  }
}

/** Nothing starts or continues after an acknowledged stop, until a person asks to resume it. */
function checkSpans(events: readonly LogEvent[], spans: readonly StoppedSpan[]): Finding[] {
  const worked = events.filter(({ type }) => works.includes(type));
  return spans.flatMap(({ scope, after, upTo }) =>
    worked
      .filter(({ position }) => position > after && position <= upTo)
      .filter(({ workspaceId }) => scope === 'server' || scope === workspaceId)
      .map(({ type, threadId, position }) =>
        finding('order', `${type} of ${threadId} at position ${position}, though ${scope} is stopped`),
      ),
  );
}

/** A step after the resume reads a person's message that came during a stop. */
function checkTakenUp(events: readonly LogEvent[]): Finding[] {
  const steps = ofType(events, 'step.started');
  return ofType(events, 'message.received')
    .filter(({ data }) => data.from === 'person')
    .filter(({ threadId, seq }) => !steps.some((step) => step.threadId === threadId && step.data.seenSeq >= seq))
    .map(({ threadId, data }) => finding('resume', `"${data.text}" in ${threadId} was never taken up`));
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const works: EventType[] = [
  'step.started',
  'step.ended',
  'call.started',
  'question.consulted',
  'thread.recovered',
  'thread.ended',
];
const subject = new URL('./subject/stop-subject.ts', import.meta.url);
const restMs = 20_000;
