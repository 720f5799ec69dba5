import type { CallState, Event, TaskState, ThreadState } from '@retinue/protocol';
import { findTask, isApproved, isUnfinished } from '@retinue/protocol';
import type { Finding } from '../../ports/finding.ts';
import type { VerifiedTree } from './verify-events.ts';

/** What has ended has ended everywhere, once, and with one outcome; nothing is left open below it. */
export function verifyEnds(tree: VerifiedTree): Finding[] {
  return [...endChecks(tree)].flat();
}

/** The same, a little at a time. */
export function* endChecks(tree: VerifiedTree): Generator<Finding[]> {
  yield verifySingleEnds(tree.events);
  for (const thread of tree.states.values()) {
    yield verifyNothingOpen(thread);
    for (const call of callsOf(thread)) {
      yield [...verifyCall(thread, call), ...call.tasks.flatMap((task) => verifyTask(tree, task))];
    }
  }
}

/** The fold lets the first end win and says nothing of a second, so they are counted here. */
function verifySingleEnds(events: readonly Event[]): Finding[] {
  const ended = new Set<string>();
  return events.flatMap((event): Finding[] => {
    const id = event.type === 'call.ended' ? event.data.callId : event.type === 'task.ended' ? event.data.taskId : null;
    if (!id) return [];
    if (ended.has(id)) return [end(id, `${id} has ended more than once; the last time at position ${event.position}.`)];
    ended.add(id);
    return [];
  });
}

function verifyNothingOpen(thread: ThreadState): Finding[] {
  const { threadId, status } = thread;
  if (isUnfinished(status)) return [];
  const tasks = thread.openTasks.filter((task) => !mayOutlast(thread, task));
  return [
    ...(thread.openStep
      ? [end(threadId, `Thread ${threadId} is ${status}, but its step ${thread.openStep.step} is open.`)]
      : []),
    ...thread.openCalls.map(({ callId }) =>
      end(callId, `Thread ${threadId} is ${status}, but its call ${callId} is open.`),
    ),
    ...tasks.map(({ taskId }) => end(taskId, `Thread ${threadId} is ${status}, but its task ${taskId} is open.`)),
  ];
}

/** A chat at rest may have others work on; a child that has ended only what a person asked of one below it since. */
function mayOutlast(thread: ThreadState, { taskId, isBackground }: ThreadState['openTasks'][number]): boolean {
  const task = findTask(thread, taskId)?.task;
  if (task?.reactivates && task.attempt > 1) return true;
  return thread.parent === null && (isBackground || task?.retryOf !== null);
}

function verifyCall(thread: ThreadState, call: CallState): Finding[] {
  const { callId, question, tasks } = call;
  const open = thread.openCalls.find((candidate) => candidate.callId === callId);
  const findings: Finding[] = [];
  if (question?.status === 'open' && !open) {
    findings.push(
      end(question.questionId, `Call ${callId} has ended, but its question ${question.questionId} is open.`),
    );
  }
  if (question?.status === 'answered' && open && question.verdict !== 'approved') {
    findings.push(end(callId, `Question ${question.questionId} was answered, but its call ${callId} is open.`));
  }
  if (question?.kind === 'approval' && call.startedAt !== null && !isApproved(question)) {
    findings.push(end(callId, `Call ${callId} was begun, but nobody approved it in time (${question.questionId}).`));
  }
  if (open?.waitsFor === 'task' && tasks.every((task) => task.outcome)) {
    findings.push(
      end(callId, `Call ${callId} waits for a task, but all its tasks have ended: nothing will answer it.`),
    );
  }
  return findings;
}

/** The parent's record of a task and the child's own end tell the same story. */
function verifyTask({ states }: VerifiedTree, task: TaskState): Finding[] {
  const { taskId, childThreadId, outcome } = task;
  const child = states.get(childThreadId);
  if (!child || child.parent?.taskId !== taskId) return [];
  const childEnd = child.outcome && { ...child.outcome, status: taskStatusOf[child.outcome.status] };
  if (!outcome && !childEnd) return [];
  if (!outcome)
    return [
      end(
        taskId,
        `Thread ${childThreadId} has ended (${child.status}), but its parent never recorded the end of ${taskId}.`,
      ),
    ];
  if (!childEnd)
    return [
      end(taskId, `Task ${taskId} has ended (${outcome.status}), but its child ${childThreadId} is ${child.status}.`),
    ];
  if (outcome.status === childEnd.status && outcome.result === childEnd.result) return [];
  const differs = outcome.status === childEnd.status ? 'with another result' : `as ${childEnd.status}`;
  return [end(taskId, `Task ${taskId} ended as ${outcome.status}, but its child ${childThreadId} ended ${differs}.`)];
}

const taskStatusOf = { completed: 'success', failed: 'failed', cancelled: 'cancelled' } as const;

function callsOf(thread: ThreadState): CallState[] {
  return thread.items.flatMap((item) => (item.type === 'step' ? item.calls : []));
}

function end(about: string, words: string): Finding {
  return { rule: 'end', about, words };
}
