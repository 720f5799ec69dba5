import type { Refusal } from '@retinue/protocol';
import { wordsOf } from '@retinue/protocol';
import type { Failure } from './exit.ts';
import { exitCodes } from './exit.ts';

/** An expected no, in words. What names something that is not there is wrong usage. */
export function refused(refusal: Refusal): Failure {
  const isUsage = refusal.code.startsWith('no-such') || refusal.code === 'invalid-command';
  return { code: isUsage ? exitCodes.wrongUsage : exitCodes.failed, words: wordsOf(refusal) };
}
