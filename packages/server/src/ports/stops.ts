import type { Actor, Stop, StopScope, WorkspaceId } from '@retinue/protocol';

/** Stops of all work in a workspace or in the server, which hold until a person resumes it. */
export interface Stops {
  /** As last read or written; what decides is the record, in the transaction that would start work. */
  list(): readonly Stop[];
  isStopped(workspaceId: WorkspaceId): boolean;
  add(scope: StopScope, by: Actor): Promise<Stop>;
  remove(scope: StopScope): Promise<void>;
  /** Everything that was at work has been canceled. */
  settle(scope: StopScope): Promise<void>;
  /** Called after a stop was added or removed. */
  onChange(listener: () => void): Disposable;
}
