import type { DamageReason, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { RecordKind } from '../ports/log/record-shapes.ts';
import type { blobUseRow, questionRow, taskRow, threadDayRow, threadRow } from './rows.ts';

/** The tables of a store with the types of their columns, as far as typed queries read them. */
export interface Schema {
  thread: ReturnType<typeof threadRow> & { opened_position: number };
  thread_day: ReturnType<typeof threadDayRow>;
  task: ReturnType<typeof taskRow>;
  question: ReturnType<typeof questionRow> & { asked_position: number };
  blob_use: ReturnType<typeof blobUseRow>;
  thread_number: { number: number; id: ThreadId; workspace_id: WorkspaceId };
  log_event: { position: number; root: number };
  damage: { thread_id: ThreadId; root_id: ThreadId; seq: number | null; reason: DamageReason };
  record: { workspace_id: WorkspaceId; kind: RecordKind; id: string; version: number } & {
    data: string;
    updated_at: number;
    checksum: number | null;
  };
}
