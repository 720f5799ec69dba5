import { createHash } from 'node:crypto';
import type { Json } from './model.ts';

/** Of what exactly is to be approved: the tool and its arguments as they lie in the log. */
export function argsHashOf({ name, args }: { name: string; args: Json }): string {
  return createHash('sha256')
    .update(JSON.stringify([name, args]))
    .digest('base64url');
}
