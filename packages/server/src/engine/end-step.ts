import type { AgentId, Fact, Refusal, ThreadId, ThreadState } from '@retinue/protocol';
import { addUsage, hasUnseenInput, refuse } from '@retinue/protocol';
import { closeTasks } from '../facts/close-work.ts';
import type { Ending } from '../facts/end-thread.ts';
import { endThread } from '../facts/end-thread.ts';
import type { Recruit } from '../facts/open-thread.ts';
import { recruit } from '../facts/recruit.ts';
import type { Entry, View } from '../ports/event-log.ts';
import type { Engine } from './engine.ts';
import { headerFor } from './engine.ts';
import { offersFor } from './offers.ts';
import { partialWork } from './partial-work.ts';
import type { CallPlan, PlanInput } from './plan-calls.ts';
import { planCalls } from './plan-calls.ts';
import { isBlank } from './plan-step.ts';
import type { Heard, StepUnderWay } from './step.ts';

/**
 * Everything that a finished step means, in one append: what was said, the calls it asked for, the tasks they open with
 * their children, or the end of the thread with its result in the parent. Decided inside the transaction, since a message
 * or a stop may have come in meanwhile.
 */
export async function endStep(engine: Engine, step: StepUnderWay, heard: Heard): Promise<void> {
  const { threadId, parent } = step.thread;
  const recruits = await recruitsFor(engine, step, heard);
  const { deniedTools } = await engine.rulesOf(step.thread.workspaceId);
  const threads = parent ? [threadId, parent.threadId] : [threadId];
  const ended = await engine.log.decide(headerFor(step.thread, 'end-step'), threads, (view) =>
    decideEnd(engine, step, heard, { recruits, deniedTools }, view),
  );
  if (ended.refusal?.code === 'stale-epoch') await recordLateUsage(engine, step, heard);
}

function decideEnd(
  engine: Engine,
  step: StepUnderWay,
  heard: Heard,
  known: Pick<PlanInput, 'recruits' | 'deniedTools'>,
  view: View,
): readonly Entry[] | Refusal {
  const thread = view.thread(step.thread.threadId);
  if (!thread) return refuse('no-such-thread', step.thread.threadId);
  if (thread.epoch !== step.epoch) return refuse('stale-epoch', thread.threadId);
  const { tools, ids } = engine;
  const roomForTasks = () => thread.limits.maxTasksPerTurn - view.tasksOfTurn(thread.rootId, thread.turn);
  const offers = offersFor(tools, step.thread);
  const parent = thread.parent && view.thread(thread.parent.threadId);
  const childAt = (id: ThreadId) => view.thread(id);
  const place = { thread, step: step.step, calls: heard.calls, isParentAsked: parent?.agent.answersQuestions === true };
  const plan = planCalls({ ...place, ...known, offers, tools, roomForTasks, childAt, ids });
  const { parts, usage, finishReason } = heard;
  const facts: Fact[] = [
    { type: 'step.ended', data: { step: step.step, attempt: step.attempt, parts, usage, finishReason } },
    ...plan.facts,
  ];
  const ending = endingOf(thread, heard, plan);
  const own = { threadId: thread.threadId, guard: { epoch: step.epoch } };
  if (!ending) return [{ ...own, facts }, ...plan.children];
  const left = closeTasks(thread, view, (id) => engine.live.draft(id));
  const end = endThread(thread, parent, ending, {
    spent: addUsage(usage, left.usage),
    messageId: ids.message(),
  });
  return [{ ...own, facts: [...facts, ...left.own, ...end.own] }, ...left.below, ...(end.parent ? [end.parent] : [])];
}

/** How the thread ends with this step; null while there is more to do. A failure never looks like a short answer. */
function endingOf(thread: ThreadState, heard: Heard, plan: CallPlan): Ending | null {
  if (plan.result) {
    const { result, status } = plan.result;
    if (status === 'success' && result.trim() !== '') return { status: 'completed', result, reason: null };
    return {
      status: 'failed',
      result,
      reason: status === 'error' ? 'The agent reported an error.' : 'The agent gave an empty result.',
    };
  }
  if (heard.calls.length > 0 || hasUnseenInput(thread)) return null;
  const said = textOf(heard);
  const truncated = truncations[heard.finishReason];
  if (truncated) return { status: 'failed', result: said, reason: truncated };
  if (!isBlank(heard)) return { status: 'completed', result: said, reason: null };
  if (thread.pace.wrapUps === 0) return null;
  return {
    status: 'failed',
    result: partialWork(thread),
    reason: 'The agent ended without a result, and again when asked for one.',
  };
}

const truncations: Partial<Record<Heard['finishReason'], string>> = {
  length: "The model's answer was cut off at its length limit.",
  'content-filter': "The provider's content filter stopped the answer.",
  error: 'The model ended with an error.',
};

function textOf(heard: Heard): string {
  return heard.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim();
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
