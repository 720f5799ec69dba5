import type {
  AgentChanges,
  AgentDefinition,
  AgentId,
  AgentInput,
  Refusal,
  SkillId,
  SkillIntroduction,
  WorkspaceId,
} from '@retinue/protocol';
import { agentIdOf, firstFree, refuse, slugOf } from '@retinue/protocol';
import { z } from 'zod';
import type { AgentFinder, AgentLibrary, Agents, AgentWish, ResolvedAgent } from '../ports/agents.ts';
import type { RecordReply, Records } from '../ports/records.ts';
import { outdated } from '../ports/records.ts';
import type { Skills } from '../ports/skills.ts';
import type { Workspaces } from '../ports/workspaces.ts';
import type { Collection, Item } from '../records/collection.ts';
import { collection } from '../records/collection.ts';
import { recordShapes, resetSchema } from '../records/record-shapes.ts';
import { checkAgent, checkChanges, checkInput } from './check-agent.ts';
import type { KnownTool } from './owners-fields.ts';
import { copiedFields, refusedTo } from './owners-fields.ts';

export interface StoredAgentsOptions {
  records: Records;
  builtIn: Agents;
  /** What an agent may be given. */
  tools: readonly KnownTool[];
  skills: Skills;
  defaultAgentIn: Workspaces['defaultAgentIn'];
}

export function createStoredAgents(options: StoredAgentsOptions): AgentLibrary {
  return new StoredAgents(options);
}

/** The workspace's own agents over the built-in ones. */
class StoredAgents implements AgentLibrary {
  readonly #agents: Collection<StoredAgent>;
  readonly #builtIn: Agents;
  readonly #tools: readonly KnownTool[];
  readonly #skills: Skills;
  readonly #defaultAgentIn: Workspaces['defaultAgentIn'];
  /** What was read is kept until the next change: this process is the only one that writes. */
  readonly #lists = new Map<WorkspaceId, Promise<AgentDefinition[]>>();

  constructor({ records, builtIn, tools, skills, defaultAgentIn }: StoredAgentsOptions) {
    this.#agents = collection(records, 'agent', storedAgentSchema);
    this.#builtIn = builtIn;
    this.#tools = tools;
    this.#skills = skills;
    this.#defaultAgentIn = defaultAgentIn;
  }

  async list(workspaceId: WorkspaceId): Promise<AgentDefinition[]> {
    return overlay(await this.#builtIn.list(workspaceId), await this.#own(workspaceId));
  }

  async find(workspaceId: WorkspaceId, agentId: AgentId): Promise<AgentDefinition | null> {
    const own = await this.#own(workspaceId);
    return own.find((agent) => agent.agentId === agentId) ?? this.#builtIn.find(workspaceId, agentId);
  }

  async isBuiltIn(workspaceId: WorkspaceId, agentId: AgentId): Promise<boolean> {
    return (await this.#builtIn.find(workspaceId, agentId)) !== null;
  }

  async resolve(workspaceId: WorkspaceId, agentId: AgentId): Promise<ResolvedAgent | null> {
    const definition = await this.find(workspaceId, agentId);
    if (!definition) return null;
    const found = await Promise.all(definition.subAgentIds.map((id) => this.find(workspaceId, id)));
    const subAgents = found.flatMap((agent) =>
      agent ? { agentId: agent.agentId, name: agent.name, description: agent.description } : [],
    );
    return { definition, subAgents, skills: await this.#skillsOf(workspaceId, definition) };
  }

  async #skillsOf(workspaceId: WorkspaceId, { skillIds }: AgentDefinition): Promise<SkillIntroduction[]> {
    if (skillIds.length === 0) return [];
    const all = await this.#skills.list(workspaceId);
    return all
      .filter(({ skillId }) => skillIds.includes(skillId))
      .map(({ name, description }) => ({ name, description }));
  }

  async finderOf(workspaceId: WorkspaceId, agentIds: readonly AgentId[]): Promise<AgentFinder> {
    const builtIn = await Promise.all(agentIds.map((agentId) => this.#builtIn.find(workspaceId, agentId)));
    return (view) =>
      agentIds.map((agentId, index) => {
        const stored = this.#agents.parse(view.record(workspaceId, 'agent', agentId));
        return (stored && definitionsOf([stored])[0]) ?? builtIn[index] ?? null;
      });
  }

  create(wish: AgentWish, input: AgentInput): Promise<RecordReply<AgentDefinition>> {
    return this.#create(wish, input, null);
  }

  async #create(wish: AgentWish, input: AgentInput, originalId: AgentId | null): Promise<RecordReply<AgentDefinition>> {
    const checked = checkInput(input);
    if ('code' in checked) return { refusal: checked };
    while (true) {
      const taken = new Set<string>((await this.list(wish.workspaceId)).map(({ agentId }) => agentId));
      const agentId = agentIdOf(firstFree(slugOf(checked.name, 'agent'), (slug) => taken.has(`agt_${slug}`)));
      const reply = await this.#put({ ...wish, originalId }, agentId, ({ all, hasSkill }) => {
        if (all.some((agent) => agent.agentId === agentId)) return refuse('agent-exists', agentId);
        const made = { ...checked, agentId, version: 1 };
        const isGone = originalId && !all.some((agent) => agent.agentId === originalId);
        if (isGone) return refuse('no-such-agent', originalId);
        return originalId ? { ...made, ...withoutGone(made, all, hasSkill) } : made;
      });
      // Somebody else took the id meanwhile; there is always a next one.
      if (reply.refusal?.code !== 'agent-exists') return reply;
    }
  }

  /** The version that counts is the agent's own: a built-in one has no record until it is edited. */
  async update(
    { ifVersion, ...wish }: AgentWish,
    agentId: AgentId,
    changes: AgentChanges,
  ): Promise<RecordReply<AgentDefinition>> {
    const checked = checkChanges(changes);
    if ('code' in checked) return { refusal: checked };
    return this.#put(wish, agentId, ({ all, hasSkill, lastVersion }) => {
      const current = all.find((agent) => agent.agentId === agentId);
      if (!current) return refuse('no-such-agent', agentId);
      const refusal = outdated(ifVersion, current.version, current.name);
      if (refusal) return refusal;
      const version = Math.max(current.version, lastVersion) + 1;
      return { ...current, ...withoutGone(current, all, hasSkill), ...checked, version };
    });
  }

  async remove(wish: AgentWish, agentId: AgentId): Promise<RecordReply<AgentDefinition | null>> {
    const original = await this.#builtIn.find(wish.workspaceId, agentId);
    const reply = await this.#agents.change<AgentDefinition | null>(wish, agentId, (current, _others, view) => {
      if (!current || 'isReset' in current.value) return refuse(original ? 'agent-built-in' : 'no-such-agent', agentId);
      const isDefault = this.#defaultAgentIn(view, wish.workspaceId) === agentId;
      if (isDefault && !original) return refuse('agent-is-default', agentId);
      const isLoosened = original && refusedTo(wish.role, current.value, original, this.#tools);
      if (isLoosened) return isLoosened;
      return { kept: original && { isReset: true, version: current.value.version }, reply: original };
    });
    this.#lists.delete(wish.workspaceId);
    return reply;
  }

  async duplicate(wish: AgentWish, agentId: AgentId): Promise<RecordReply<AgentDefinition>> {
    const copied = await this.find(wish.workspaceId, agentId);
    if (!copied) return { refusal: refuse('no-such-agent', agentId) };
    const { agentId: _id, version: _version, ...fields } = copied;
    const name = `${fields.name.slice(0, maxNameChars - copyMark.length)}${copyMark}`;
    return this.#create(wish, { ...fields, name }, agentId);
  }

  /** `make` sees all agents of the workspace as they are inside the transaction. A copy is compared with its original there. */
  async #put(
    { originalId = null, ...wish }: AgentWish & { originalId?: AgentId | null },
    agentId: AgentId,
    make: (now: AgentsNow) => AgentDefinition | Refusal,
  ): Promise<RecordReply<AgentDefinition>> {
    const builtIn = await this.#builtIn.list(wish.workspaceId);
    const toolNames = this.#tools.map(({ name }) => name);
    const reply = await this.#agents.change<AgentDefinition>(wish, agentId, (current, others, view) => {
      const all = overlay(builtIn, definitionsOf([...(current ? [current] : []), ...others]));
      const hasSkill = (skillId: SkillId) => view.record(wish.workspaceId, 'skill', skillId) !== null;
      const made = make({ all, hasSkill, lastVersion: current?.value.version ?? 0 });
      const original = all.find((agent) => agent.agentId === originalId);
      const before = all.find((agent) => agent.agentId === agentId) ?? (original ? copiedFields(original) : null);
      const checked =
        'code' in made
          ? made
          : (refusedTo(wish.role, before, made, this.#tools) ?? checkAgent(made, all, { toolNames, hasSkill }));
      return 'code' in checked ? checked : { kept: checked, reply: checked };
    });
    this.#lists.delete(wish.workspaceId);
    return reply;
  }

  #own(workspaceId: WorkspaceId): Promise<AgentDefinition[]> {
    return this.#lists.getOrInsertComputed(workspaceId, () => this.#read(workspaceId));
  }

  async #read(workspaceId: WorkspaceId): Promise<AgentDefinition[]> {
    try {
      return definitionsOf(await this.#agents.list(workspaceId));
    } catch (error) {
      this.#lists.delete(workspaceId);
      throw error;
    }
  }
}

/** What a workspace has inside the transaction that writes an agent. */
interface AgentsNow {
  all: readonly AgentDefinition[];
  hasSkill(skillId: SkillId): boolean;
  /** Of the agent that is written; 0 if it has no record. */
  lastVersion: number;
}

/** What an agent refers to and somebody has removed since must not stand in the way of its next change. */
function withoutGone(agent: AgentDefinition, all: readonly AgentDefinition[], hasSkill: AgentsNow['hasSkill']) {
  return {
    subAgentIds: agent.subAgentIds.filter((id) => all.some(({ agentId }) => agentId === id)),
    skillIds: agent.skillIds.filter((id) => hasSkill(id)),
  };
}

const copyMark = ' (copy)';
const maxNameChars = 80;

function overlay(builtIn: readonly AgentDefinition[], own: readonly AgentDefinition[]): AgentDefinition[] {
  const ownById = new Map(own.map((agent) => [agent.agentId, agent]));
  const builtInIds = new Set(builtIn.map(({ agentId }) => agentId));
  const added = own.filter(({ agentId }) => !builtInIds.has(agentId));
  return [...builtIn.map((agent) => ownById.get(agent.agentId) ?? agent), ...added];
}

/** An edited built-in agent that was reset leaves its version, so that a later edit does not reuse it. */
const storedAgentSchema = z.union([resetSchema, recordShapes.agent]);
type StoredAgent = z.output<typeof storedAgentSchema>;

function definitionsOf(stored: readonly Item<StoredAgent>[]): AgentDefinition[] {
  return stored.flatMap(({ value }) => ('isReset' in value ? [] : [value]));
}
