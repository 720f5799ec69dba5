import type { AppendResult } from '../ports/event-log.ts';
import type { Reply } from './commands.ts';

/** What the wisher is told: the refusal, the answer that a repeated request got the first time, or this one. */
export function replyFrom<Done>(result: AppendResult, done: Done): Reply<Done> {
  if (result.refusal) return { refusal: result.refusal };
  return { refusal: null, done: result.repeated === null ? done : (JSON.parse(result.repeated) as Done) };
}
