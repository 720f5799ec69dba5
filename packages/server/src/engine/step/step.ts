import type { CallId, CutReason, FactFields, FinishReason, Part, ThreadState, Usage } from '@retinue/protocol';
import type { HookRecord } from '../../ports/before-hooks.ts';
import type { ToolOffer } from '../../ports/model.ts';
import type { ModelPrice } from '../../ports/prices.ts';
import type { PlannedStep } from './plan-step.ts';

/** A step under way: the thread as its prompt saw it, and the epoch that lets its worker write. */
export interface StepUnderWay extends PlannedStep {
  thread: ThreadState;
  epoch: number;
  reservation: Reservation;
  price: ModelPrice | null;
  /** The tools that the model may call in it. */
  offers: readonly ToolOffer[];
  /** The most that it may write within its thread's budget; null for no bound. */
  outputBound: number | null;
  /** The limit that its thread has reached, when this is its last answer. */
  limit: ReachedLimit | null;
}

/** A limit that a thread has reached. */
export interface ReachedLimit {
  message: string;
  isBudget: boolean;
}

export type Reservation = FactFields<'step.started'>['reservation'];

/** A model's reply in one attempt. */
export interface ModelReply {
  parts: Part[];
  calls: SpokenCall[];
  usage: Usage;
  finishReason: FinishReason;
  /** Measured without the wall clock and without the sleep of the machine. */
  workedMs: number;
  /** The reason why it ended early, if it did. */
  cut: Cut | null;
  /** It wrote more than its budget allows, and was not read any further. */
  isOverBound?: boolean;
}

export interface SpokenCall {
  callId: CallId;
  name: string;
  /** As the model wrote them; not yet known to be JSON. */
  argsText: string;
  hookDecisions?: HookRecord[];
  /** A hook's refusal, for the model. */
  refusal?: string;
}

export interface Cut {
  reason: CutReason;
  message: string;
  retryable: boolean;
  retryAfterMs: number | null;
  /** The provider was down, overloaded or limited the rate, so that a later attempt may well succeed. */
  isOutage?: boolean;
  /** Its working time was over, so what it had found is worth gathering. */
  isTimeUp?: boolean;
}
