export const exitCodes = {
  ok: 0,
  failed: 1,
  wrongUsage: 2,
  /** Only a person can help, and nobody here can be asked. */
  needsAnswer: 3,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command that came to nothing for a reason that its caller can mend: the words for it, and the code. */
export interface Failure {
  code: ExitCode;
  words: string;
}

export function wrongUsage(words: string): Failure {
  return { code: exitCodes.wrongUsage, words };
}
