import type {
  AgentSnapshot,
  CallId,
  Effect,
  FactFields,
  FinishReason,
  ModelChoice,
  ThreadId,
  Usage,
  WorkspaceId,
} from '@retinue/protocol';

/** A language model asked for one step. The loop, the tools and the log are not its business. */
export interface Model {
  /** Ends with an `end` piece. Throws a ModelError for what a provider did wrong; ends soon after the signal aborts. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPiece>;
}

/** The models that a workspace has, by provider. */
export interface Models {
  find(workspaceId: WorkspaceId, choice: ModelChoice): Promise<Model | { problem: string }>;
}

export interface ModelRequest {
  model: ModelChoice;
  sampling: AgentSnapshot['sampling'];
  system: string;
  messages: PromptMessage[];
  tools: ToolOffer[];
  toolChoice: 'auto' | 'none';
  /** The most that may be written; as much as the provider allows when absent. */
  maxOutputTokens?: number;
  /** Which step asks: a scripted model finds its line by it. */
  place: {
    threadId: ThreadId;
    agentId: AgentSnapshot['agentId'];
    step: number;
    attempt: number;
    kind: FactFields<'step.started'>['kind'];
  };
}

export type Json = FactFields<'call.requested'>['args'];

export type PromptMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; parts: AssistantPart[] }
  | { role: 'tool'; results: ToolResult[] };
export type AssistantPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string; provider?: Json }
  | { type: 'call'; callId: CallId; name: string; args: Json };
export interface ToolResult {
  callId: CallId;
  name: string;
  /** What the model is told; an error is told as words. */
  value: Json;
  failed: boolean;
}

export interface ToolOffer {
  name: string;
  description: string;
  effect: Effect;
  /** JSON schema of the arguments. */
  input: Record<string, unknown>;
}

/** `key` tells the calls of one stream apart while they are written; providers may use a key again later. */
export type ModelPiece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string; provider?: Json }
  | { type: 'call-begin'; key: string; name: string }
  | { type: 'call-args'; key: string; text: string }
  | { type: 'call-end'; key: string; name: string; args: string }
  | { type: 'end'; finishReason: FinishReason; usage: Usage };

export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** The provider is down, overloaded or limits the rate: bounded by time and not by attempts. */
  readonly isOutage: boolean;
  /** The prompt does not fit the model; a shorter one may. */
  readonly isTooLong: boolean;

  constructor(
    message: string,
    options: {
      retryable: boolean;
      retryAfterMs?: number | null;
      isTooLong?: boolean;
      isOutage?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.isTooLong = options.isTooLong ?? false;
    this.retryable = options.retryable;
    this.isOutage = options.isOutage ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
