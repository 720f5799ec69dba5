import type { AgentId, CallId, FactFields, Reason, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Json } from './model.ts';

/** Functions of an extension that see a step's requests before they are recorded, and can refuse or amend them. */
export interface BeforeHooks {
  /** For each delegation by an agent. An amendment replaces the instruction. */
  beforeTask?(task: BeforeTask, signal: AbortSignal): HookReply<string>;
  /** For each tool call of an agent. An amendment replaces the input. */
  beforeCall?(call: BeforeCall, signal: AbortSignal): HookReply<Json>;
}

type HookReply<Amended> = HookDecision<Amended> | Promise<HookDecision<Amended>>;

/** No return value leaves it unchanged. */
export type HookDecision<Amended> = undefined | { refuse: string } | { amend: Amended; reason: string };

interface HookPlace {
  workspaceId: WorkspaceId;
  chatId: ThreadId;
  threadId: ThreadId;
  agentId: AgentId;
  callId: CallId;
}

export interface BeforeTask extends HookPlace {
  /** The agent that gets the task; null when an earlier sub-agent is reactivated. */
  subAgentId: string | null;
  instruction: string;
}

export interface BeforeCall extends HookPlace {
  toolName: string;
  input: Json;
}

/** Asks the hooks of all extensions. */
export interface BeforeHookRunner {
  task(task: BeforeTask): Promise<Ruling<string>>;
  call(call: BeforeCall): Promise<Ruling<Json>>;
}

export interface Ruling<Value> {
  /** With all amendments. */
  value: Value;
  records: HookRecord[];
  /** Null when every hook allowed it. */
  problem: Reason | null;
}

export type HookRecord = NonNullable<FactFields<'call.requested'>['hookDecisions']>[number];

export interface NamedBeforeHooks {
  extension: string;
  hooks: BeforeHooks;
}
