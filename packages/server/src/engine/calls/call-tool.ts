import { createHash } from 'node:crypto';
import type { CallState, FactFields, Output, Reason, ThreadState } from '@retinue/protocol';
import type { Tool } from '../../ports/engine/tool.ts';
import type { StoredBlob } from '../../ports/log/event-log.ts';
import type { Engine } from '../engine.ts';
import type { AwakeTime } from '../step/awake-time.ts';
import { reasonOfError, ToolFailure, toJsonOutput } from './json-output.ts';
import { checkArgs } from './parse-args.ts';

type Outcome = Pick<FactFields<'call.ended'>, 'status' | 'output' | 'error'>;

/** A large result comes with it and is stored under the hash that the outcome names. */
export interface ToolOutcome {
  outcome: Outcome;
  blobs: StoredBlob[];
}

export interface CallBounds {
  signal: AbortSignal;
  /** Counts from the start of the parallel calls. */
  time: AwakeTime;
}

/**
 * Runs one tool within its time limit and bounds its output. Any misbehavior of the tool becomes a failure of the call,
 * with a message. Null when the process is shutting down: the next process decides on the call.
 */
export async function callTool(
  engine: Engine,
  thread: ThreadState,
  call: CallState,
  bounds: CallBounds,
): Promise<ToolOutcome | null> {
  const tool = engine.tools.find(call.name);
  if (!tool) return failed({ code: 'tool-gone', name: call.name });
  const checked = checkArgs(tool.input, call.args);
  if (checked.problem !== null) return failed(checked.problem);
  try {
    const value = await runInTime(thread, call, tool, checked.value, bounds);
    const { output, blobs } = boundOutput(tool, toJsonOutput(value));
    return { outcome: { status: 'done', output, error: null }, blobs };
  } catch (error) {
    if (bounds.signal.aborted && bounds.signal.reason === 'drain') return null;
    return failed(reasonOfError(error));
  }
}

function runInTime(
  thread: ThreadState,
  call: CallState,
  tool: Tool,
  args: unknown,
  { signal, time }: CallBounds,
): Promise<unknown> {
  const { workspaceId, threadId } = thread;
  const { callId, attempt } = call;
  return new Promise((resolve, reject) => {
    const late = new AbortController();
    const timer = time.after(tool.timeoutMs, () => {
      late.abort(new ToolFailure({ code: 'tool-timeout', ms: tool.timeoutMs }));
      reject(late.signal.reason);
    });
    const stopTimer = () => timer[Symbol.dispose]();
    // An aborted call has no time limit, and no timer may keep the process from ending.
    signal.addEventListener('abort', stopTimer, { once: true });
    const bounded = AbortSignal.any([signal, late.signal]);
    const context = { workspaceId, threadId, callId, attempt: attempt + 1, idempotencyKey: callId, signal: bounded };
    Promise.try(() => tool.run(args, context))
      .then(resolve, reject)
      .finally(stopTimer);
  });
}

/** The event keeps the text that the model sees; the full result is stored beside it. */
function boundOutput(
  tool: Tool,
  { value, text }: ReturnType<typeof toJsonOutput>,
): { output: Output; blobs: StoredBlob[] } {
  const bytes = Buffer.byteLength(text);
  if (bytes <= tool.outputBytes) return { output: { value, bytes, blob: null }, blobs: [] };
  if (bytes > maxResultBytes) throw new ToolFailure({ code: 'output-too-large', bytes, maxBytes: maxResultBytes });
  const shown = Buffer.from(text)
    .subarray(0, tool.outputBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  const marker = `\n[… cut here: the first ${tool.outputBytes} of ${bytes} bytes are shown. Ask for a smaller part to see the rest.]`;
  // PostgreSQL text takes neither half a character nor NUL.
  const content = text.toWellFormed().replaceAll('\0', '\uFFFD');
  const hash = createHash('sha256').update(content).digest('hex');
  return { output: { value: shown + marker, bytes, blob: hash }, blobs: [{ hash, content }] };
}

function failed(error: Reason): ToolOutcome {
  return { outcome: { status: 'failed', output: null, error }, blobs: [] };
}

const maxResultBytes = 50 * 1024 * 1024;
