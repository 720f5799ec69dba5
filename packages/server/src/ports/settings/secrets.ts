/** A secret value: printing it prints `[secret]`. */
export interface Secret {
  reveal(): string;
}

/** The owner of a secret. It can't be opened for anything else. */
export interface SecretPlace {
  workspaceId: string;
  recordId: string;
  /** The only host that it may be sent to. */
  host: string;
}

/** Secrets as text for a database: useless without the master key. */
export interface Sealer {
  seal(text: string, place: SecretPlace): string;
  /** Throws with a message when it was sealed with another key or for another place. */
  open(sealed: string, place: SecretPlace): Secret;
}
