/** Something that must be shown to nobody: whatever prints it prints `[secret]`. */
export interface Secret {
  reveal(): string;
}

/** What a secret belongs to. It can't be opened for anything else. */
export interface SecretPlace {
  workspaceId: string;
  recordId: string;
  /** The only host that it may be sent to. */
  host: string;
}

/** Secrets as text that may lie in a database: without the master key it says nothing. */
export interface Sealer {
  seal(text: string, place: SecretPlace): string;
  /** Throws in words when it was sealed with another key or for another place. */
  open(sealed: string, place: SecretPlace): Secret;
}
