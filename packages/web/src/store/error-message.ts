import { ApiError } from '@retinue/protocol';
import { toastCopy } from './copy.ts';

export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return toastCopy.unreachable;
}
