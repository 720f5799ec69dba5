import type {
  AgentId,
  AgentInput,
  LimitChanges,
  ListedAgent,
  Provider,
  ProviderChanges,
  ProviderId,
  ProviderInput,
  removableSettings,
  Skill,
  SkillId,
  SkillInput,
  ThreadId,
  Workspace,
} from '@retinue/protocol';
import { savePageKey } from '../api/page-key.ts';
import { changedFields } from './form-conflict.ts';
import type { Outcome } from './forms.ts';
import { outcomeOf } from './outcome.ts';
import { newIdempotencyKey } from './sending/idempotency-keys.ts';
import type { Store } from './store.ts';
import type { SaveRequest } from './use-form.ts';

/** What a person sets up: agents, providers, skills and the workspace itself. Each wish ends in a value or in words. */
export function libraryOf(store: Store) {
  const { api } = store;
  const at = () => store.workspaceParams;
  const then = async <Value>(wish: Promise<Value>): Promise<Outcome<Value>> => {
    const outcome = await outcomeOf(wish);
    if ('value' in outcome) await store.loadAgents().catch(() => {});
    return outcome;
  };
  return {
    ...agentWishes(store, then),
    createProvider: (body: ProviderInput, { idempotencyKey }: SaveRequest<unknown>): Promise<Outcome<Provider>> =>
      then(api.createProvider({ params: at(), body }, { idempotencyKey })),
    changeProvider: (
      providerId: ProviderId,
      body: ProviderChanges,
      version: number | null,
    ): Promise<Outcome<Provider>> =>
      then(api.changeProvider({ params: { ...at(), providerId }, body }, ifVersion(version))),
    readProvider: (providerId: ProviderId) => outcomeOf(api.getProvider({ params: { ...at(), providerId } })),
    removeProvider: (providerId: ProviderId) => then(api.deleteProvider({ params: { ...at(), providerId } })),
    testProvider: (providerId: ProviderId) =>
      outcomeOf(api.testProvider({ params: { ...at(), providerId }, body: {} })),
    ...skillWishes(store, then),
    /** Only what differs from `before` is sent. */
    async changeWorkspace(
      changes: WorkspaceChanges,
      { before, version }: Omit<SaveRequest<WorkspaceChanges>, 'idempotencyKey'> = { before: null, version: null },
    ): Promise<Outcome<Workspace>> {
      const { limits, ...body } = changedFields(before, changes);
      const changedLimits = limits && changedFields(before?.limits ?? null, limits);
      const outcome = await outcomeOf(
        api.changeWorkspace(
          { params: at(), body: { ...body, ...(changedLimits ? { limits: changedLimits } : {}) } },
          ifVersion(version),
        ),
      );
      if ('value' in outcome) store.takeWorkspace(outcome.value);
      return outcome;
    },
    async readWorkspace(): Promise<Outcome<Workspace>> {
      const outcome = await outcomeOf(api.getWorkspace({ params: at() }));
      if ('value' in outcome) store.takeWorkspace(outcome.value);
      return outcome;
    },
    removeDamagedSetting: (kind: (typeof removableSettings)[number], id: string) =>
      outcomeOf(api.removeDamagedSetting({ params: at(), body: { kind, id } })),
    importChat: (file: Blob): Promise<Outcome<{ chatId: ThreadId; stopped: number }>> =>
      outcomeOf(api.importChat({ params: at(), body: { chat: null } }, { rawBody: file })),
    verify: () => outcomeOf(api.verify({})),
    makeSetUpLink: () => outcomeOf(api.makeSetUpLink({})),
    async signOut(): Promise<Outcome<unknown>> {
      const outcome = await outcomeOf(api.signOut({}));
      if ('value' in outcome) savePageKey(null);
      return outcome;
    },
  };
}

type Then = <Value>(wish: Promise<Value>) => Promise<Outcome<Value>>;

function agentWishes(store: Store, then: Then) {
  const { api } = store;
  const at = () => store.workspaceParams;
  return {
    createAgent: (body: AgentInput, { idempotencyKey }: SaveRequest<unknown>): Promise<Outcome<ListedAgent>> =>
      then(
        withoutDeleted(store, body).then((kept) => api.createAgent({ params: at(), body: kept }, { idempotencyKey })),
      ),
    changeAgent: (
      agentId: AgentId,
      input: AgentInput,
      { before, version }: SaveRequest<AgentInput>,
    ): Promise<Outcome<ListedAgent>> =>
      then(
        withoutDeleted(store, changedFields(before, input)).then((body) =>
          api.changeAgent({ params: { ...at(), agentId }, body }, ifVersion(version)),
        ),
      ),
    readAgent: (agentId: AgentId) => outcomeOf(api.getAgent({ params: { ...at(), agentId } })),
    duplicateAgent: (agentId: AgentId) =>
      then(api.duplicateAgent({ params: { ...at(), agentId } }, { idempotencyKey: newIdempotencyKey() })),
    removeAgent: (agentId: AgentId) => then(api.deleteAgent({ params: { ...at(), agentId } })),
  };
}

function skillWishes(store: Store, then: Then) {
  const { api } = store;
  const at = () => store.workspaceParams;
  return {
    saveSkill: (
      skillId: SkillId | null,
      input: SkillInput,
      { before, version, idempotencyKey }: SaveRequest<SkillInput>,
    ): Promise<Outcome<Skill>> =>
      then(
        skillId
          ? api.changeSkill({ params: { ...at(), skillId }, body: changedFields(before, input) }, ifVersion(version))
          : api.createSkill({ params: at(), body: input }, { idempotencyKey }),
      ),
    readSkill: async (skillId: SkillId): Promise<Skill | null> => {
      const listed = await outcomeOf(api.listSkills({ params: at() }));
      return 'value' in listed ? (listed.value.results.find((skill) => skill.skillId === skillId) ?? null) : null;
    },
    removeSkill: (skillId: SkillId) => then(api.deleteSkill({ params: { ...at(), skillId } })),
  };
}

export type Library = ReturnType<typeof libraryOf>;
export type WorkspaceChanges = Partial<
  Pick<Workspace, 'name' | 'maxDepth' | 'defaultAgentId' | 'approvals' | 'deniedTools'>
> & { limits?: LimitChanges };

/** Skills and agents that were deleted stay named in the agents that had them; they would keep such an agent from being saved. */
async function withoutDeleted<Input extends Partial<AgentInput>>(store: Store, input: Input): Promise<Input> {
  const { skillIds = [], subAgentIds = [] } = input;
  const skills = skillIds.length > 0 ? (await store.api.listSkills({ params: store.workspaceParams })).results : [];
  return {
    ...input,
    ...(input.skillIds ? { skillIds: skillIds.filter((id) => skills.some(({ skillId }) => skillId === id)) } : {}),
    ...(input.subAgentIds
      ? { subAgentIds: subAgentIds.filter((id) => store.agents.some(({ agentId }) => agentId === id)) }
      : {}),
  };
}

function ifVersion(version: number | null): { ifVersion?: number } {
  return version === null ? {} : { ifVersion: version };
}
