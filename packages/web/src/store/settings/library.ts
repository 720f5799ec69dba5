import type {
  AgentId,
  AgentInput,
  ListedAgent,
  Provider,
  ProviderChanges,
  ProviderId,
  ProviderInput,
  removableSettings,
  routes,
  Skill,
  SkillId,
  SkillInput,
  ThreadId,
  Workspace,
} from '@retinue/protocol';
import type { z } from 'zod';
import { savePageKey } from '../../api/page-key.ts';
import { changedFields } from '../forms/form-conflict.ts';
import type { SaveRequest } from '../forms/use-form.ts';
import { type Outcome, outcomeOf } from '../outcome.ts';
import { newIdempotencyKey } from '../sending/idempotency-keys.ts';
import type { Store } from '../store.ts';

/** The requests that change agents, providers, skills and the workspace. Each ends in a value or a refusal. */
export function libraryOf(store: Store) {
  const { api } = store;
  const at = () => store.workspaceParams;
  const thenReload = async <Value>(request: Promise<Value>): Promise<Outcome<Value>> => {
    const outcome = await outcomeOf(request);
    if ('value' in outcome) await store.loadAgents().catch(() => {});
    return outcome;
  };
  return {
    ...agentRequests(store, thenReload),
    createProvider: (body: ProviderInput, idempotencyKey: string): Promise<Outcome<Provider>> =>
      thenReload(api.createProvider({ params: at(), body }, { idempotencyKey })),
    changeProvider: (
      providerId: ProviderId,
      body: ProviderChanges,
      version: number | null,
    ): Promise<Outcome<Provider>> =>
      thenReload(api.changeProvider({ params: { ...at(), providerId }, body }, ifVersion(version))),
    readProvider: (providerId: ProviderId) => outcomeOf(api.getProvider({ params: { ...at(), providerId } })),
    removeProvider: (providerId: ProviderId) => thenReload(api.deleteProvider({ params: { ...at(), providerId } })),
    testProvider: (providerId: ProviderId) =>
      outcomeOf(api.testProvider({ params: { ...at(), providerId }, body: {} })),
    ...skillRequests(store, thenReload),
    /** Sends only the fields that differ from `before`. */
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
    listJobs: () => outcomeOf(api.listJobs({})),
    makeSetUpLink: () => outcomeOf(api.makeSetUpLink({})),
    async signOut(): Promise<Outcome<unknown>> {
      const outcome = await outcomeOf(api.signOut({}));
      if ('value' in outcome) savePageKey(null);
      return outcome;
    },
  };
}

type ThenReload = <Value>(request: Promise<Value>) => Promise<Outcome<Value>>;

function agentRequests(store: Store, thenReload: ThenReload) {
  const { api } = store;
  const at = () => store.workspaceParams;
  return {
    createAgent: (body: AgentInput, { idempotencyKey }: SaveRequest<unknown>): Promise<Outcome<ListedAgent>> =>
      thenReload(api.createAgent({ params: at(), body }, { idempotencyKey })),
    changeAgent: (
      agentId: AgentId,
      input: AgentInput,
      { before, version }: SaveRequest<AgentInput>,
    ): Promise<Outcome<ListedAgent>> =>
      thenReload(
        api.changeAgent({ params: { ...at(), agentId }, body: changedFields(before, input) }, ifVersion(version)),
      ),
    readAgent: (agentId: AgentId) => outcomeOf(api.getAgent({ params: { ...at(), agentId } })),
    duplicateAgent: (agentId: AgentId) =>
      thenReload(api.duplicateAgent({ params: { ...at(), agentId } }, { idempotencyKey: newIdempotencyKey() })),
    removeAgent: (agentId: AgentId) => thenReload(api.deleteAgent({ params: { ...at(), agentId } })),
  };
}

function skillRequests(store: Store, thenReload: ThenReload) {
  const { api } = store;
  const at = () => store.workspaceParams;
  return {
    saveSkill: (
      skillId: SkillId | null,
      input: SkillInput,
      { before, version, idempotencyKey }: SaveRequest<SkillInput>,
    ): Promise<Outcome<Skill>> =>
      thenReload(
        skillId
          ? api.changeSkill({ params: { ...at(), skillId }, body: changedFields(before, input) }, ifVersion(version))
          : api.createSkill({ params: at(), body: input }, { idempotencyKey }),
      ),
    readSkill: async (skillId: SkillId): Promise<Skill | null> => {
      const listed = await outcomeOf(api.listSkills({ params: at() }));
      return 'value' in listed ? (listed.value.results.find((skill) => skill.skillId === skillId) ?? null) : null;
    },
    removeSkill: (skillId: SkillId) => thenReload(api.deleteSkill({ params: { ...at(), skillId } })),
  };
}

export type Library = ReturnType<typeof libraryOf>;
export type WorkspaceChanges = z.infer<typeof routes.changeWorkspace.body>;

function ifVersion(version: number | null): { ifVersion?: number } {
  return version === null ? {} : { ifVersion: version };
}
