import type { TaskId, ThreadState } from '@retinue/protocol';
import { scopeToTask } from '@retinue/protocol';
import { shorten } from './shorten.ts';

/** A person's messages to a child during a task, for its parent: the last ones, shortened. */
export function notesOn(child: ThreadState, taskId: TaskId): string[] {
  const told = scopeToTask(child, taskId).items.flatMap((item) =>
    item.type === 'message' && item.from === 'person' ? [`A person told it: ${shorten(item.text, maxNoteChars)}`] : [],
  );
  const left = told.length - maxNotes;
  return left > 0 ? [`A person told it ${left} more before.`, ...told.slice(left)] : told;
}

const maxNotes = 5;
const maxNoteChars = 300;
