/** The store cannot do the request, for a reason outside the product. The message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreProblem;

  constructor(code: StoreProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Only a writer may bring it up to date. */
export function olderStore(place: string): StoreError {
  return new StoreError(
    'older',
    `The store in ${place} has the format of an earlier Retinue. Start Retinue on it once to upgrade it. Nothing is lost.`,
  );
}

export type StoreProblem =
  | 'newer'
  | 'older'
  | 'corrupt'
  | 'held'
  | 'read-only'
  | 'full'
  | 'missing'
  | 'unreadable'
  | 'closed'
  | 'overloaded'
  | 'unreachable'
  /** The database aborted a statement that may succeed on a retry. */
  | 'busy'
  /** Whether a commit took place is not known yet. */
  | 'unknown'
  | 'pooled'
  | 'weak'
  | 'occupied'
  | 'lost-events'
  | 'bad-backup';

export function awayError(): StoreError {
  return new StoreError('unreachable', "The database can't be reached. Nothing was changed. Retry in a moment.");
}

export function closedError(): StoreError {
  return new StoreError('closed', 'The store has been closed.');
}

export function isBusy(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'busy';
}

/** Whether an error is the same for every append of a group. */
export function isOfTheStore(error: unknown): boolean {
  return error instanceof StoreError && ['unreachable', 'unknown', 'held', 'closed', 'pooled'].includes(error.code);
}
