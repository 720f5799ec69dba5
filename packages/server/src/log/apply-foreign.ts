import type { Event, ThreadId, ThreadState } from '@retinue/protocol';
import { fold } from '@retinue/protocol';
import type { Header } from '../ports/event-log.ts';
import type { Applied } from './apply.ts';
import type { Table } from './projector.ts';
import { tables } from './projector.ts';
import type { Ask } from './reads.ts';

/** A tree from elsewhere: everything in it stays as it was, apart from its place in this log. */
export function applyForeign(header: Header, foreign: readonly Event[], firstPosition: number): Applied {
  const { workspaceId } = header;
  const events = foreign.map((event, index): Event => ({ ...event, position: firstPosition + index, workspaceId }));
  const states = new Map<ThreadId, ThreadState>();
  for (const [threadId, ofThread] of Map.groupBy(events, (event) => event.threadId)) {
    const state = fold(null, ofThread);
    if (state) states.set(threadId, state);
  }
  return { events, states };
}

/** The first id of a foreign tree that has a row already, in whichever workspace: writing the tree would change that row. */
export async function findTaken(ask: Ask, events: readonly Event[]): Promise<string | null> {
  const ids = idsOf(events);
  for (const table of tables) {
    const ofTable = [...ids[table]];
    for (let first = 0; first < ofTable.length; first += askedAtOnce) {
      const page = ofTable.slice(first, first + askedAtOnce);
      const places = page.map(() => '?').join(',');
      const [row] = await ask(`SELECT id FROM ${table} WHERE id IN (${places}) ORDER BY id LIMIT 1`, page);
      if (row) return String(row.id);
    }
  }
  return null;
}

const askedAtOnce = 200;

function idsOf(events: readonly Event[]): Record<Table, Set<string>> {
  const ids: Record<Table, Set<string>> = {
    thread: new Set(),
    task: new Set(),
    question: new Set(),
    blob_use: new Set(),
  };
  for (const { threadId, data } of events) {
    ids.thread.add(threadId);
    if ('childThreadId' in data) ids.task.add(data.taskId);
    if ('questionId' in data) ids.question.add(data.questionId);
  }
  return ids;
}
