import type { AgentDefinition, AgentId, Refusal, SkillId, SkillIntroduction, WorkspaceId } from '@retinue/protocol';
import { agentIdOf, isRefusal, refuse } from '@retinue/protocol';
import { z } from 'zod';
import { recordShapes, resetSchema } from '../ports/log/record-shapes.ts';
import { type Empty, outdated, type Records } from '../ports/log/records.ts';
import type {
  AgentFinder,
  AgentLibrary,
  AgentRequest,
  Agents,
  ChangedAgent,
  NewAgent,
  ResolvedAgent,
} from '../ports/settings/agents.ts';
import type { Skills } from '../ports/settings/skills.ts';
import { firstFree, slugOf } from '../ports/settings/slug.ts';
import type { Workspaces } from '../ports/settings/workspaces.ts';
import { type Collection, type CollectionItem, collection } from '../records/collection.ts';
import { changedFieldsOf, checkAgent, fieldsOf } from './check-agent.ts';
import { copiedFields, type KnownTool, refusedTo } from './owners-fields.ts';

export interface StoredAgentsOptions {
  records: Records;
  builtIn: Agents;
  /** The tools that an agent can have. */
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
  /** A cache until the next change: only this process writes. */
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

  create(request: AgentRequest, input: NewAgent): Promise<AgentDefinition | Refusal> {
    return this.#create(request, input, null);
  }

  async #create(
    request: AgentRequest,
    input: NewAgent,
    originalId: AgentId | null,
  ): Promise<AgentDefinition | Refusal> {
    const fields = fieldsOf(input);
    while (true) {
      const taken = new Set<string>((await this.list(request.workspaceId)).map(({ agentId }) => agentId));
      const agentId = agentIdOf(firstFree(slugOf(fields.name, 'agent'), (slug) => taken.has(`agt_${slug}`)));
      const reply = await this.#put({ ...request, originalId }, agentId, ({ all, hasSkill }) => {
        if (all.some((agent) => agent.agentId === agentId)) return refuse('id-taken', { id: agentId });
        const made = { ...fields, agentId, version: 1 };
        const isGone = originalId && !all.some((agent) => agent.agentId === originalId);
        if (isGone) return noSuchAgent(originalId);
        return originalId ? withoutGone(made, made, { all, hasSkill }) : made;
      });
      // Another request took the id meanwhile; the next one is free.
      if (!isRefusal(reply) || reply.code !== 'id-taken') return reply;
    }
  }

  /** The version that counts is the agent's own: a built-in one has no record until it is edited. */
  async update(
    { ifVersion, ...request }: AgentRequest,
    agentId: AgentId,
    changes: ChangedAgent,
  ): Promise<AgentDefinition | Refusal> {
    const changed = changedFieldsOf(changes);
    return this.#put(request, agentId, ({ all, hasSkill, lastVersion }) => {
      const current = all.find((agent) => agent.agentId === agentId);
      if (!current) return noSuchAgent(agentId);
      const refusal = outdated(ifVersion, current.version, current.name);
      if (refusal) return refusal;
      const version = Math.max(current.version, lastVersion) + 1;
      return withoutGone({ ...current, ...changed, version }, current, { all, hasSkill });
    });
  }

  async remove(request: AgentRequest, agentId: AgentId): Promise<Empty | Refusal> {
    const original = await this.#builtIn.find(request.workspaceId, agentId);
    const reply = await this.#agents.change<Empty>(request, agentId, (current, _others, view) => {
      if (!current || 'isReset' in current.value)
        return original ? refuse('agent-built-in', { agentId }) : noSuchAgent(agentId);
      const isDefault = this.#defaultAgentIn(view, request.workspaceId) === agentId;
      if (isDefault && !original) return refuse('agent-is-default', { agentId });
      const isLoosened = original && refusedTo(request.role, current.value, original, this.#tools);
      if (isLoosened) return isLoosened;
      return { kept: original && { isReset: true, version: current.value.version }, reply: {} };
    });
    this.#lists.delete(request.workspaceId);
    return reply;
  }

  async duplicate(request: AgentRequest, agentId: AgentId): Promise<AgentDefinition | Refusal> {
    const copied = await this.find(request.workspaceId, agentId);
    if (!copied) return noSuchAgent(agentId);
    const { agentId: _id, version: _version, ...fields } = copied;
    const name = `${fields.name.slice(0, maxNameChars - copyMark.length)}${copyMark}`;
    return this.#create(request, { ...fields, name }, agentId);
  }

  /** `make` sees all agents of the workspace as they are inside the transaction. A copy is compared with its original there. */
  async #put(
    { originalId = null, ...request }: AgentRequest & { originalId?: AgentId | null },
    agentId: AgentId,
    make: (now: AgentsNow) => AgentDefinition | Refusal,
  ): Promise<AgentDefinition | Refusal> {
    const builtIn = await this.#builtIn.list(request.workspaceId);
    const toolNames = this.#tools.map(({ name }) => name);
    const reply = await this.#agents.change<AgentDefinition>(request, agentId, (current, others, view) => {
      const all = overlay(builtIn, definitionsOf([...(current ? [current] : []), ...others]));
      const hasSkill = (skillId: SkillId) => view.record(request.workspaceId, 'skill', skillId) !== null;
      const made = make({ all, hasSkill, lastVersion: current?.value.version ?? 0 });
      const original = all.find((agent) => agent.agentId === originalId);
      const before = all.find((agent) => agent.agentId === agentId) ?? (original ? copiedFields(original) : null);
      const checked = isRefusal(made)
        ? made
        : (refusedTo(request.role, before, made, this.#tools) ?? checkAgent(made, all, { toolNames, hasSkill }));
      return isRefusal(checked) ? checked : { kept: checked, reply: checked };
    });
    this.#lists.delete(request.workspaceId);
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

/** The workspace inside the transaction that writes an agent. */
interface AgentsNow {
  all: readonly AgentDefinition[];
  hasSkill(skillId: SkillId): boolean;
  /** The version of the agent's record; 0 without a record. */
  lastVersion: number;
}

/**
 * Drops references to deleted agents and skills that the agent already had: they must not block the next change. Other
 * unknown ones are kept and refused.
 */
function withoutGone(
  agent: AgentDefinition,
  before: AgentDefinition,
  { all, hasSkill }: Pick<AgentsNow, 'all' | 'hasSkill'>,
): AgentDefinition {
  const exists = (id: AgentId) => all.some(({ agentId }) => agentId === id);
  return {
    ...agent,
    subAgentIds: agent.subAgentIds.filter((id) => exists(id) || !before.subAgentIds.includes(id)),
    skillIds: agent.skillIds.filter((id) => hasSkill(id) || !before.skillIds.includes(id)),
  };
}

const noSuchAgent = (agentId: AgentId) => refuse('no-such-agent', { agentId, known: null });

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

function definitionsOf(stored: readonly CollectionItem<StoredAgent>[]): AgentDefinition[] {
  return stored.flatMap(({ value }) => ('isReset' in value ? [] : [value]));
}
