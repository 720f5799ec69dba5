import type { AgentId, Fact, Refusal, ThreadId } from '@retinue/protocol';
import { addUsage, isCompaction, noSpend, refuse } from '@retinue/protocol';
import { closeTasks } from '../facts/close-work.ts';
import { endThread } from '../facts/end-thread.ts';
import type { Recruit } from '../facts/open-thread.ts';
import { recruit } from '../facts/recruit.ts';
import { servedTask } from '../facts/served-task.ts';
import { spendAtEnd } from '../facts/spend.ts';
import type { Entry, View } from '../ports/event-log.ts';
import { askHooks } from './ask-hooks.ts';
import { keptForAnswer, remainderAfter } from './check-budget.ts';
import { endCompaction } from './end-compaction.ts';
import { endingOf } from './ending-of.ts';
import type { Engine } from './engine.ts';
import { headerFor } from './engine.ts';
import { offersFor } from './offers.ts';
import type { PlanInput } from './plan-calls.ts';
import { planCalls } from './plan-calls.ts';
import type { Heard, StepUnderWay } from './step.ts';

/**
 * Everything that a finished step means, in one append: what was said, the calls it asked for, the tasks they open with
 * their children, or the end of the thread with its result in the parent. Decided inside the transaction, since a message
 * or a stop may have come in meanwhile.
 */
export async function endStep(engine: Engine, step: StepUnderWay, reply: Heard): Promise<void> {
  const heard = { ...reply, calls: await askHooks(engine, step.thread, reply.calls) };
  const { threadId, parent } = step.thread;
  const recruits = await recruitsFor(engine, step, heard);
  const threads = parent ? [threadId, parent.threadId] : [threadId];
  const ended = await engine.log.decide(headerFor(step.thread, 'end-step'), threads, (view) =>
    decideEnd(engine, step, heard, recruits, view),
  );
  if (ended.refusal?.code === 'stale-epoch') await recordLateUsage(engine, step, heard);
}

function decideEnd(
  engine: Engine,
  step: StepUnderWay,
  heard: Heard,
  recruits: PlanInput['recruits'],
  view: View,
): readonly Entry[] | Refusal {
  const thread = view.thread(step.thread.threadId);
  if (!thread) return refuse('no-such-thread', step.thread.threadId);
  if (thread.epoch !== step.epoch) return refuse('stale-epoch', thread.threadId);
  if (isCompaction(step)) return endCompaction(step, heard);
  const { tools, ids } = engine;
  const { deniedTools, approvals: approvalsNow } = engine.rulesIn(view, thread.workspaceId);
  const roomForTasks = () => thread.limits.maxTasksPerTurn - view.tasksOfTurn(thread.rootId, thread.turn);
  const offers = step.salvages === null ? offersFor(tools, step.thread) : [];
  const { parts, calls, usage, finishReason } = heard;
  const parent = thread.parent && view.thread(thread.parent.threadId);
  const childAt = (id: ThreadId) => view.thread(id);
  const place = { thread, step: step.step, calls, isParentAsked: parent?.agent.answersQuestions === true };
  const remainder = remainderAfter(thread, usage, heard.workedMs);
  const kept = thread.grant ? keptForAnswer(thread.grant, step.price) : noSpend;
  const plan = planCalls({
    ...place,
    recruits,
    deniedTools,
    approvalsNow,
    offers,
    tools,
    roomForTasks,
    remainder,
    kept,
    childAt,
    ids,
  });
  const said = { step: step.step, attempt: step.attempt, parts, usage, finishReason };
  const about = { ...(step.kind === 'salvage' ? { kind: step.kind } : {}), ...servedTask(thread) };
  const facts: Fact[] = [{ type: 'step.ended', data: { ...said, ...about, workedMs: heard.workedMs } }, ...plan.facts];
  const own = { threadId: thread.threadId, guard: { epoch: step.epoch } };
  const ended = endingOf(thread, step, heard, plan);
  if (!ended) return [{ ...own, facts }, ...plan.children];
  if ('refused' in ended) {
    const refused: Fact = { type: 'result.refused', data: { step: step.step, problem: ended.refused } };
    return [{ ...own, facts: [...facts, refused] }];
  }
  const left = closeTasks(thread, view, (id) => engine.live.draft(id));
  const end = endThread(thread, parent, ended.ending, {
    used: addUsage(usage, left.usage),
    spend: spendAtEnd(thread, { facts, below: left.spend, workMs: heard.workedMs }),
    messageId: ids.message(),
    isPartial: ended.isPartial,
  });
  return [{ ...own, facts: [...facts, ...left.own, ...end.own] }, ...left.below, ...(end.parent ? [end.parent] : [])];
}

/** The definitions of everybody this step may send, looked up before the transaction. */
async function recruitsFor({ agents }: Engine, { thread }: StepUnderWay, heard: Heard): Promise<Map<AgentId, Recruit>> {
  const recruits = new Map<AgentId, Recruit>();
  if (!heard.calls.some(({ name }) => name === 'newTask')) return recruits;
  for (const { agentId } of thread.agent.subAgents) {
    const found = await recruit(agents, thread.workspaceId, agentId);
    if (found) recruits.set(agentId, found);
  }
  return recruits;
}

/** The thread was stopped or taken over while the model spoke: what it cost is kept, what it said is not. */
async function recordLateUsage(
  { log }: Engine,
  { thread, step, attempt }: StepUnderWay,
  { usage }: Heard,
): Promise<void> {
  await log.append(headerFor(thread, 'record-late'), [
    { threadId: thread.threadId, guard: 'exists', facts: [{ type: 'usage.recorded', data: { step, attempt, usage } }] },
  ]);
}
