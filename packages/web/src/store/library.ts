import type {
  AgentId,
  AgentInput,
  LimitChanges,
  ListedAgent,
  Provider,
  ProviderChanges,
  ProviderId,
  ProviderInput,
  Skill,
  SkillId,
  SkillInput,
  ThreadId,
  Workspace,
} from '@retinue/protocol';
import type { Outcome } from './forms.ts';
import { outcomeOf } from './outcome.ts';
import type { Store } from './store.ts';

/** What a person sets up: agents, providers, skills and the workspace itself. Each wish ends in a value or in words. */
export function libraryOf(store: Store) {
  const { api } = store;
  const at = () => store.place;
  const then = async <Value>(wish: Promise<Value>): Promise<Outcome<Value>> => {
    const outcome = await outcomeOf(wish);
    if ('value' in outcome) await store.loadAgents().catch(() => {});
    return outcome;
  };
  return {
    saveAgent: (agentId: AgentId | null, body: AgentInput): Promise<Outcome<ListedAgent>> =>
      then(
        withoutDeleted(store, body).then((kept) =>
          agentId
            ? api.changeAgent({ params: { ...at(), agentId }, body: kept })
            : api.createAgent({ params: at(), body: kept }, { idempotencyKey: freshKey() }),
        ),
      ),
    duplicateAgent: (agentId: AgentId) =>
      then(api.duplicateAgent({ params: { ...at(), agentId } }, { idempotencyKey: freshKey() })),
    removeAgent: (agentId: AgentId) => then(api.deleteAgent({ params: { ...at(), agentId } })),
    createProvider: (body: ProviderInput): Promise<Outcome<Provider>> =>
      then(api.createProvider({ params: at(), body }, { idempotencyKey: freshKey() })),
    changeProvider: (providerId: ProviderId, body: ProviderChanges): Promise<Outcome<Provider>> =>
      then(api.changeProvider({ params: { ...at(), providerId }, body })),
    removeProvider: (providerId: ProviderId) => then(api.deleteProvider({ params: { ...at(), providerId } })),
    testProvider: (providerId: ProviderId) =>
      outcomeOf(api.testProvider({ params: { ...at(), providerId }, body: {} })),
    saveSkill: (skillId: SkillId | null, body: SkillInput): Promise<Outcome<Skill>> =>
      then(
        skillId
          ? api.changeSkill({ params: { ...at(), skillId }, body })
          : api.createSkill({ params: at(), body }, { idempotencyKey: freshKey() }),
      ),
    removeSkill: (skillId: SkillId) => then(api.deleteSkill({ params: { ...at(), skillId } })),
    async changeWorkspace(body: WorkspaceChanges): Promise<Outcome<Workspace>> {
      const outcome = await outcomeOf(api.changeWorkspace({ params: at(), body }));
      if ('value' in outcome) store.takeWorkspace(outcome.value);
      return outcome;
    },
    importChat: (chat: never, isCopy: boolean): Promise<Outcome<{ chatId: ThreadId }>> =>
      outcomeOf(api.importChat({ params: at(), body: { chat, isCopy } })),
    verify: () => outcomeOf(api.verify({})),
    makeSetUpLink: () => outcomeOf(api.makeSetUpLink({})),
    signOut: () => outcomeOf(api.signOut({})),
  };
}

export type Library = ReturnType<typeof libraryOf>;
export type WorkspaceChanges = Partial<
  Pick<Workspace, 'name' | 'maxDepth' | 'defaultAgentId' | 'approvals' | 'deniedTools'>
> & { limits?: LimitChanges };

/** Skills and agents that were deleted stay named in the agents that had them; they would keep such an agent from being saved. */
async function withoutDeleted(store: Store, input: AgentInput): Promise<AgentInput> {
  const { skillIds = [], subAgentIds = [] } = input;
  const skills = skillIds.length > 0 ? (await store.api.listSkills({ params: store.place })).results : [];
  return {
    ...input,
    skillIds: skillIds.filter((id) => skills.some(({ skillId }) => skillId === id)),
    subAgentIds: subAgentIds.filter((id) => store.agents.some(({ agentId }) => agentId === id)),
  };
}

/** The same request sent twice, after a lost reply, has one effect. */
function freshKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
