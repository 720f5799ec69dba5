import type { CallState, Fact, FactFields, ThreadState } from '@retinue/protocol';
import { findCall } from '@retinue/protocol';
import type { Outcome } from './call-tool.ts';
import { callTool } from './call-tool.ts';
import type { Engine } from './engine.ts';
import { headerFor } from './engine.ts';

/** Runs the tools that the last step asked for, side by side. That each has begun is in the log before its effect can be. */
export async function runCalls(engine: Engine, thread: ThreadState, signal: AbortSignal): Promise<void> {
  const open = thread.openCalls.filter((call) => call.waitsFor === 'tool');
  const calls = open.flatMap(({ step, callId }) => findCall(thread, step, callId) ?? []);
  const facts = calls.map(
    ({ callId, step, attempt }): Fact => ({ type: 'call.started', data: { callId, step, attempt: attempt + 1 } }),
  );
  const started = await engine.log.append(headerFor(thread, 'start-calls'), [
    { threadId: thread.threadId, guard: { epoch: thread.epoch }, facts },
  ]);
  if (started.refusal) return;
  await Promise.all(calls.map((call) => runCall(engine, thread, call, signal)));
}

async function runCall(engine: Engine, thread: ThreadState, call: CallState, signal: AbortSignal): Promise<void> {
  const outcome = await callTool(engine, thread, call, signal);
  if (!outcome) return;
  const data = { callId: call.callId, step: call.step, ...outcome };
  const ended = await engine.log.append(headerFor(thread, 'end-call'), [
    { threadId: thread.threadId, guard: { epoch: thread.epoch }, facts: [{ type: 'call.ended', data }] },
  ]);
  if (ended.refusal?.code === 'stale-epoch' && call.effect === 'unsafe') await recordLate(engine, thread, data);
}

/** The thread was stopped or taken over meanwhile. What an unsafe call has done is worth knowing all the same. */
async function recordLate(engine: Engine, thread: ThreadState, data: FactFields<'call.late'> & Outcome): Promise<void> {
  await engine.log.append(headerFor(thread, 'record-late'), [
    { threadId: thread.threadId, guard: 'exists', facts: [{ type: 'call.late', data }] },
  ]);
}
