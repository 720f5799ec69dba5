import type { CallId, CutReason, FactFields, FinishReason, Part, ThreadState, Usage } from '@retinue/protocol';
import type { ModelPrice } from '../ports/prices.ts';
import type { PlannedStep } from './plan-step.ts';

/** A step under way: the thread as its prompt saw it, and the epoch that lets its worker write. */
export interface StepUnderWay extends PlannedStep {
  thread: ThreadState;
  epoch: number;
  reservation: Reservation;
  price: ModelPrice | null;
  /** The limit that its thread has come to, when it only gathers what was done. */
  salvages: string | null;
}

export type Reservation = FactFields<'step.started'>['reservation'];

/** What a model said in one attempt. */
export interface Heard {
  parts: Part[];
  calls: SpokenCall[];
  usage: Usage;
  finishReason: FinishReason;
  /** Why it ended before its end, if it did. */
  cut: Cut | null;
}

export interface SpokenCall {
  callId: CallId;
  name: string;
  /** As the model wrote them; not yet known to be JSON. */
  argsText: string;
}

export interface Cut {
  reason: CutReason;
  message: string;
  retryable: boolean;
  retryAfterMs: number | null;
  /** Its working time was over, so what it had found is worth gathering. */
  isTimeUp?: boolean;
}
