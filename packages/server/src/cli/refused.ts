import type { Refusal } from '@retinue/protocol';
import { wordsOf } from '@retinue/protocol';
import type { Failure } from './exit.ts';
import { exitCodes } from './exit.ts';

/** An expected no, in words. */
export function refused(refusal: Refusal): Failure {
  return { code: isUsageCode(refusal.code) ? exitCodes.wrongUsage : exitCodes.failed, words: wordsOf(refusal) };
}

/** What names something that is not there is wrong usage. */
export function isUsageCode(code: string): boolean {
  return code.startsWith('no-such') || code === 'invalid-command';
}
