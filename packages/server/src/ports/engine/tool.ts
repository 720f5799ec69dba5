import type { CallId, Effect, Reach, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { z } from 'zod';
import type { Json } from './model.ts';

/** Something an agent can use. Its arguments are checked against `input` before it runs. */
export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  /** Effect of a repetition, which decides after a crash: run it again, run it again with the same key, or never. */
  effect: Effect;
  /** The part of the world that it touches; decides on approval. */
  reach: Reach;
  timeoutMs: number;
  /** A larger output becomes a blob, and the model sees a part of it with a marker. */
  outputBytes: number;
  /** An error that it throws becomes the call's error, with its message for the model. */
  run(args: unknown, context: ToolContext): Promise<Json>;
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
  /** The same for every attempt at the call: a remote service that honors it has the effect once. */
  idempotencyKey: string;
  signal: AbortSignal;
}
