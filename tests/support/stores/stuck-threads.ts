import assert from 'node:assert/strict';
import type { OpenCall, ThreadId, ThreadState, TreeState } from '@retinue/protocol';
import { dueAt, findCall, isUnfinished, localWorkspaceId, owes } from '@retinue/protocol';
import type { TestApp } from '../apps/test-app.ts';
import { wait } from '../apps/test-app.ts';

/**
 * Threads that nothing would ever move again: unfinished, without work of their own, and without a person, a parent or
 * a child that will end one of the calls they wait for. As text; none may be found after any commit.
 */
export function stuckThreads(tree: TreeState): string[] {
  return Object.values(tree.threads).flatMap((thread) => {
    if (owes(thread) !== null) return dueProblems(thread);
    if (!isUnfinished(thread.status) || isHidden(tree) || isStopped(tree)) return [];
    if (thread.openCalls.length === 0) return [`${thread.threadId} is ${thread.status} and waits for nothing`];
    const held = thread.openCalls.some((call) => willEnd(tree, thread, call));
    return held ? [] : [`${thread.threadId} rests on calls that nobody will end`];
  });
}

/**
 * Resolves when nothing in the chat owes work any more; checked after each of its own commits, so that many can be
 * awaited.
 */
export async function treeAtRest(app: TestApp, rootId: ThreadId): Promise<TreeState> {
  while (true) {
    const { promise, resolve } = Promise.withResolvers<void>();
    using _subscription = app.log.subscribe(({ events }) => {
      if (events.some((event) => event.rootId === rootId)) resolve();
    });
    const tree = (await app.log.tree(localWorkspaceId, rootId)) ?? assert.fail('no chat');
    if (app.problems.length > 0) throw app.problems[0];
    assert.deepEqual(stuckThreads(tree), []);
    if (Object.values(tree.threads).every((thread) => owes(thread) === null)) return tree;
    await Promise.race([promise, wait(1000)]);
  }
}

/** The longest wait before a retry is a minute. */
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

/** All work of such a chat rests until a person resumes it. */
function isStopped(tree: TreeState): boolean {
  return Object.values(tree.threads).some((thread) => thread.stoppedAt !== null);
}
