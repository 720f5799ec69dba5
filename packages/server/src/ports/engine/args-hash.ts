import { createHash } from 'node:crypto';
import type { Json } from './model.ts';

/** Hash of the call to approve: the tool and its arguments as stored in the log. */
export function argsHashOf({ name, args }: { name: string; args: Json }): string {
  return createHash('sha256')
    .update(JSON.stringify([name, args]))
    .digest('base64url');
}
