import type { Draft, LogEvent, QuestionState, ThreadState, TreeState } from '@retinue/protocol';
import { foldTree, hash, isUnfinished, localWorkspaceId, owes, type ThreadId } from '@retinue/protocol';
import type { ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import type { Tool } from '../../../packages/server/src/ports/engine/tool.ts';
import { displayBarChart, suggestFollowUps } from '../../../packages/server/src/tools/tools.ts';
import type { ServedApp } from '../apps/served-app.ts';
import { agent, wait } from '../apps/test-app.ts';
import { newTask, succeed, toolFor } from '../models/scripts.ts';
import type { Barriers } from '../scripted/barriers.ts';
import type { Script } from '../scripted/script.ts';
import { inputsOf } from '../scripted/script.ts';
import type { CallLine, Line } from '../scripted/script-lines.ts';
import { barrier, call, callText, fail, say, think, together } from '../scripted/script-lines.ts';
import { seededRandom } from './seeded-random.ts';

type Random = () => number;

/*
 * A walk is a chat in which everything possible happens, by a seed. Every step stops somewhere in the middle until it
 * is released, and so do some tools: between two moves nothing changes, and every reader sees the same.
 */
export const walkers = [
  agent('orchestrator', { subAgents: ['lead', 'worker', 'clerk'], tools: everything() }),
  agent('lead', { subAgents: ['worker', 'clerk'], tools: everything() }),
  agent('worker', { subAgents: ['clerk'], tools: everything() }),
  agent('clerk', { tools: everything() }),
];

/** Nothing waits for a place, nothing is late, and a thread with much content is soon summarized. */
export const walkLimits = {
  maxDepth: 3,
  maxChildrenAtOnce: 64,
  idleMs: 36_000_000,
  maxWorkMs: 36_000_000,
  compactAtTokens: 2000,
};

function everything(): string[] {
  return ['askUser', 'look', 'carry', 'mail', 'displayBarChart', 'suggestFollowUps'];
}

/** Some of them wait at a gate that has the name of their call. */
export function walkTools(gates: Barriers): Tool[] {
  const run: Parameters<typeof toolFor>[1] = async (args, { callId, signal }) => {
    if (args.isHeld) await gates.pass(callId, signal);
    if (args.isBroken) throw new Error('The ladder broke.');
    return { saw: args.where ?? '', birds: ['a heron', 'an owl'], count: 2, notes: args.isLong ? longNotes : '' };
  };
  const patient = { timeoutMs: 3_600_000 };
  const looking = [
    toolFor('look', run, { effect: 'read', ...patient }),
    toolFor('carry', run, { effect: 'unsafe', ...patient }),
    toolFor('mail', run, { reach: 'outbound', ...patient }),
  ];
  return [...looking, displayBarChart, suggestFollowUps];
}

export function walkScript(seed: number): Script {
  return (request) => {
    const { step, attempt, kind } = request.place;
    if (kind === 'compaction') return summary(request);
    const random = chanceOf(`${seed} ${inputsOf(request)[0]} ${step} ${attempt}`);
    return random() < 0.2 && attempt === 1 && !isRoot(request)
      ? [...words(request, random), fail({ message: 'The line is busy.', retryAfterMs: 60_000 })]
      : [...words(request, random), ...deed(request, random)];
  };
}

function summary({ place }: ModelRequest): Line[] {
  return [say('Half of '), barrier(gateOf(place.threadId, place.step, place.attempt)), say('what was **seen**.')];
}

/** Its action at the end of a step: it delegates, uses tools, asks, fails or ends. */
function deed(request: ModelRequest, random: Random): Line[] {
  const { step } = request.place;
  const names = new Set(request.tools.map(({ name }) => name));
  if (names.size === 0) return [];
  if (names.has('newTask') && random() < (step === 1 ? (isRoot(request) ? 1 : 0.75) : 0.2))
    return [delegation(request, random)];
  if (step <= 4 && random() < 0.7) return somethingElse(request, random);
  if (isRoot(request)) return random() < 0.5 ? [say(text(random))] : [];
  const ending = random();
  if (ending < 0.5) return [succeed(text(random))];
  if (ending < 0.65) return [call('taskResult', { result: 'It can **not** be done.', status: 'error' })];
  return ending < 0.8 ? [fail({ message: 'The provider said no.', retryable: false })] : [say(text(random))];
}

function somethingElse(request: ModelRequest, random: Random): Line[] {
  const path = pathOf(request);
  const look = (): CallLine =>
    call(random() < 0.5 ? 'look' : 'carry', {
      where: `${path} ${Math.floor(random() * 1000)}`,
      isHeld: random() < 0.5,
      isBroken: random() < 0.2,
      isLong: random() < 0.8,
    });
  const kind = random();
  if (kind < 0.2) return [call('mail', { to: path, text: 'It is **done**.\nNearly.', isBroken: random() < 0.2 })];
  if (kind < 0.4) return [call('askUser', { question: `Left or right at ${path}?`, options: ['Left', 'Right'] })];
  if (kind < 0.6) return [call('displayBarChart', chart), call('suggestFollowUps', { questions: ['And then?'] })];
  if (kind < 0.66) return [callText('look', '{"where": "nowh')];
  return [together(look(), look())];
}

const chart = {
  title: 'Boats',
  unit: 'boats',
  points: ['Oslo', 'Bergen'],
  series: [{ name: '2024', values: [12, 7] }],
};

function delegation(request: ModelRequest, random: Random): Line {
  const { step } = request.place;
  const path = pathOf(request);
  const offered = walkers.find(({ agentId }) => agentId === request.place.agentId)?.subAgentIds ?? [];
  const count = (isRoot(request) ? 2 : 1) + Math.floor(random() * 2);
  const terms = random() < 0.35 ? { background: true } : {};
  const tasks = Array.from({ length: count }, (_, index) => {
    const isFirst = index === 0 || random() < 0.4;
    const chosen = offered[isFirst ? 0 : Math.floor(random() * offered.length)] ?? '';
    return newTask(chosen.replace('agt_', ''), `Walk ${path}.${step}${index}: ${pick(random, aims)}`, terms);
  });
  return together(...tasks);
}

/** Its text, with the gate somewhere before, in or after it. */
function words(request: ModelRequest, random: Random): Line[] {
  const { threadId, step, attempt } = request.place;
  const gate = barrier(gateOf(threadId, step, attempt));
  const thought = random() < 0.4 ? [think(...pieces(text(random), random))] : [];
  const kind = random();
  // A retry often has nothing yet: the previous attempt's text must be gone.
  if (kind < (attempt > 1 ? 0.6 : 0.12)) return [gate];
  if (kind < 0.24) return [...thought, gate];
  if (kind < 0.34) return [...thought, callText('look', '{"where": "half a'), gate];
  if (kind < 0.44) return [callText('newTask', '{"task": "Look at the far '), gate];
  const said = pieces(text(random), random);
  const at = 1 + Math.floor(random() * said.length);
  return [...thought, say(...said.slice(0, at)), gate, say(...said.slice(at))];
}

function gateOf(threadId: ThreadId, step: number, attempt: number): string {
  return `${threadId} ${step} ${attempt}`;
}

function pathOf(request: ModelRequest): string {
  return /Walk ([\d.]+)/.exec(inputsOf(request)[0] ?? '')?.[1] ?? '0';
}

function isRoot(request: ModelRequest): boolean {
  return !pathOf(request).includes('.');
}

function text(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, fragments)).join('');
}

function pieces(whole: string, random: Random): string[] {
  const found: string[] = [];
  for (let at = 0; at < whole.length; ) {
    const end = at + 1 + Math.floor(random() * 12);
    found.push(whole.slice(at, end));
    at = end;
  }
  return found;
}

const fragments = [
  'There are **twelve boats** in the harbour, and `one` of them leaks. ',
  'A line\nthat was broken. ',
  '\n\n- first\n- second with [a link](https://example.org/a)\n\n',
  '\n\n| place | boats |\n|---|---|\n| Oslo | 12 |\n| Bergen | 7 |\n\n',
  '\n\n```js\nconst boats = 12;\n```\n\n',
  '\n\n## A heading\n\nand *what* stands under it. ',
  '\n\nשלום **עולם**, זה טקסט. ',
  '<b>not bold</b> & <script>never()</script> ',
  '1. one\n2. two\n   - inner\n\n> said by another\n\n',
];
const longNotes = 'A line of what was seen, on and on. '.repeat(120);
const aims = ['count the boats', 'look at the lake\nand at what swims there', 'ask *everybody*', 'לספור את הסירות'];

function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

function chanceOf(key: string): Random {
  return seededRandom(Number.parseInt(hash(key), 36) | 0);
}

/** The state of a walk at rest: everything that can be released, answered, stopped or retried. */
export interface Standstill {
  tree: TreeState;
  /** Gates of steps and of tools, the same order in every run. */
  gates: { barriers: Barriers; name: string }[];
  questions: Pick<QuestionState, 'questionId' | 'kind'>[];
  /** Tasks that their parents wait for. */
  awaited: string[];
  openTasks: string[];
  endedBadly: string[];
  retries: boolean;
  /** Current drafts. */
  unfinished: Set<string>;
  /** The content of every current draft: step, attempt and offset by thread. */
  drafts: Record<string, string>;
}

/** Polls until all running work waits at a gate. */
export async function standstill(served: ServedApp, toolGates: Barriers, rootId: ThreadId): Promise<Standstill> {
  while (true) {
    const tree = await treeOf(served, rootId);
    if (Object.values(tree.threads).every((thread) => isStill(thread, served.model.barriers, toolGates))) {
      return describe(served, toolGates, tree);
    }
    if (served.errors.length > 0) throw new Error(JSON.stringify(served.errors[0]));
    await wait(5);
  }
}

async function treeOf(served: ServedApp, rootId: ThreadId): Promise<TreeState> {
  const range = { workspaceId: localWorkspaceId, rootId, after: 0, limit: 1_000_000 };
  const events: LogEvent[] = await served.served.retinue.log.read(range);
  const tree = foldTree(null, events);
  if (!tree) throw new Error(`there is no chat ${rootId}`);
  return tree;
}

function isStill(thread: ThreadState, gates: Barriers, toolGates: Barriers): boolean {
  if (!isUnfinished(thread.status)) return true;
  if (thread.openStep) {
    return gates.waiting(gateOf(thread.threadId, thread.openStep.step, thread.openStep.attempt)) > 0;
  }
  if (thread.retryAt !== null) return true;
  if (owes(thread) === null) return true;
  const running = thread.openCalls.filter(({ waitsFor }) => waitsFor === 'tool');
  return running.length > 0 && running.every(({ callId }) => toolGates.waiting(callId) > 0);
}

function describe(served: ServedApp, toolGates: Barriers, tree: TreeState): Standstill {
  const threads = Object.values(tree.threads).sort(byPath);
  const atWork = threads.filter(({ status }) => isUnfinished(status));
  const { live } = served.served.retinue;
  const calls = threads.flatMap(({ items }) => items.flatMap((item) => (item.type === 'step' ? item.calls : [])));
  const drafts = atWork.flatMap(({ threadId, openStep }): [ThreadId, Draft][] => {
    const draft = live.draft(threadId);
    const isItsOwn = draft && draft.step === openStep?.step && draft.attempt === openStep.attempt;
    return isItsOwn ? [[threadId, draft]] : [];
  });
  const lastTasks = calls.flatMap(({ tasks }) => tasks.slice(-1));
  return {
    tree,
    gates: atWork.flatMap(({ threadId, openStep, openCalls }) => [
      ...(openStep
        ? [{ barriers: served.model.barriers, name: gateOf(threadId, openStep.step, openStep.attempt) }]
        : []),
      ...openCalls
        .filter(({ callId }) => toolGates.waiting(callId) > 0)
        .map(({ callId }) => ({ barriers: toolGates, name: callId })),
    ]),
    questions: calls.flatMap(({ question }) => (question?.status === 'open' ? [question] : [])),
    openTasks: lastTasks.filter(({ outcome }) => outcome === null).map(({ taskId }) => taskId),
    awaited: lastTasks
      .filter(({ outcome, isBackground }) => outcome === null && !isBackground)
      .map(({ taskId }) => taskId),
    endedBadly: lastTasks
      .filter(({ outcome }) => outcome !== null && outcome.status !== 'success')
      .map(({ taskId }) => taskId),
    retries: atWork.some(({ retryAt, openStep }) => retryAt !== null && !openStep),
    unfinished: new Set(drafts.flatMap(([, { parts }]) => parts.slice(-1).map(({ type }) => type))),
    drafts: Object.fromEntries(
      drafts.map(([threadId, { step, attempt, offset }]) => [threadId, `${step} ${attempt} ${offset}`]),
    ),
  };
}

function byPath(left: ThreadState, right: ThreadState): number {
  return left.title.localeCompare(right.title) || left.openedPosition - right.openedPosition;
}
