import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentDefinition, ApprovalRule, Fact, LogEvent, Role, ThreadId, ThreadState } from '@retinue/protocol';
import { defaultApprovals, defaultLimits, fold, localWorkspaceId } from '@retinue/protocol';
import { agent } from '../../../../tests/support/apps/test-app.ts';
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts';
import { ids } from '../../../../tests/support/stores/facts.ts';
import { packFields, unpackFields } from '../log/format/packing.ts';
import { openChild, openRoot } from '../transitions/open-thread.ts';
import { renewAgent } from '../transitions/renew-agent.ts';
import { boundByRights, everything, rightsOf, rightsOfPerson } from './rights.ts';

const tools = [
  { name: 'look', reach: 'internal' },
  { name: 'note', reach: 'internal' },
  { name: 'mail', reach: 'outbound' },
  { name: 'post', reach: 'outbound' },
  { name: 'shell', reach: 'exec' },
  { name: 'govern', reach: 'admin' },
  { name: 'askUser', reach: 'internal' },
] as const;
const names = tools.map(({ name }) => name as string);

/*
 * The reference: it knows nothing of lists, stars or snapshots. It remembers the rules from the opening of every
 * thread, and checks tool by tool whether anything on the path from the root denies it.
 */
interface Remembered {
  above: Remembered | null;
  role: Role;
  definition: AgentDefinition;
  deniedByWorkspace: readonly string[];
  /** Earlier agents of the root, whose limits still apply. */
  earlier: Remembered | null;
}

function isDenied(tool: string, at: Remembered): boolean {
  const { denies = [], approvals = {} } = at.definition;
  if (denies.includes(tool) || approvals[tool] === 'deny' || at.deniedByWorkspace.includes(tool)) return true;
  return [at.above, at.earlier].some((other) => other !== null && isDenied(tool, other));
}

function isBelowCeiling(tool: string, at: Remembered): boolean {
  const { ceiling, agentId } = at.definition;
  const grant = at.above?.definition.grants?.[agentId];
  if (grant) return grant.includes(tool);
  if (ceiling && !ceiling.includes(tool)) return false;
  if (at.earlier) return isBelowCeiling(tool, at.earlier);
  if (at.above) return isBelowCeiling(tool, at.above);
  return at.role === 'owner' || (at.role === 'editor' && tool !== 'govern');
}

const mayHandOn = (tool: string, at: Remembered) => isBelowCeiling(tool, at) && !isDenied(tool, at);
const mayUse = (tool: string, at: Remembered) => at.definition.tools.includes(tool) && mayHandOn(tool, at);

/** A random store: definitions that are edited and renamed, changing rules of a workspace, and a growing tree. */
class RandomTree {
  readonly random: () => number;
  readonly definitions: AgentDefinition[];
  deniedTools: string[] = [];
  readonly threads: { state: ThreadState; remembered: Remembered }[] = [];

  constructor(seed: number) {
    this.random = seededRandom(seed);
    const made = Array.from({ length: 6 }, (_, index) => agent(`a${index}`));
    this.definitions = made.map((definition) => this.#edited(definition));
  }

  open(): void {
    const role = this.#pick<Role>(['owner', 'owner', 'editor', 'viewer']);
    const definition = this.#pick(this.definitions);
    const bounds = { above: rightsOfPerson(role, tools), approvals: defaultApprovals, deniedTools: this.deniedTools };
    const resolved = { definition, subAgents: [], skills: [] };
    const threadId = ids.thread();
    const facts = openRoot(threadId, resolved, { ...defaultLimits, maxDepth: 10 }, 'a chat', ids.message(), bounds);
    const remembered = { above: null, role, definition, deniedByWorkspace: this.deniedTools, earlier: null };
    this.threads.push({ state: stored(threadId, null, facts), remembered });
  }

  spawn(): void {
    const parent = this.#pick(this.threads.filter(({ state }) => state.depth < 8));
    const definition = this.#pick(this.definitions);
    const { child } = openChild(parent.state, {
      callId: ids.call(),
      step: 1,
      attempt: 1,
      retryOf: null,
      instruction: 'do it',
      resolved: { definition, subAgents: [], skills: [] },
      messageIds: [ids.message(), ids.message()],
      deniedTools: this.deniedTools,
    });
    const { role } = parent.remembered;
    const remembered = {
      above: parent.remembered,
      role,
      definition,
      deniedByWorkspace: this.deniedTools,
      earlier: null,
    };
    this.threads.push({ state: stored(child.threadId, null, child.facts), remembered });
  }

  edit(): void {
    const index = Math.floor(this.random() * this.definitions.length);
    const before = this.definitions[index];
    if (before)
      this.definitions[index] = this.#edited({ ...before, version: before.version + 1, name: `x${this.random()}` });
    if (this.random() < 0.3) this.deniedTools = this.#some(0.1);
  }

  /** The next turn of the chat uses its edited agent. */
  renew(): void {
    const root = this.threads[0] ?? assert.fail('no root');
    const { state, remembered } = root;
    const definition = this.definitions.find(({ agentId }) => agentId === state.agent.agentId) ?? assert.fail();
    const facts = renewAgent(state, { definition, subAgents: [], skills: [] }, ids.message());
    if (facts.length === 0) return;
    this.threads[0] = {
      state: stored(state.threadId, state, facts),
      remembered: { ...remembered, definition, deniedByWorkspace: [], earlier: remembered },
    };
  }

  #edited(definition: AgentDefinition): AgentDefinition {
    const { ceiling: _ceiling, ...rest } = definition;
    const rules = Object.fromEntries(
      this.#some(0.2).map((name) => [name, this.#pick<ApprovalRule>(['allow', 'ask', 'deny'])]),
    );
    const granted = this.random() < 0.3 ? [`a${Math.floor(this.random() * 6)}`] : [];
    const grants = Object.fromEntries(granted.map((name) => [agent(name).agentId, this.#some(0.5)]));
    return {
      ...rest,
      tools: this.#some(0.6),
      ...(this.random() < 0.4 ? { ceiling: this.#some(0.7) } : {}),
      denies: this.#some(0.08),
      approvals: rules,
      grants,
    };
  }

  #some(share: number): string[] {
    return names.filter(() => this.random() < share);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.random() * values.length)] ?? assert.fail('nothing to pick');
  }
}

/** As a thread is after a restart: read from the disk. */
function stored(threadId: ThreadId, state: ThreadState | null, facts: readonly Fact[]): ThreadState {
  const events = facts.map((fact, index) => {
    const data = unpackFields(fact.type, packFields(fact.type, fact.data));
    const seq = (state?.seq ?? 0) + index + 1;
    const place = { position: seq, workspaceId: localWorkspaceId, rootId: threadId, threadId, seq, at: 1 };
    return { ...place, actor: 'engine', commandId: null, type: fact.type, data } as LogEvent;
  });
  return fold(state, events) ?? assert.fail('no thread');
}

const expand = (ceiling: readonly string[]) =>
  names.filter((name) => ceiling.includes(everything) || ceiling.includes(name));
const without = (left: readonly string[], right: readonly string[]) => left.filter((name) => !right.includes(name));

test('[X19][D15] in 10,000 random trees rights match an independent model, a child is within its ceiling, and denied tools stay denied', () => {
  let compared = 0;
  let maxDepth = 0;
  for (let seed = 1; seed <= 10_000; seed += 1) {
    const tree = new RandomTree(seed);
    tree.open();
    for (let move = 0; move < 12; move += 1) {
      const pick = tree.random();
      if (pick < 0.75) tree.spawn();
      else if (pick < 0.92) tree.edit();
      else tree.renew();
    }
    for (const { state, remembered } of tree.threads) {
      const { use, ceiling, denied } = state.rights ?? assert.fail('no rights');
      compared += 1;
      maxDepth = Math.max(maxDepth, state.depth);
      assert.deepEqual([...use].sort(), names.filter((name) => mayUse(name, remembered)).sort(), `SEED=${seed}`);
      const handedOn = without(expand(ceiling), denied);
      assert.deepEqual(handedOn.sort(), names.filter((name) => mayHandOn(name, remembered)).sort(), `SEED=${seed}`);
      assert.deepEqual(without(use, handedOn), [], `SEED=${seed}: a child beyond its ceiling`);
      const above = tree.threads.find(({ state: other }) => other.threadId === state.parent?.threadId)?.state.rights;
      // A root whose agent was edited since denies more than it did when this child was opened.
      if (above && tree.threads[0]?.remembered.earlier === null)
        assert.deepEqual(without(above.denied, denied), [], `SEED=${seed}: a deny was lifted`);
    }
  }
  assert.ok(compared > 80_000 && maxDepth === 8, `${compared} threads, ${maxDepth} deep`);
});

test('[D15.2] a coordinator without tools passes on its ceiling; a lowered ceiling holds all the way down', () => {
  const coordinator = { ...agent('boss', { tools: [] }), ceiling: ['look'] };
  const root = rightsOf(coordinator, rightsOfPerson('owner', tools), []);
  assert.deepEqual(root, { use: [], ceiling: ['look'], denied: [] });
  const child = rightsOf(agent('worker', { tools: names }), boundByRights({ rights: root }), []);
  const grandchild = rightsOf(agent('clerk', { tools: names }), boundByRights({ rights: child }), []);
  assert.deepEqual([child.use, grandchild.use], [['look'], ['look']]);
});

test("[D15.10][P4] the right to read skills follows the agent's skills, unless it is denied", () => {
  const bound = { ...agent('boss', { tools: ['look', 'loadSkill'] }), ceiling: ['mail'] };
  assert.deepEqual(rightsOf(bound, rightsOfPerson('owner', tools), []).use, ['loadSkill']);
  assert.deepEqual(rightsOf(bound, rightsOfPerson('owner', tools), ['loadSkill']).use, []);
});
