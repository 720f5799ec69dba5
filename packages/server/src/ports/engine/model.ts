import type {
  AgentSnapshot,
  CallId,
  Effect,
  FactFields,
  FinishReason,
  ModelChoice,
  ProviderReason,
  Reason,
  ThreadId,
  Usage,
  WorkspaceId,
} from '@retinue/protocol';
import { reasonText } from '@retinue/protocol';

/** A language model, called for one step. It knows nothing of the loop, the tools and the log. */
export interface Model {
  /** Ends with an `end` piece. Throws a ModelError for an error of a provider; ends soon after the signal aborts. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPiece>;
}

/** Models of a workspace, by provider. */
export interface Models {
  find(workspaceId: WorkspaceId, choice: ModelChoice): Promise<Model | { problem: Reason }>;
}

export interface ModelRequest {
  model: ModelChoice;
  sampling: AgentSnapshot['sampling'];
  system: string;
  messages: PromptMessage[];
  tools: ToolOffer[];
  toolChoice: 'auto' | 'none';
  /** Maximum output; the provider's own when absent. */
  maxOutputTokens?: number;
  /** Identifies the step: a scripted model finds its line by it. */
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
  | { role: 'user'; text: string; about?: MessageSubject }
  | { role: 'assistant'; parts: AssistantPart[] }
  | { role: 'tool'; results: ToolResult[] };
export type AssistantPart =
  | { type: 'text'; text: string; provider?: Json }
  | { type: 'reasoning'; text: string; provider?: Json }
  | { type: 'call'; callId: CallId; name: string; args: Json; provider?: Json };
/** The subject of the engine's message, for a model that is not a language model. Providers get only the text. */
export type MessageSubject =
  | { type: 'summary' }
  | { type: 'task-ended'; title: string; attempt: number; status: 'success' | 'failed' | 'cancelled'; result: string };
export interface ToolResult {
  callId: CallId;
  name: string;
  /** Result for the model; an error is text. */
  value: Json;
  failed: boolean;
  /** The call was canceled before it ended. */
  canceled?: true;
}

export interface ToolOffer {
  name: string;
  description: string;
  effect: Effect;
  /** JSON schema of the arguments. */
  input: Record<string, unknown>;
}

/**
 * `key` identifies a call within one stream while it is written; providers may use a key again later. `block` identifies
 * a block of text or reasoning; without it, pieces of one kind that follow each other are one block. `provider` is kept with
 * the block or call, and sent back with it to the same model.
 */
export type ModelPiece =
  | { type: 'text'; text: string; block?: string; provider?: Json }
  | { type: 'reasoning'; text: string; block?: string; provider?: Json }
  | { type: 'call-begin'; key: string; name: string }
  | { type: 'call-args'; key: string; text: string }
  | { type: 'call-end'; key: string; name: string; args: string; provider?: Json }
  | { type: 'end'; finishReason: FinishReason; usage: Usage };

export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly reason: ProviderReason;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** The provider is down, overloaded or limits the rate: bounded by time and not by attempts. */
  readonly isOutage: boolean;
  /** The prompt does not fit the model; a shorter one may. */
  readonly isTooLong: boolean;

  constructor(
    /** A text for people, or a reason that they can act on. */
    reason: string | ProviderReason,
    options: {
      retryable: boolean;
      retryAfterMs?: number | null;
      isTooLong?: boolean;
      isOutage?: boolean;
      cause?: unknown;
    },
  ) {
    const coded = typeof reason === 'string' ? ({ code: 'provider-error', text: reason } as const) : reason;
    super(reasonText(coded), { cause: options.cause });
    this.reason = coded;
    this.isTooLong = options.isTooLong ?? false;
    this.retryable = options.retryable;
    this.isOutage = options.isOutage ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
