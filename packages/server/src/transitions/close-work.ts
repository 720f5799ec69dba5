import type { Draft, Fact, MessageId, OpenTask, Part, ThreadId, ThreadState } from '@retinue/protocol';
import type { View } from '../ports/event-log.ts';
import type { Cost, StoppedThreads, ThreadToStop } from './cost.ts';
import { costBelow, costOfTasks, reservedFor, threadsToStop } from './cost.ts';
import type { ThreadFacts } from './tell-parent.ts';
import { tellParent } from './tell-parent.ts';

/**
 * The facts that stop these threads for good, in one append: each one's open step, calls and tasks end with it, and
 * whoever waits for the topmost of them is told. No late result can wake or spawn anything afterwards.
 */
export function cancelThreads(
  threads: readonly ThreadToStop[],
  parents: (threadId: ThreadId) => ThreadState | null,
  reason: string,
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

/** Its parent believes that it runs, and would not learn otherwise. */
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
 * What a thread that ends still has under way, its own and below it, with what the tasks among it have cost: of a child all
 * of it, since nobody would be there to receive it. A chat goes on, so what it does not wait for does too.
 */
export function stopWork(
  thread: ThreadState,
  view: Pick<View, 'unfinishedBelow' | 'thread' | 'workedMs'>,
  draftOf: (threadId: ThreadId) => Draft | null,
): Stopped {
  const reason = 'The task that asked for it has ended.';
  const ending = thread.parent
    ? thread
    : { ...thread, openTasks: thread.openTasks.filter((task) => isAwaited(thread, task)) };
  const below = ending.openTasks.flatMap(({ childThreadId }) => threadsToStop(view, childThreadId));
  const stopped = new Map(below.map((candidate) => [candidate.threadId, candidate]));
  const own = closeWork({ ...ending, workMs: view.workedMs(ending) }, stopped, reason, null);
  const others = (id: ThreadId) => (id === thread.threadId ? null : view.thread(id));
  return { own, below: cancelThreads(below, others, reason, draftOf), cost: costOfTasks(ending, stopped) };
}

/** Whether its thread waits for the result of a task; if not, that comes as a message. */
export function isAwaited({ openCalls }: ThreadState, { callId }: Pick<OpenTask, 'callId'>): boolean {
  return openCalls.some((call) => call.callId === callId);
}

/** Ends what a thread has under way. The threads of its open tasks are among those that end in the same append. */
function closeWork(thread: ThreadToStop, stopped: StoppedThreads, reason: string, draft: Draft | null): Fact[] {
  const facts: Fact[] = [];
  // Without it, the times of the events would tell the work, and the clock may have been set.
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
  message: string,
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
