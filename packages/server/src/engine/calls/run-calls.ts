import type { CallState, Fact, FactFields, Reason, ThreadState } from '@retinue/protocol';
import { findCall, isApproved, isRefusal, refuse } from '@retinue/protocol';
import type { Tools } from '../../ports/engine/tool.ts';
import type { RecordView, StoredBlob } from '../../ports/log/event-log.ts';
import type { ToolRules } from '../../ports/settings/workspaces.ts';
import { deniedNow, forbiddenBecause, stillAllowed } from '../../rights/rights.ts';
import { approvalRuleOf } from '../../transitions/approvals.ts';
import { refuseStopped } from '../../transitions/stops.ts';
import type { Engine } from '../engine.ts';
import { headerFor } from '../engine.ts';
import { AwakeTime } from '../step/awake-time.ts';
import type { CallBounds } from './call-tool.ts';
import { callTool } from './call-tool.ts';

/**
 * Runs the tools of the last step in parallel. Each start is in the log before its effect can happen, and only the
 * worker whose append recorded it runs the tool: a start raises no epoch, so another worker may hold the same one.
 */
export async function runCalls(engine: Engine, thread: ThreadState, signal: AbortSignal): Promise<void> {
  const { threadId, epoch } = thread;
  const takenAwayIn = await findTakenAway(engine, thread);
  const started = await engine.log.decide(headerFor(thread, 'start-calls'), [threadId, thread.rootId], (view) => {
    const stopped = refuseStopped(view, thread);
    if (stopped) return stopped;
    const rules = engine.rulesIn(view, thread.workspaceId);
    const facts = startCalls(view.thread(threadId), engine.tools, { ...rules, takenAway: takenAwayIn(view) });
    return facts.length > 0 ? [{ threadId, guard: { epoch }, facts }] : refuse('stale-epoch', { threadId });
  });
  if (isRefusal(started)) return;
  const calls = started.events.flatMap(({ type, data }) =>
    type === 'call.started' ? (findCall(thread, data.step, data.callId) ?? []) : [],
  );
  using time = new AwakeTime(engine.clock);
  const ends = await Promise.allSettled(calls.map((call) => runCall(engine, thread, call, { signal, time })));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * An approval may have taken long, so rights are checked again now. Also for open approvals, which may be given before
 * these calls start.
 */
async function findTakenAway(
  { agents }: Engine,
  thread: ThreadState,
): Promise<(view: RecordView) => readonly string[]> {
  const calls = thread.openCalls.flatMap(({ step, callId }) => findCall(thread, step, callId) ?? []);
  const asked = calls.filter(({ question }) => question?.kind === 'approval').map(({ name }) => name);
  if (asked.length === 0) return () => [];
  const pathIn = await agents.finderOf(thread.workspaceId, thread.path);
  return (view) => asked.filter((name) => !stillAllowed(name, pathIn(view)));
}

/** A tool that ignores its signal is not waited for; its final output is recorded all the same. */
async function runCall(engine: Engine, thread: ThreadState, call: CallState, bounds: CallBounds): Promise<void> {
  const { signal } = bounds;
  // A stop that was committed together with the start: nothing may run after it.
  if (signal.aborted) return;
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.race([runToEnd(engine, thread, call, bounds), aborted]);
}

async function runToEnd(engine: Engine, thread: ThreadState, call: CallState, bounds: CallBounds): Promise<void> {
  const called = await callTool(engine, thread, call, bounds);
  if (!called) return;
  const { outcome, blobs } = called;
  const data = { callId: call.callId, step: call.step, ...outcome };
  const workedMs = Math.round(bounds.time.elapsedMs);
  const ended = await engine.log.append({ ...headerFor(thread, 'end-call'), blobs }, [
    {
      threadId: thread.threadId,
      guard: { epoch: thread.epoch },
      facts: [{ type: 'call.ended', data: { ...data, workedMs } }],
    },
  ]);
  if (isRefusal(ended) && ended.code === 'stale-epoch' && call.effect === 'unsafe')
    await recordLate(engine, thread, data, blobs);
}

/** The thread was stopped or taken over meanwhile. The outcome of an unsafe call is worth recording all the same. */
async function recordLate(
  engine: Engine,
  thread: ThreadState,
  data: FactFields<'call.late'>,
  blobs: StoredBlob[],
): Promise<void> {
  await engine.log.append({ ...headerFor(thread, 'record-late'), blobs }, [
    { threadId: thread.threadId, guard: 'exists', facts: [{ type: 'call.late', data }] },
  ]);
}

/**
 * Calls that start now, and those that are no longer allowed and end instead. Decided in the transaction that records
 * them: a revoked right or approval has no effect.
 */
function startCalls(thread: ThreadState | null, tools: Tools, now: RulesNow): Fact[] {
  const open = thread?.openCalls.filter((call) => call.waitsFor === 'tool' && !call.running) ?? [];
  return open.flatMap(({ step, callId }): Fact[] => {
    const call = thread && findCall(thread, step, callId);
    if (!call) return [];
    const error = stoppedBecause(thread, call, tools, now);
    if (error) return [{ type: 'call.ended', data: { callId, step, status: 'failed', output: null, error } }];
    return [{ type: 'call.started', data: { callId, step, attempt: call.attempt + 1 } }];
  });
}

/** The rules of this moment, not those from when the thread was opened. */
interface RulesNow extends ToolRules {
  /** Approved tools that the agents on the path to the thread no longer allow it. */
  takenAway: readonly string[];
}

function stoppedBecause(thread: ThreadState, call: CallState, tools: Tools, now: RulesNow): Reason | null {
  const tool = tools.find(call.name);
  const forbidden = forbiddenBecause(thread, call.name, deniedNow(now, tool));
  if (forbidden) return forbidden;
  if (now.takenAway.includes(call.name)) return { code: 'tool-taken-away', name: call.name };
  const rule = tool ? approvalRuleOf(thread, tool) : 'allow';
  if (rule === 'deny') return { code: 'tool-denied-by-rule', name: call.name };
  const isAsked = call.question?.kind === 'approval' || rule === 'ask';
  return isAsked && !isApproved(call.question) ? { code: 'not-approved', name: call.name } : null;
}
