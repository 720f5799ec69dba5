import type { Draft, Fact, FactFields, MessageId, ThreadId, ThreadState } from '@retinue/protocol';
import type { Entry, View } from '../ports/log/event-log.ts';
import { stopWork } from './close-work.ts';
import { addCost, costAtEnd } from './cost.ts';
import { tellParent } from './tell-parent.ts';

export type ThreadEnding = FactFields<'thread.ended'>;

export interface LastFacts {
  guard: Entry['guard'];
  /** Earlier facts of the same append, from the step that ends with the thread. */
  facts: readonly Fact[];
  /** Working time that no earlier event has counted. */
  workMs: number;
  ending: ThreadEnding;
  /** The result is partial: a limit ended the thread. */
  isPartial: boolean;
  messageId: MessageId;
  draftOf: (threadId: ThreadId) => Draft | null;
}

/**
 * A thread's end in one append: its last facts, the end of all work below it, and its result in the parent. The result
 * goes to the requesting call, if that is still open; else it enters the parent as a message, since a call never gets a
 * second result.
 */
export function endEntries(
  thread: ThreadState,
  view: Pick<View, 'unfinishedBelow' | 'thread' | 'workedMs'>,
  { guard, facts, workMs, ending, isPartial, messageId, draftOf }: LastFacts,
): Entry[] {
  const { threadId } = thread;
  const stopped = stopWork({ ...thread, openStep: null }, view, draftOf);
  const ended: Fact = { type: 'thread.ended', data: ending };
  const own: Entry = { threadId, guard, facts: [...facts, ...stopped.own, ended] };
  const parent = thread.parent && view.thread(thread.parent.threadId);
  const { result, reason } = ending;
  const status = ending.status === 'completed' ? 'success' : 'failed';
  const cost = addCost(costAtEnd(thread, facts, workMs), stopped.cost);
  const told = parent && tellParent(thread, parent, { status, result, reason, ...cost }, messageId, isPartial);
  return [own, ...stopped.below, ...(told ? [told] : [])];
}
