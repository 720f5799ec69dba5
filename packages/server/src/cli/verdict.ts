import type { Verdict } from '@retinue/protocol';

/** What a person types to an approval: the verdict, and after it the reason if there is one. */
export function verdictIn(typed: string): { verdict: Verdict; reason: string } | null {
  const [, word = '', reason = ''] = /^\s*(approve|refuse)d?(?:$|[\s:,.–-]+)(.*)$/is.exec(typed) ?? [];
  const verdicts: Record<string, Verdict> = { approve: 'approved', refuse: 'refused' };
  const verdict = verdicts[word.toLowerCase()];
  return verdict ? { verdict, reason: reason.trim() } : null;
}

export const verdictWords = 'Answer with "approve", or with "refuse" and your reason.';
