import type { AgentId, Fact, Refusal, ThreadId } from '@retinue/protocol';
import { isCompaction, isRefusal, noSpend, partsText, refuse } from '@retinue/protocol';
import type { Entry, View } from '../../ports/log/event-log.ts';
import type { ResolvedAgent } from '../../ports/settings/agents.ts';
import { currentTask } from '../../transitions/current-task.ts';
import { endEntries } from '../../transitions/end-thread.ts';
import { askHooks } from '../calls/ask-hooks.ts';
import type { PlanInput } from '../calls/plan-calls.ts';
import { planCalls } from '../calls/plan-calls.ts';
import type { Engine } from '../engine.ts';
import { headerFor } from '../engine.ts';
import { keptForAnswer, remainderAfter } from '../limits/check-budget.ts';
import { placeToCompact } from '../prompt/compaction-place.ts';
import { summaryChars } from '../prompt/compaction-request.ts';
import { promptLimitOf } from '../prompt/plan-request.ts';
import { endingOf } from './ending-of.ts';
import type { ModelReply, StepUnderWay } from './step.ts';

/**
 * Records a finished step in one append: its text, its calls, the tasks they open with their children, or the end of the
 * thread with its result in the parent. Decided inside the transaction, since a message or a stop may have arrived meanwhile.
 */
export async function endStep(engine: Engine, step: StepUnderWay, said: ModelReply): Promise<void> {
  const reply = { ...said, calls: await askHooks(engine, step.thread, said.calls) };
  const { threadId, parent } = step.thread;
  const resolvedAgents = await resolveSubAgents(engine, step, reply);
  const threads = parent ? [threadId, parent.threadId] : [threadId];
  const ended = await engine.log.decide(headerFor(step.thread, 'end-step'), threads, (view) =>
    decideEnd(engine, step, reply, resolvedAgents, view),
  );
  if (isRefusal(ended) && ended.code === 'stale-epoch') await recordLateUsage(engine, step, reply);
}

function decideEnd(
  engine: Engine,
  step: StepUnderWay,
  reply: ModelReply,
  resolvedAgents: PlanInput['resolvedAgents'],
  view: View,
): readonly Entry[] | Refusal {
  const thread = view.thread(step.thread.threadId);
  if (!thread) return refuse('no-such-thread', { threadId: step.thread.threadId });
  if (thread.epoch !== step.epoch) return refuse('stale-epoch', { threadId: thread.threadId });
  if (isCompaction(step)) return endCompaction(step, reply);
  const { tools, ids } = engine;
  const { deniedTools, approvals: approvalsNow } = engine.rulesIn(view, thread.workspaceId);
  const tasksLeft = () => thread.limits.maxTasksPerTurn - view.tasksOfTurn(thread.rootId, thread.turn);
  const { parts, calls, usage, finishReason } = reply;
  const parent = thread.parent && view.thread(thread.parent.threadId);
  const childAt = (id: ThreadId) => view.thread(id);
  const place = { thread, step: step.step, calls, isParentAsked: parent?.agent.answersQuestions === true };
  const remainder = remainderAfter(thread, usage, reply.workedMs);
  const kept = thread.grant ? keptForAnswer(thread.grant, step.price) : noSpend;
  const plan = planCalls({
    ...place,
    resolvedAgents,
    deniedTools,
    approvalsNow,
    offers: step.offers,
    tools,
    tasksLeft,
    remainder,
    kept,
    childAt,
    ids,
  });
  const said = { step: step.step, attempt: step.attempt, parts, usage, finishReason };
  const about = { ...(step.kind === 'salvage' ? { kind: step.kind } : {}), ...currentTask(thread) };
  const facts: Fact[] = [{ type: 'step.ended', data: { ...said, ...about, workedMs: reply.workedMs } }, ...plan.facts];
  const own = { threadId: thread.threadId, guard: { epoch: step.epoch } };
  const ended = endingOf(thread, step, reply, plan);
  if (!ended) return [{ ...own, facts }, ...plan.children];
  if ('misfits' in ended) {
    const refused: Fact = { type: 'result.refused', data: { step: step.step, problem: ended.misfits } };
    return [{ ...own, facts: [...facts, refused] }];
  }
  const draftOf = (id: ThreadId) => engine.live.draft(id);
  const last = { ...ended, guard: own.guard, facts, workMs: reply.workedMs, messageId: ids.message(), draftOf };
  return endEntries(thread, view, last);
}

/** The definitions of all sub-agents of this step, looked up before the transaction. */
async function resolveSubAgents(
  { agents }: Engine,
  { thread }: StepUnderWay,
  reply: ModelReply,
): Promise<Map<AgentId, ResolvedAgent>> {
  const resolvedAgents = new Map<AgentId, ResolvedAgent>();
  if (!reply.calls.some(({ name }) => name === 'newTask')) return resolvedAgents;
  for (const { agentId } of thread.agent.subAgents) {
    const found = await agents.resolve(thread.workspaceId, agentId);
    if (found) resolvedAgents.set(agentId, found);
  }
  return resolvedAgents;
}

/** The thread was stopped or taken over during the stream: the cost is recorded, the text is not. */
async function recordLateUsage(
  { log }: Engine,
  { thread, step, attempt }: StepUnderWay,
  { usage }: ModelReply,
): Promise<void> {
  await log.append(headerFor(thread, 'record-late'), [
    { threadId: thread.threadId, guard: 'exists', facts: [{ type: 'usage.recorded', data: { step, attempt, usage } }] },
  ]);
}

/**
 * Records a summary that replaces the beginning of the thread from now on, in one append. Calls beside it have no
 * effect. Without text the step has failed, and the thread continues as well as it can.
 */
function endCompaction(step: StepUnderWay, { parts, usage, finishReason, workedMs }: ModelReply): Entry[] {
  const { thread, epoch, attempt } = step;
  const said = parts.filter((part) => part.type !== 'call');
  const ended: Fact = {
    type: 'step.ended',
    data: {
      ...{ step: step.step, attempt, parts: said, usage, finishReason, kind: step.kind },
      ...currentTask(thread),
      workedMs,
    },
  };
  const place = placeToCompact(thread, promptLimitOf(thread));
  const summary = boundSummary(partsText(said).trim(), summaryChars(promptLimitOf(thread)));
  const isSound = summary !== '' && finishReason !== 'content-filter' && finishReason !== 'error';
  const facts: Fact[] =
    isSound && place
      ? [ended, { type: 'thread.compacted', data: { step: step.step, throughSeq: place.throughSeq, summary } }]
      : [ended];
  return [{ threadId: thread.threadId, guard: { epoch }, facts }];
}

function boundSummary(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()}\n[… cut off here]`;
}
