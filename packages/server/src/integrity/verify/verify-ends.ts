import type { CallState, LogEvent, TaskState, ThreadState } from '@retinue/protocol';
import { findTask, isApproved, isUnfinished } from '@retinue/protocol';
import type { Finding } from '../../ports/log/finding.ts';
import type { VerifiedTree } from './verify-events.ts';

/** A call, task or thread ends once, with one outcome everywhere, and leaves nothing open below it. */
export function* endChecks(tree: VerifiedTree): Generator<Finding[]> {
  yield verifySingleEnds(tree.events);
  for (const thread of tree.states.values()) {
    yield verifyNothingOpen(thread);
    for (const call of thread.items.flatMap((item) => (item.type === 'step' ? item.calls : [])))
      yield [...verifyCall(thread, call), ...call.tasks.flatMap((task) => verifyTask(tree, task))];
  }
}

/** The fold ignores a second end, so ends are counted here. */
function verifySingleEnds(events: readonly LogEvent[]): Finding[] {
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
  const open = (about: string, part: string) => end(about, `Thread ${threadId} is ${status}, but its ${part} is open.`);
  const tasks = thread.openTasks.filter((task) => !mayOutlast(thread, task));
  return [
    ...(thread.openStep ? [open(threadId, `step ${thread.openStep.step}`)] : []),
    ...thread.openCalls.map(({ callId }) => open(callId, `call ${callId}`)),
    ...tasks.map(({ taskId }) => open(taskId, `task ${taskId}`)),
  ];
}

/** Background tasks outlast a chat's turn. Below an ended child, only tasks that a person started since may be open. */
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
    const { questionId } = question;
    findings.push(end(questionId, `Call ${callId} has ended, but its question ${questionId} is open.`));
  }
  if (question?.status === 'answered' && open && question.verdict !== 'approved') {
    findings.push(end(callId, `Question ${question.questionId} was answered, but its call ${callId} is open.`));
  }
  if (question?.kind === 'approval' && call.startedAt !== null && !isApproved(question)) {
    findings.push(end(callId, `Call ${callId} was started without an approval in time (${question.questionId}).`));
  }
  if (open?.waitsFor === 'task' && tasks.every((task) => task.outcome)) {
    const message = `Call ${callId} waits for a task, but all its tasks have ended: nothing will answer it.`;
    findings.push(end(callId, message));
  }
  return findings;
}

/** The parent's record of a task must match the child's own end. */
function verifyTask({ states }: VerifiedTree, task: TaskState): Finding[] {
  const { taskId, childThreadId, outcome } = task;
  const child = states.get(childThreadId);
  if (!child || child.parent?.taskId !== taskId) return [];
  const childEnd = child.outcome && { ...child.outcome, status: taskStatusOf[child.outcome.status] };
  if (!outcome && !childEnd) return [];
  const differs = (message: string) => [end(taskId, message)];
  if (!outcome)
    return differs(
      `Thread ${childThreadId} has ended (${child.status}), but its parent never recorded the end of ${taskId}.`,
    );
  if (!childEnd)
    return differs(`Task ${taskId} has ended (${outcome.status}), but its child ${childThreadId} is ${child.status}.`);
  if (outcome.status === childEnd.status && outcome.result === childEnd.result) return [];
  const otherEnd = outcome.status === childEnd.status ? 'with another result' : `as ${childEnd.status}`;
  return differs(`Task ${taskId} ended as ${outcome.status}, but its child ${childThreadId} ended ${otherEnd}.`);
}

const taskStatusOf = { completed: 'success', failed: 'failed', cancelled: 'cancelled' } as const;

function end(about: string, message: string): Finding {
  return { rule: 'end', about, message };
}
