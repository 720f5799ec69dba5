/** The store cannot do what was asked, for a reason outside the product. The message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreProblem;

  constructor(code: StoreProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export type StoreProblem =
  | 'newer'
  | 'corrupt'
  | 'held'
  | 'read-only'
  | 'full'
  | 'missing'
  | 'unreadable'
  | 'closed'
  | 'unreachable'
  | 'unknown'
  | 'weak'
  | 'occupied'
  | 'bad-backup';
