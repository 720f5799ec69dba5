import type { Refusal } from '@retinue/protocol';
import { refused } from '../problems.ts';

/** What a command did, or its refusal as a problem. */
export function doneOf<Done>(reply: { refusal: null; done: Done } | { refusal: Refusal }): Done {
  if (reply.refusal) throw refused(reply.refusal);
  return reply.done;
}
