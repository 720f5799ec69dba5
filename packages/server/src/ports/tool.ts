import type { CallId, Effect, Reach, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { z } from 'zod';
import type { Json } from './model.ts';

/** Something an agent can use. Its arguments are checked against `input` before it runs. */
export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  /** What a crash may do: run it again, run it again with the same key, or never. */
  effect: Effect;
  /** What it touches, and so what needs approval. */
  reach: Reach;
  timeoutMs: number;
  /** More than this goes to a blob, and the model sees a part of it with a marker. */
  outputBytes: number;
  /** What it throws becomes the call's error, in words for the model. */
  run(args: never, context: ToolContext): Promise<Json>;
}

export interface Tools {
  find(name: string): Tool | null;
  list(): Tool[];
}

export interface ToolContext {
  workspaceId: WorkspaceId;
  threadId: ThreadId;
  callId: CallId;
  attempt: number;
  /** The same for every attempt at the call: a remote that honours it does the effect once. */
  idempotencyKey: string;
  signal: AbortSignal;
}
