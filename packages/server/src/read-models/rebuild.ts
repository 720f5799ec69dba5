import type { Event, ThreadId, ThreadState } from '@retinue/protocol';
import type { RowSink, Table } from './projector.ts';
import { project, tables } from './projector.ts';
import type { Row } from './rows.ts';

export type Rebuilt = Record<Table, Map<string, Row>>;

/** The rows that a tree's events give. */
export function rebuild({ events, states }: RebuiltTree): Rebuilt {
  const rebuilt = Object.fromEntries(tables.map((table) => [table, new Map()])) as Rebuilt;
  const sink: RowSink = {
    put: (table, row) => void rebuilt[table].set(String(row.id), row),
    putOpenTaskStatus(taskId, status) {
      const row = rebuilt.task.get(taskId);
      if (row?.ended_at === null) rebuilt.task.set(taskId, { ...row, status });
    },
  };
  project(events, (threadId) => states.get(threadId) ?? null, sink);
  return rebuilt;
}

interface RebuiltTree {
  events: readonly Event[];
  states: ReadonlyMap<ThreadId, ThreadState | null>;
}
