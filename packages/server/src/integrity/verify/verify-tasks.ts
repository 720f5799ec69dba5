import type { EventOf } from '@retinue/protocol';
import type { Finding } from '../../ports/finding.ts';
import { link } from '../../ports/finding.ts';
import type { Index } from './verify-links.ts';

type Opened = EventOf<'task.opened'>;

/** From the task: its call asked for it (or for what came before it), and its child knows it. */
export function verifyTask(index: Index, task: Opened): Finding[] {
  const { taskId } = task.data;
  const twice = (index.taskById.get(taskId)?.length ?? 0) > 1;
  return [
    ...(twice ? [link(taskId, `Task ${taskId} was opened more than once.`)] : []),
    ...verifyAsked(index, task),
    ...verifyChild(index, task),
    ...verifyAttempt(index, task),
  ];
}

/** From the child that goes on: one task asked it to, under the call that it names. */
export function verifyReactivation(
  index: Index,
  { threadId, position, data }: EventOf<'thread.reactivated'>,
): Finding[] {
  const { taskId, callId, step, threadId: parentId } = data.parent;
  const task = index.taskById.get(taskId)?.[0];
  const isAsked =
    task?.data.childThreadId === threadId &&
    task.data.reactivates !== undefined &&
    task.threadId === parentId &&
    task.data.callId === callId &&
    task.data.step === step &&
    task.position < position;
  return isAsked ? [] : [link(threadId, `Thread ${threadId} was reactivated for ${taskId}, which did not ask for it.`)];
}

function verifyAsked({ callById }: Index, { threadId, data }: Opened): Finding[] {
  const { callId, taskId, retryOf, reactivates, attempt } = data;
  const call = callById.get(callId)?.[0];
  if (call?.threadId !== threadId)
    return [link(taskId, `Task ${taskId} names call ${callId}, which its thread ${threadId} never requested.`)];
  const isFollowing = retryOf !== null || (reactivates !== undefined && attempt > 1);
  if (isFollowing || call.data.taskId === taskId) return [];
  return [link(taskId, `Task ${taskId} names call ${callId}, but that call names task ${call.data.taskId ?? 'none'}.`)];
}

function verifyChild({ threadById, reactivationsBy, taskById }: Index, { data, position }: Opened): Finding[] {
  const { taskId, childThreadId, reactivates } = data;
  const child = threadById.get(childThreadId);
  if (!child) return [link(taskId, `Task ${taskId} names the child ${childThreadId}, which was never opened.`)];
  if (!reactivates) {
    const opener = child.data.parent?.taskId;
    if (opener === taskId) return [];
    return [
      link(taskId, `Task ${taskId} names the child ${childThreadId}, which was opened for task ${opener ?? 'none'}.`),
    ];
  }
  const before = taskById.get(reactivates)?.[0];
  if (before?.data.childThreadId !== childThreadId || before.position >= position)
    return [link(taskId, `Task ${taskId} goes on from ${reactivates}, which ${childThreadId} did not work on before.`)];
  const woken = reactivationsBy.get(`${childThreadId} ${taskId}`) ?? [];
  if (woken.length === 1) return [];
  return [link(taskId, `Task ${taskId} reactivates ${childThreadId}, which went on for it ${woken.length} times.`)];
}

function verifyAttempt({ taskById }: Index, { data }: Opened): Finding[] {
  const { callId, taskId, retryOf, attempt } = data;
  const earlier = retryOf && taskById.get(retryOf)?.[0]?.data;
  if (!retryOf || (earlier && earlier.callId === callId && earlier.attempt === attempt - 1)) return [];
  const words = `Task ${taskId} is attempt ${attempt} after ${retryOf}, which is not the attempt before it under call ${callId}.`;
  return [link(taskId, words)];
}
