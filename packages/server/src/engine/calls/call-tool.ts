import { createHash } from 'node:crypto';
import type { CallState, FactFields, Output, ThreadState } from '@retinue/protocol';
import type { Blob } from '../../ports/event-log.ts';
import type { Tool } from '../../ports/tool.ts';
import type { Engine } from '../engine.ts';
import { describeDuration } from '../limits/describe-duration.ts';
import type { AwakeTime } from '../step/awake-time.ts';
import { describeError, toJsonOutput } from './json-output.ts';
import { checkArgs } from './parse-args.ts';

type Outcome = Pick<FactFields<'call.ended'>, 'status' | 'output' | 'error'>;

/** A large result goes with it, to be kept under the hash that the outcome names. */
export interface ToolOutcome {
  outcome: Outcome;
  blobs: Blob[];
}

export interface CallBounds {
  signal: AbortSignal;
  /** Counts from the start of the calls that run side by side. */
  time: AwakeTime;
}

/**
 * Runs one tool within its time and bounds what it returns. Whatever the tool does wrong is the call's failure, in words.
 * Null when the process is shutting down: the call stays in doubt, for the next one to decide on.
 */
export async function callTool(
  engine: Engine,
  thread: ThreadState,
  call: CallState,
  bounds: CallBounds,
): Promise<ToolOutcome | null> {
  const tool = engine.tools.find(call.name);
  if (!tool) return failed(`The tool "${call.name}" is no longer there.`);
  const checked = checkArgs(tool.input, call.args);
  if (checked.problem !== null) return failed(checked.problem);
  try {
    const value = await runInTime(thread, call, tool, checked.value as never, bounds);
    const { output, blobs } = boundOutput(tool, toJsonOutput(value));
    return { outcome: { status: 'done', output, error: null }, blobs };
  } catch (error) {
    if (bounds.signal.aborted && bounds.signal.reason === 'drain') return null;
    return failed(describeError(error));
  }
}

function runInTime(
  thread: ThreadState,
  call: CallState,
  tool: Tool,
  args: never,
  { signal, time }: CallBounds,
): Promise<unknown> {
  const { workspaceId, threadId } = thread;
  const { callId, attempt } = call;
  return new Promise((resolve, reject) => {
    const late = new AbortController();
    const timer = time.after(tool.timeoutMs, () => {
      late.abort(new Error(`The tool did not end within ${describeDuration(tool.timeoutMs)}.`));
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

/** The event keeps what the model sees; the whole of a large result is kept beside it. */
function boundOutput(tool: Tool, { value, text }: ReturnType<typeof toJsonOutput>): { output: Output; blobs: Blob[] } {
  const bytes = Buffer.byteLength(text);
  if (bytes <= tool.outputBytes) return { output: { value, bytes, blob: null }, blobs: [] };
  if (bytes > maxResultBytes) {
    throw new Error(`The result has ${bytes} bytes; more than ${maxResultBytes} are not kept. Ask for less.`);
  }
  const shown = Buffer.from(text)
    .subarray(0, tool.outputBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  const marker = `\n[… cut here: the first ${tool.outputBytes} of ${bytes} bytes are shown. Ask for a smaller part to see the rest.]`;
  // Half a character and NUL have no place in a column of text.
  const content = text.toWellFormed().replaceAll('\0', '\uFFFD');
  const hash = createHash('sha256').update(content).digest('hex');
  return { output: { value: shown + marker, bytes, blob: hash }, blobs: [{ hash, content }] };
}

function failed(error: string): ToolOutcome {
  return { outcome: { status: 'failed', output: null, error }, blobs: [] };
}

const maxResultBytes = 50 * 1024 * 1024;
