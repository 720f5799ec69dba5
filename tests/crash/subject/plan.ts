import type { Effect } from '@retinue/protocol';
import type { Random } from '../../support/random/seeded-random.ts';
import { between, pick, seededRandom } from '../../support/random/seeded-random.ts';

/**
 * The tree that a round plays. It follows from the seed alone: the model in the subject reads its lines from it, the
 * person reads which tasks to stop and to retry, and the checker reads the expected outcome.
 */
export interface Plan {
  seed: number;
  size: Size;
  children: PlanNode[];
}

export type Size = 'whole' | 'small';

export interface PlanNode {
  /** `2.1.4`: the fourth child of the first child of the root's second. Its instruction names it. */
  path: string;
  agent: string;
  kind: Kind;
  /** Tools that it uses, all in one step. */
  effects: Effect[];
  /** Time that its model takes over each half of a sentence. */
  paceMs: number;
  /** Time for which the recorder holds back its reply, after the effect. */
  replyMs: number;
  /** Whether it ends with a text rather than a taskResult. */
  endsBySaying: boolean;
  children: PlanNode[];
}

/**
 * - `branch` delegates to its children, `leaf` uses its tools;
 * - `consulted` asks a question that its parent can answer, `approved` and `refused` make a call that a person has to
 * approve;
 * - `asker` asks a person, `blank` ends without text once, `mute` always, `malformed` writes broken arguments once;
 * - `failing` has a provider that fails until a person retries the task; `stuck` hangs until then;
 * - `limited` reaches its limit of steps; `doomed` delegates like a branch and is stopped by a person;
 * - `kept` is reactivated by its parent after its end, `visited` by a person;
 * - `aside` works in the background from the start, `promoted` asks a person once it was put there.
 */
export type Kind =
  | 'branch'
  | 'leaf'
  | 'asker'
  | 'consulted'
  | 'approved'
  | 'refused'
  | 'blank'
  | 'mute'
  | 'malformed'
  | 'failing'
  | 'stuck'
  | 'limited'
  | 'doomed'
  | 'kept'
  | 'visited'
  | 'aside'
  | 'promoted';

export function planFor(seed: number, size: Size): Plan {
  const random = seededRandom(seed);
  return { seed, size, children: size === 'whole' ? wholeTree(random) : smallTree(random) };
}

export function allNodes(nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.children)]);
}

const levels = ['lead', 'specialist', 'worker'] as const;
export const limitedAgent = 'sprinter';
export const agentNames = ['boss', ...levels, limitedAgent] as const;

const asking: Kind[] = ['asker', 'asker', 'asker', 'consulted', 'consulted', 'approved', 'approved', 'refused'];

/** Depth 3 × fan-out 4, its special leaves in seeded places; beside it two children that a person has to retry. */
function wholeTree(random: Random): PlanNode[] {
  const special: Kind[] = [...asking, 'blank', 'mute', 'malformed', 'limited', 'failing', 'stuck'];
  const places = shuffled(random, 64);
  const kinds = new Map(special.map((kind, index) => [places[index] ?? index, kind]));
  const doomed = random() < 0.5 ? between(random, 0, 15) : -1;
  const trunk = four((first) =>
    node(
      random,
      `${first + 1}`,
      'branch',
      four((second) => {
        const place = first * 4 + second;
        const path = `${first + 1}.${second + 1}`;
        const leaves = four((third) => node(random, `${path}.${third + 1}`, kinds.get(place * 4 + third) ?? 'leaf'));
        return node(random, path, place === doomed ? 'doomed' : 'branch', leaves);
      }),
    ),
  );
  return [...trunk, node(random, '5', 'failing'), node(random, '6', 'stuck'), ...besides(random, 7)];
}

/** Background tasks, and tasks that are reactivated after their end. */
function besides(random: Random, first: number): PlanNode[] {
  const kinds: Kind[] = ['kept', 'visited', 'aside', 'promoted'];
  return kinds.map((kind, index) => node(random, `${first + index}`, kind));
}

/** One of each, three deep: for rounds that have one question to answer. */
function smallTree(random: Random): PlanNode[] {
  const leaf = (path: string, kind: Kind) => node(random, path, kind);
  const deep = node(random, '1.1', 'branch', [
    leaf('1.1.1', 'leaf'),
    leaf('1.1.2', 'asker'),
    leaf('1.1.3', 'blank'),
    leaf('1.1.4', 'malformed'),
  ]);
  const doomed = node(random, '1.2', 'doomed', [leaf('1.2.1', 'leaf'), leaf('1.2.2', 'leaf')]);
  return [
    node(random, '1', 'branch', [deep, doomed, leaf('1.3', 'mute'), leaf('1.4', 'failing')]),
    leaf('2', 'limited'),
    leaf('3', 'failing'),
    leaf('4', 'stuck'),
    node(random, '5', 'branch', [
      node(random, '5.1', 'branch', [leaf('5.1.1', 'consulted'), leaf('5.1.2', 'approved'), leaf('5.1.3', 'refused')]),
    ]),
    ...besides(random, 6),
  ];
}

function node(random: Random, path: string, kind: Kind, children: PlanNode[] = []): PlanNode {
  const depth = path.split('.').length;
  const made: PlanNode = {
    path,
    agent: kind === 'limited' ? limitedAgent : (levels[depth - 1] ?? 'worker'),
    kind,
    effects: random() < 0.5 ? ['read', 'idempotent', 'unsafe'] : [pick(random, ['read', 'idempotent', 'unsafe'])],
    paceMs: between(random, 1, 25),
    replyMs: between(random, 0, 40),
    endsBySaying: random() < 0.25,
    children,
  };
  return slowInDoomed(made);
}

/** Tasks to stop must still be running when the person comes: one child in its model, the others in a tool. */
function slowInDoomed(node: PlanNode): PlanNode {
  if (node.kind !== 'doomed') return node;
  const children = node.children.map((child, index): PlanNode => {
    const slowest = index === node.children.length - 1;
    return { ...child, effects: ['unsafe'], replyMs: doomedReplyMs, paceMs: slowest ? doomedPaceMs : child.paceMs };
  });
  return { ...node, children };
}

const doomedReplyMs = 2500;
const doomedPaceMs = 500;

function four<Item>(make: (index: number) => Item): Item[] {
  return [0, 1, 2, 3].map(make);
}

function shuffled(random: Random, count: number): number[] {
  return Array.from({ length: count }, (_, value) => ({ value, order: random() }))
    .sort((left, right) => left.order - right.order)
    .map(({ value }) => value);
}
