import type { Actor, CommandId, Refusal, Role, ThreadId, WorkspaceId } from '@retinue/protocol';

/** Imports an exported chat into a workspace: all of it, or nothing. */
export type RunImport = (request: ImportRequest, given: GivenFile) => Promise<ImportedChat | Refusal>;

export interface ImportRequest {
  workspaceId: WorkspaceId;
  actor: Actor;
  commandId: CommandId | null;
  /** Called after everything was read, since the content is the request. */
  idempotency?: (() => { key: string; request: string }) | undefined;
}

interface GivenFile {
  file: AsyncIterable<Uint8Array>;
  maxBytes: number;
  /** The importing person's rights: they can give it no more than they have. */
  role: Role;
}

export interface ImportedChat {
  chatId: ThreadId;
  title: string;
  threads: number;
  events: number;
  /** Threads whose work was open in the file. It was canceled: an import starts no work. */
  stopped: number;
}
