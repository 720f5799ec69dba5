import type { Draft, Fact, MessageId, OpenTask, Part, Reason, ThreadId, ThreadState } from '@retinue/protocol';
import type { View } from '../ports/log/event-log.ts';
import type { Cost, StoppedThreads, ThreadToStop } from './cost.ts';
import { costBelow, costOfTasks, reservedFor, threadsToStop } from './cost.ts';
import type { ThreadFacts } from './tell-parent.ts';
import { tellParent } from './tell-parent.ts';

/**
 * Facts that stop these threads for good, in one append: their open steps, calls and tasks end with them, and the
 * parents of the topmost ones are notified. No late result can start anything afterwards.
 */
export function cancelThreads(
  threads: readonly ThreadToStop[],
  parents: (threadId: ThreadId) => ThreadState | null,
  reason: Reason,
  draftOf: (threadId: ThreadId) => Draft | null,
  newMessageId: () => MessageId | null = () => null,
): ThreadFacts[] {
  const stopped = new Map(threads.map((thread) => [thread.threadId, thread]));
  const own = threads.map((thread): ThreadFacts => {
    const closed = closeWork(thread, stopped, reason, draftOf(thread.threadId));
    return {
      threadId: thread.threadId,
      guard: 'exists',
      facts: [...closed, { type: 'thread.cancelled', data: { reason } }],
    };
  });
  const told = threads.map((thread) => {
    if (!thread.parent || stopped.has(thread.parent.threadId)) return null;
    const parent = parents(thread.parent.threadId);
    const cost = costBelow(stopped, thread.threadId);
    const ending = { status: 'cancelled', result: '', reason, ...cost } as const;
    return parent && tellParent(thread, parent, ending, isInBackground(thread, parent) ? newMessageId() : null);
  });
  return [...own, ...told.filter((facts) => facts !== null)];
}

/** The parent does not wait for it, so it must be notified of the end. */
function isInBackground({ parent: link }: ThreadState, parent: ThreadState): boolean {
  return parent.openTasks.some((task) => task.isBackground && task.taskId === link?.taskId);
}

/** The work that stopped with a thread, and its cost. */
interface Stopped {
  own: Fact[];
  below: ThreadFacts[];
  cost: Cost;
}

/**
 * Stops the open work of a thread that ends, its own and below it, and returns the cost of its tasks. A child stops all of
 * it, since no one could receive the results. A chat continues, so its background tasks do too.
 */
export function stopWork(
  thread: ThreadState,
  view: Pick<View, 'unfinishedBelow' | 'thread' | 'workedMs'>,
  draftOf: (threadId: ThreadId) => Draft | null,
): Stopped {
  const reason = { code: 'parent-ended' } as const;
  const ending = thread.parent
    ? thread
    : { ...thread, openTasks: thread.openTasks.filter((task) => isAwaited(thread, task)) };
  const below = ending.openTasks.flatMap(({ childThreadId }) => threadsToStop(view, childThreadId));
  const stopped = new Map(below.map((candidate) => [candidate.threadId, candidate]));
  const own = closeWork({ ...ending, workMs: view.workedMs(ending) }, stopped, reason, null);
  const others = (id: ThreadId) => (id === thread.threadId ? null : view.thread(id));
  return { own, below: cancelThreads(below, others, reason, draftOf), cost: costOfTasks(ending, stopped) };
}

/** Whether the thread waits for the result of a task. Otherwise the result comes as a message. */
export function isAwaited({ openCalls }: ThreadState, { callId }: Pick<OpenTask, 'callId'>): boolean {
  return openCalls.some((call) => call.callId === callId);
}

/** Ends the open work of a thread. The threads of its open tasks end in the same append. */
function closeWork(thread: ThreadToStop, stopped: StoppedThreads, reason: Reason, draft: Draft | null): Fact[] {
  const facts: Fact[] = [];
  // Without it the working time would follow from event times, which depend on the wall clock.
  const worked =
    thread.workMs === undefined || thread.turnStats.workingSince === null
      ? {}
      : { workedMs: Math.round(thread.workMs) };
  if (thread.openStep) facts.push(cutOpenStep(thread.openStep, reason, draft, worked));
  for (const { taskId, childThreadId, callId, step } of thread.openTasks) {
    const ending = { status: 'cancelled', result: '', reason, ...costBelow(stopped, childThreadId) } as const;
    facts.push({ type: 'task.ended', data: { callId, step, taskId, ...ending } });
  }
  for (const { callId, step } of thread.openCalls) {
    facts.push({
      type: 'call.ended',
      data: { callId, step, status: 'cancelled', output: null, error: reason, ...worked },
    });
  }
  return facts;
}

/** Keeps the text that a person has seen; drops a call that was still being written. */
function cutOpenStep(
  open: NonNullable<ThreadState['openStep']>,
  message: Reason,
  draft: Draft | null,
  worked: { workedMs?: number },
): Fact {
  const { step, attempt } = open;
  const seen = draft?.step === step && draft.attempt === attempt ? draft.parts : [];
  const parts: Part[] = seen.flatMap((part) => (part.type === 'call' ? [] : [{ type: part.type, text: part.text }]));
  const usage = reservedFor(open);
  return {
    type: 'step.cut',
    data: { step, attempt, reason: 'stopped', message, parts, usage, final: true, retryAt: null, ...worked },
  };
}
