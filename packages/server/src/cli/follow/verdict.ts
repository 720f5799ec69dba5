import type { QuestionState, Verdict } from '@retinue/protocol';
import { hasLapsed } from '@retinue/protocol';

/** The verdict that a person types to an approval, and after it the reason if there is one. */
export function verdictIn(typed: string): { verdict: Verdict; reason: string } | null {
  const [, word = '', reason = ''] = /^\s*(approve|refuse)d?(?:$|[\s:,.–-]+)(.*)$/is.exec(typed) ?? [];
  const verdicts: Record<string, Verdict> = { approve: 'approved', refuse: 'refused' };
  const verdict = verdicts[word.toLowerCase()];
  return verdict ? { verdict, reason: reason.trim() } : null;
}

/** Whether the person wants a lapsed approval to be asked again. */
export function isAgain(typed: string): boolean {
  return /^\s*again\s*$/i.test(typed);
}

type VerdictProblem = 'no-verdict' | 'lapsed';

/** The valid answers in each case. */
export const verdictHints: Record<VerdictProblem, string> = {
  'no-verdict': 'Answer with "approve", or with "refuse" and your reason.',
  lapsed: 'This approval has lapsed. Answer with "again" to renew it, or with "refuse" and your reason.',
};

type Asked = Pick<QuestionState, 'kind' | 'lapsesAt'>;

/** The answer to this question, as a suggested command has it. */
export function answerFor(question: Asked, now: number): string {
  if (question.kind === 'answer') return '"<your answer>"';
  return hasLapsed(question, now) ? 'again' : 'approve';
}

/** Why an answer to an approval is not valid at this moment; null for a valid one. */
export function problemWithVerdict(question: Asked, typed: string, now: number): VerdictProblem | null {
  const isLapsed = hasLapsed(question, now);
  if (isAgain(typed) || (verdictIn(typed) && !(isLapsed && verdictIn(typed)?.verdict === 'approved'))) return null;
  return isLapsed ? 'lapsed' : 'no-verdict';
}
