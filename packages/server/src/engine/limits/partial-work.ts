import { isCompaction, joinBlocks, type ThreadState } from '@retinue/protocol';

/** The texts of a thread's current turn, for a failure that shows partial work. */
export function partialWork(thread: ThreadState): string {
  const texts = thread.items.flatMap((item) =>
    item.type === 'step' && item.seq > thread.turnStats.begunSeq && !isCompaction(item)
      ? joinBlocks(item.parts).flatMap((part) =>
          part.type === 'text' && part.text.trim() !== '' ? [part.text.trim()] : [],
        )
      : [],
  );
  return texts.join('\n\n');
}
