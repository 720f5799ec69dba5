import type { QuestionState, Verdict } from '@retinue/protocol';
import { hasLapsed } from '@retinue/protocol';

/** What a person types to an approval: the verdict, and after it the reason if there is one. */
export function verdictIn(typed: string): { verdict: Verdict; reason: string } | null {
  const [, word = '', reason = ''] = /^\s*(approve|refuse)d?(?:$|[\s:,.–-]+)(.*)$/is.exec(typed) ?? [];
  const verdicts: Record<string, Verdict> = { approve: 'approved', refuse: 'refused' };
  const verdict = verdicts[word.toLowerCase()];
  return verdict ? { verdict, reason: reason.trim() } : null;
}

/** Whether they want to be asked anew, since it has lapsed. */
export function isAgain(typed: string): boolean {
  return /^\s*again\s*$/i.test(typed);
}

export const verdictWords = 'Answer with "approve", or with "refuse" and your reason.';
export const lapsedWords =
  'It was asked too long ago to be approved. Answer with "again" to be asked anew, or with "refuse" and your reason.';

type Asked = Pick<QuestionState, 'kind' | 'lapsesAt'>;

/** What to type to this question, as a command shows it. */
export function answerFor(question: Asked, now: number): string {
  if (question.kind === 'answer') return '"<your answer>"';
  return hasLapsed(question, now) ? 'again' : 'approve';
}

/** What is wrong with a word to an approval at this moment. */
export function problemWithVerdict(question: Asked, typed: string, now: number): string | null {
  const isLapsed = hasLapsed(question, now);
  if (isAgain(typed) || (verdictIn(typed) && !(isLapsed && verdictIn(typed)?.verdict === 'approved'))) return null;
  return isLapsed ? lapsedWords : verdictWords;
}
