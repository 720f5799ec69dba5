import type { DemoStep } from './demo-step.ts';
import type { FinishedCall } from './turn.ts';

/**
 * Work that asks for calls and goes on with what they brought. It is written as one line of thought and played anew at
 * every step from the calls made so far, so nothing has to be remembered between two steps.
 */
export type Work<Outcome> = Generator<DemoStep, Outcome, FinishedCall[]>;

/** The step that the work has come to, or what came of it. */
export function replay<Outcome>(work: Work<Outcome>, calls: FinishedCall[]): { step: DemoStep } | { outcome: Outcome } {
  let rest = calls;
  let state = work.next([]);
  while (!state.done) {
    const taken = take(rest, state.value);
    if (!taken) return { step: state.value };
    rest = taken.rest;
    state = work.next(taken.calls);
  }
  return { outcome: state.value };
}

/** Calls of other names are passed over: an earlier release may have made some that this one does not ask for. */
function take(calls: FinishedCall[], wanted: DemoStep): { calls: FinishedCall[]; rest: FinishedCall[] } | null {
  const taken: FinishedCall[] = [];
  let next = 0;
  for (const { name } of wanted.calls) {
    const at = calls.findIndex((made, index) => index >= next && made.name === name);
    const found = calls[at];
    if (!found) return null;
    taken.push(found);
    next = at + 1;
  }
  return { calls: taken, rest: calls.slice(next) };
}
