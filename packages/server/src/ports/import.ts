import type { Actor, CommandId, Refusal, Role, ThreadId, WorkspaceId } from '@retinue/protocol';

/** Brings an exported chat into a workspace: all of it, or nothing. */
export type ImportChat = (wish: ImportWish, given: GivenFile) => Promise<ImportedChat | ImportFailure | Refusal>;

export interface ImportWish {
  workspaceId: WorkspaceId;
  actor: Actor;
  commandId: CommandId | null;
  /** Asked for after everything was read, since the request is what was read. */
  once?: (() => { key: string; request: string }) | undefined;
}

interface GivenFile {
  file: AsyncIterable<Uint8Array>;
  maxBytes: number;
  /** Of the person who imports it: they can give it no more than they have. */
  role: Role;
}

export interface ImportedChat {
  chatId: ThreadId;
  title: string;
  threads: number;
  events: number;
  /** Threads whose work was open in the file. They were stopped: an import starts no work. */
  stopped: number;
}

/** Why a file can't be imported, in words that follow "it can't be imported:". */
export interface ImportFailure {
  failure: 'bad-import' | 'too-large' | 'bad-json' | 'too-many-imports';
  words: string;
}
