import { ApiError } from '@retinue/protocol';

export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return 'The server does not answer. See that it still runs, and try again.';
}
