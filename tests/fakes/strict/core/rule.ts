/** One thing that a service refuses. Rules are checked in the order of their table; the first that is broken answers. */
export interface Rule<Request> {
  /** `provider/name`. */
  id: string;
  sentence: string;
  /** Documentation, or the thread in which it was observed. Says so where neither was found. */
  source: string;
  check(request: Request): Problem | null;
}

/** A refusal as the service words it. Status 400 and the service's kind for invalid requests unless given. */
export interface Problem {
  message: string;
  status?: number;
  type?: string;
  param?: string | null;
  code?: string | null;
}

export interface BrokenRule {
  rule: string;
  problem: Problem;
}

export function firstBroken<Request>(rules: readonly Rule<Request>[], request: Request): BrokenRule | null {
  for (const rule of rules) {
    const problem = rule.check(request);
    if (problem !== null) return { rule: rule.id, problem };
  }
  return null;
}

/** The first problem of a list; for rules that look at every message or part. */
export function firstOf<Item>(
  items: readonly Item[],
  problemOf: (item: Item, index: number) => Problem | string | null | undefined | false,
): Problem | null {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem) return typeof problem === 'string' ? { message: problem } : problem;
  }
  return null;
}

export function when(isBroken: boolean, message: string, more: Omit<Problem, 'message'> = {}): Problem | null {
  return isBroken ? { message, ...more } : null;
}

/** A thread that shows a service's answer, for what no document says. */
export function observed(repository: string, issue: number): string {
  return `Observed in https://github.com/${repository}/issues/${issue}`;
}

/** Source of a wording that only public clients show, which handle it. */
export const seenInCode = 'No document or thread found; the wording stands in public clients that handle it';
