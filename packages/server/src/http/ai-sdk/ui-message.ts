import type { AgentId, QuestionId, Reason, TaskId, ThreadId } from '@retinue/protocol';
import type { Json } from '../../ports/engine/model.ts';

/*
 * Types of the AI SDK's UI message stream, version 1, as far as this app uses them. Declared here because the server
 * doesn't depend on the SDK; the tests check them against the real one.
 */
export interface UiMessage {
  id: string;
  role: 'user' | 'assistant';
  parts: UiPart[];
}

export type UiPart = StepStartPart | TextPart | ReasoningPart | ToolPart | AgentPart;
export type ProviderMetadata = Record<string, Record<string, Json>>;

type StepStartPart = { type: 'step-start' };
export type TextPart = { type: 'text'; text: string; state?: 'streaming' | 'done' };
export type ReasoningPart = {
  type: 'reasoning';
  id: string;
  text: string;
  state: 'streaming' | 'done';
  providerMetadata?: ProviderMetadata;
};

export type ToolPart = { type: `tool-${string}`; toolCallId: string } & (
  | { state: 'input-streaming'; rawInput: string }
  | { state: 'input-available'; input: Json }
  | { state: 'output-available'; input: Json; output: Json }
  | { state: 'output-error'; input: Json; errorText: string }
);

/** One delegation, directly after the tool part that requested it. The id stays the same over all its attempts. */
export type AgentPart = { type: 'data-tool-agent'; id: string; data: AgentReport };

/** Outcome of a delegation: its last attempt, and the ones before it. */
export interface AgentReport {
  /** The name of the agent; empty while the call is being written. */
  id: string;
  agentId: AgentId | null;
  taskId: TaskId;
  threadId: ThreadId | null;
  title: string;
  instruction: string;
  status: 'preparing' | 'pending' | 'running' | 'waiting' | 'finished' | 'failed' | 'cancelled';
  text: string;
  toolCalls: ReportedCall[];
  toolResults: (ReportedCall & { result: Json })[];
  steps: ReportedStep[];
  finishReason: UiFinishReason | null;
  /** Usage of its thread and everything below it. */
  usage: ReportedUsage;
  attempt: number;
  /** Why it failed or was canceled, as text and as a code with its fields. */
  error?: string;
  reason?: Reason;
  question?: { questionId: QuestionId; text: string; options: string[] };
  children: AgentReport[];
  /** Superseded attempts, in order. */
  earlier?: AgentReport[];
}

export interface ReportedCall {
  toolCallId: string;
  toolName: string;
  args: Json;
}

export interface ReportedStep {
  step: number;
  text: string;
  toolCallIds: string[];
  finishReason: UiFinishReason | null;
  usage: ReportedUsage;
}

export interface ReportedUsage {
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
}

export type UiFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

export type UiMessageChunk =
  | { type: 'start'; messageId: string }
  | { type: 'start-step' | 'finish-step' | 'reset-step' }
  | { type: 'text-start' | 'text-end'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | { type: 'reasoning-start'; id: string }
  | { type: 'reasoning-end'; id: string; providerMetadata?: ProviderMetadata }
  | { type: 'tool-input-start'; toolCallId: string; toolName: string }
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | { type: 'tool-input-available'; toolCallId: string; toolName: string; input: Json }
  | { type: 'tool-output-available'; toolCallId: string; output: Json }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string }
  | AgentPart
  | { type: 'finish'; finishReason: UiFinishReason }
  | { type: 'abort'; reason: string }
  | { type: 'error'; errorText: string };
