export const exitCodes = {
  ok: 0,
  failed: 1,
  wrongUsage: 2,
  /** A person must answer, and there is no terminal to ask at. */
  needsAnswer: 3,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An expected end of a command: its message is for the person who called it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(message, exitCodes.wrongUsage);
}
