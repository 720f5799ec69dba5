import type {
  CallId,
  CutReason,
  FactFields,
  FinishReason,
  Part,
  ProviderReason,
  Reason,
  ThreadState,
  Usage,
} from '@retinue/protocol';
import type { HookRecord } from '../../ports/engine/before-hooks.ts';
import type { ToolOffer } from '../../ports/engine/model.ts';
import type { ModelPrice } from '../../ports/settings/prices.ts';
import type { PlannedStep } from './plan-step.ts';

/** A step in progress: the thread as its prompt saw it, and the epoch that lets its worker write. */
export interface StepUnderWay extends PlannedStep {
  thread: ThreadState;
  epoch: number;
  reservation: Reservation;
  price: ModelPrice | null;
  /** The tools that the model may call in it. */
  offers: readonly ToolOffer[];
  /** The output limit within its thread's budget; null for none. */
  outputBound: number | null;
  /** The limit that its thread has reached, when this is its last answer. */
  limit: ReachedLimit | null;
}

/** A limit that a thread has reached. */
export interface ReachedLimit {
  reason: Reason;
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
  /** The reason for an early end, if any. */
  cut: Cut | null;
  /** It wrote more than its budget allows, and its stream was cut. */
  isOverBound?: boolean;
}

export interface SpokenCall {
  callId: CallId;
  name: string;
  /** As the model wrote them; not yet known to be JSON. */
  argsText: string;
  hookDecisions?: HookRecord[];
  problem?: Reason;
}

export type Cut = CutStep & Failure;

/** An outage: the provider was down, overloaded or limited the rate, so that a later attempt may well succeed. */
type Failure = { isOutage?: false; message: Reason } | { isOutage: true; message: ProviderReason };

interface CutStep {
  reason: CutReason;
  retryable: boolean;
  retryAfterMs: number | null;
  /** Its working time was over, so its findings are worth collecting. */
  isTimeUp?: boolean;
}
