import type { Draft, Fact, MessageId, Reason, ThreadId, ThreadState } from '@retinue/protocol';
import { findTask, hasBegun, owes } from '@retinue/protocol';
import type { View } from '../ports/log/event-log.ts';
import { cancelThreads, isAwaited } from './close-work.ts';
import type { ThreadToStop } from './cost.ts';
import { threadsToStop } from './cost.ts';
import type { ThreadFacts } from './tell-parent.ts';

/**
 * Cancels the running work of a chat, with everything that waits for it and everything below. Threads that only wait
 * for a person stay, and so do a person's requests that no step has read yet: both wait until work is resumed.
 */
export function cancelWork(
  view: View,
  rootId: ThreadId,
  { reason, draftOf, newMessageId }: CancelOptions,
): ThreadFacts[] {
  const unfinished = threadsToStop(view, rootId);
  const stopped = withRelated(
    unfinished,
    unfinished.filter((thread) => isAtWork(view, thread)),
  );
  const facts = cancelThreads(stopped, (id) => view.thread(id), reason, draftOf, newMessageId);
  return facts.map((own) => (own.threadId === rootId ? askAgain(own, stopped.find(isRoot)) : own));
}

export interface CancelOptions {
  reason: Reason;
  draftOf: (threadId: ThreadId) => Draft | null;
  newMessageId: () => MessageId;
}

function isRoot({ parent }: ThreadState): boolean {
  return parent === null;
}

function isAtWork(view: View, thread: ThreadState): boolean {
  return owes(thread) !== null && (hasBegun(thread) || !isAskedByPerson(view, thread));
}

/** A chat's turn starts with a person; a child's task may be a retry or a person's message to it. */
function isAskedByPerson(view: View, { parent: link, items }: ThreadState): boolean {
  if (!link) return true;
  const parent = view.thread(link.threadId);
  const task = parent && findTask(parent, link.taskId)?.task;
  const asked = items.find((item) => item.type === 'message' && item.taskId === link.taskId && item.from === 'person');
  return asked !== undefined || (task?.retryOf ?? null) !== null;
}

/** With the threads that wait for one of these, and everything below either. */
function withRelated(unfinished: readonly ThreadToStop[], atWork: readonly ThreadToStop[]): ThreadToStop[] {
  const byId = new Map(unfinished.map((thread) => [thread.threadId, thread]));
  const stopped = new Set(atWork.map(({ threadId }) => threadId));
  for (const thread of atWork) {
    let link = thread.parent;
    let parent = link && byId.get(link.threadId);
    while (link && parent && isAwaited(parent, link)) {
      stopped.add(parent.threadId);
      link = parent.parent;
      parent = link && byId.get(link.threadId);
    }
  }
  // Parents come before their children.
  for (const { threadId, parent } of unfinished) if (parent && stopped.has(parent.threadId)) stopped.add(threadId);
  return unfinished.filter(({ threadId }) => stopped.has(threadId));
}

/** A message that no step has seen is answered once work is resumed: its turn starts again, and is held. */
function askAgain(own: ThreadFacts, root: ThreadState | undefined): ThreadFacts {
  const isUnseen = root?.items.some((item) => item.type === 'message' && item.from === 'person' && isNew(root, item));
  if (!root || !isUnseen) return own;
  const toSeq = root.seq + own.facts.length;
  const asked: Fact = { type: 'thread.rewound', data: { toSeq, isAsked: true } };
  return { ...own, facts: [...own.facts, asked] };
}

function isNew({ seenSeq }: ThreadState, { seq }: { seq: number }): boolean {
  return seq > seenSeq;
}
