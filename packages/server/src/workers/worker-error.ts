/** A thread beside the event loop can't do what was asked. Recognized by its name, like an error of the store. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly code: 'overloaded' | 'closed' | 'failed';

  constructor(code: 'overloaded' | 'closed' | 'failed', message: string) {
    super(message);
    this.code = code;
  }
}
