import type { Json, ModelRequest } from '@retinue/server/extension';
import type { FinishedCall } from './turn.ts';

/** The text and the calls of one step of the demo model. */
export interface DemoStep {
  text: string;
  calls: { name: string; args: Json }[];
}

export function textStep(text: string): DemoStep {
  return { text, calls: [] };
}

export function callStep(name: string, ...argsOfEach: Json[]): DemoStep {
  return { text: '', calls: argsOfEach.map((args) => ({ name, args })) };
}

export function offers(request: ModelRequest, name: string): boolean {
  return request.toolChoice === 'auto' && has(request, name);
}

export function has({ tools }: ModelRequest, name: string): boolean {
  return tools.some((tool) => tool.name === name);
}

/**
 * Work that asks for calls and continues with their results. It is written as one sequence and replayed at every step from
 * the calls made so far, so nothing has to be remembered between two steps.
 */
export type Work<Outcome> = Generator<DemoStep, Outcome, FinishedCall[]>;

/** The step that the work has reached, or its outcome. */
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

/** Calls of other names are skipped: an earlier release may have made some that this one does not ask for. */
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
