import type { OpenCall, ThreadState, TreeState } from '@retinue/protocol';
import { dueAt, findCall, isUnfinished, owes } from '@retinue/protocol';

/**
 * Threads that nothing would ever move again: unfinished, without work of their own, and without a person, a parent or a
 * child that is to end one of the calls they wait for. In words; none may be found after any commit.
 */
export function stuckThreads(tree: TreeState): string[] {
  return Object.values(tree.threads).flatMap((thread) => {
    if (owes(thread) !== null) return dueProblems(thread);
    if (!isUnfinished(thread.status) || isHidden(tree)) return [];
    if (thread.openCalls.length === 0) return [`${thread.threadId} is ${thread.status} and waits for nothing`];
    const held = thread.openCalls.some((call) => willEnd(tree, thread, call));
    return held ? [] : [`${thread.threadId} rests on calls that nobody will end`];
  });
}

/** A retry is put off for a minute at most. */
function dueProblems(thread: ThreadState): string[] {
  const due = dueAt(thread);
  return due === null || due <= thread.updatedAt + 60_000 ? [] : [`${thread.threadId} is due at ${due}`];
}

function willEnd(tree: TreeState, thread: ThreadState, { callId, step, waitsFor }: OpenCall): boolean {
  const call = findCall(thread, step, callId);
  if (!call) return false;
  if (waitsFor === 'person' || waitsFor === 'parent') return call.question?.status === 'open';
  return call.tasks.some((task) => {
    const child = tree.threads[task.childThreadId];
    return !task.outcome && child !== undefined && isUnfinished(child.status);
  });
}

function isHidden(tree: TreeState): boolean {
  return tree.threads[tree.rootId]?.hiddenAt !== null;
}
