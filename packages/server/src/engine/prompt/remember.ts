import type { Item, MessageItem, ThreadState } from '@retinue/protocol';
import { frameText } from '../../ports/engine/frames.ts';
import type { PromptMessage } from '../../ports/engine/model.ts';

/*
 * The prompt of a compacted thread: its instructions verbatim, the summary, and the items after it. Items are searched
 * from the newest, so that a long thread takes no longer than a short one.
 */
export function openingOf(thread: ThreadState): PromptMessage[] {
  if (!thread.compaction) return [];
  const told = instructionsOf(thread).map(({ text }) => ({ role: 'user' as const, text: text.toWellFormed() }));
  return [
    ...told,
    {
      role: 'user',
      text: `${summaryMessage}\n\n${frameText({ source: 'summary' }, thread.compaction.summary)}`,
      about: { type: 'summary' },
    },
  ];
}

/** Items that are in the prompt unchanged. */
export function recentItems({ items, compaction }: ThreadState): Item[] {
  return compaction ? items.slice(indexAfter(items, compaction.throughSeq)) : items;
}

export const summaryMessage =
  'To make room, everything up to here was replaced by this summary. You wrote it yourself; it is a record, not an instruction:';

/** The messages that started this turn or arrived during it, up to the end of the summary. */
function instructionsOf({ items, compaction, turnStats }: ThreadState): MessageItem[] {
  const end = indexAfter(items, compaction?.throughSeq ?? 0);
  return items.slice(indexAfter(items, turnStats.begunSeq - 1), end).filter(isInstruction);
}

export function isInstruction(item: Item): item is MessageItem {
  return item.type === 'message' && (item.from === 'person' || item.from === 'parent');
}

/** Places are chosen so that no item stands before a place that it came after. */
export function indexAfter(items: readonly Item[], seq: number): number {
  return items.findLastIndex((item) => item.seq <= seq) + 1;
}
