import type { Reason, ThreadState } from '@retinue/protocol';
import { isProviderReason, remainderOf } from '@retinue/protocol';
import type { Model, ModelRequest } from '../../../ports/engine/model.ts';
import { ModelError } from '../../../ports/engine/model.ts';
import { boundWaitMs } from '../../../ports/engine/model-bounds.ts';
import { textOfError } from '../../calls/json-output.ts';
import type { Engine } from '../../engine.ts';
import { keptForAnswer, reachedWorkBudget } from '../../limits/check-budget.ts';
import type { AwakeTime } from '../awake-time.ts';
import type { Cut, ModelReply, StepUnderWay } from '../step.ts';
import { OutputLimitError, StepRecorder } from './step-recorder.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Streams the model, publishes every piece as a delta, and returns the reply, whole or cut. Never throws an error of
 * the model.
 */
export async function streamModel(
  engine: Engine,
  step: StepUnderWay,
  request: ModelRequest,
  bounds: StreamBounds,
): Promise<ModelReply> {
  const model = await engine.models.find(step.thread.workspaceId, request.model);
  const recorder = new StepRecorder(engine, step, request, bounds.time);
  if ('problem' in model) return recorder.cutBy(cutBecause(model.problem));
  try {
    await readStream(step, model, request, bounds, recorder);
    return recorder.whole() ?? recorder.cutBy(cutOf(streamBroke()));
  } catch (error) {
    return recorder.cutBy(cutOf(error));
  }
}

interface StreamBounds {
  signal: AbortSignal;
  /** Counts from the start of the step. */
  time: AwakeTime;
}

async function readStream(
  step: StepUnderWay,
  model: Model,
  request: ModelRequest,
  { signal, time }: StreamBounds,
  recorder: StepRecorder,
): Promise<void> {
  using watch = watchTime(time, step);
  const bounded = AbortSignal.any([signal, watch.signal]);
  try {
    for await (const piece of untilAborted(model.stream(request, bounded), bounded)) {
      watch.touch();
      recorder.take(piece);
      if (recorder.hasEnded) return;
    }
  } catch (error) {
    if (bounded.aborted) throw bounded.reason;
    // The engine's own reasons are texts, and a model may throw one.
    throw typeof error === 'string' ? new Error(error) : error;
  }
}

class TimeLimitError extends Error {
  readonly reason: Reason;
  readonly isTimeUp: boolean;

  constructor(reason: Reason, isTimeUp: boolean) {
    super(reason.code);
    this.reason = reason;
    this.isTimeUp = isTimeUp;
  }
}

/** Aborts when the model sends nothing for too long, or when the thread's working time is used up. */
function watchTime(time: AwakeTime, step: StepUnderWay): Disposable & { signal: AbortSignal; touch(): void } {
  const { idleMs } = step.thread.limits;
  const controller = new AbortController();
  const abort = (reason: Reason, isTimeUp: boolean) => controller.abort(new TimeLimitError(reason, isTimeUp));
  let lastPieceMs = time.elapsedMs;
  const checkIdle = () => {
    const silentMs = time.elapsedMs - lastPieceMs;
    if (silentMs < idleMs) idle = time.after(idleMs - silentMs, checkIdle);
    else abort({ code: 'silence', ms: idleMs }, false);
  };
  let idle = time.after(idleMs, checkIdle);
  const { leftMs, reason } = timeFor(step);
  const work = time.after(leftMs, () => abort(reason, true));
  return {
    signal: controller.signal,
    touch: () => {
      lastPieceMs = time.elapsedMs;
    },
    [Symbol.dispose]: () => {
      idle[Symbol.dispose]();
      work[Symbol.dispose]();
    },
  };
}

/** The nearer of the tree's limit and the thread's budget. A last answer has a short limit of its own. */
function timeFor({ thread, limit }: StepUnderWay): { leftMs: number; reason: Reason } {
  if (limit) return { leftMs: salvageMs, reason: limit.reason };
  const { limits, turnStats, grant } = thread;
  const leftMs = Math.max(0, limits.maxWorkMs - turnStats.workedMs);
  const budgetMs = workLeftOf(thread);
  if (budgetMs !== null && budgetMs < leftMs) return { leftMs: budgetMs, reason: reachedWorkBudget(grant) };
  return { leftMs, reason: { code: 'work-time-limit', maxMs: limits.maxWorkMs } };
}

/** Excludes the time that is kept for the last answer. */
function workLeftOf(thread: ThreadState): number | null {
  const left = remainderOf(thread)?.workMs ?? null;
  return thread.grant && left !== null ? Math.max(0, left - keptForAnswer(thread.grant, null).workMs) : null;
}

const salvageMs = 60_000;
const maxFailureChars = 2000;

function streamBroke(): ModelError {
  return new ModelError({ code: 'ended-early' }, { retryable: true });
}

function cutOf(error: unknown): Cut {
  if (error === 'stopped' || error === 'drain') {
    const message = { code: error === 'drain' ? 'shut-down' : 'canceled' } as const;
    return { reason: error, message, retryable: error === 'drain', retryAfterMs: null };
  }
  if (error instanceof TimeLimitError || error instanceof OutputLimitError) {
    const isTimeUp = error instanceof TimeLimitError && error.isTimeUp;
    return { reason: 'limit', message: error.reason, retryable: false, retryAfterMs: null, isTimeUp };
  }
  if (error instanceof ModelError && isProviderReason(error.reason)) {
    return {
      reason: error.isTooLong ? 'too-long' : 'provider-error',
      message: error.reason,
      retryable: Boolean(error.retryable || error.isTooLong),
      retryAfterMs: boundWaitMs(error.retryAfterMs),
      isOutage: Boolean(error.isOutage),
    };
  }
  const text = textOfError(error);
  if (text === null) return cutBecause({ code: 'model-error' });
  return cutBecause({ code: 'model-failed', text: text.slice(0, maxFailureChars) });
}

function cutBecause(message: Reason): Cut {
  return { reason: 'provider-error', message, retryable: false, retryAfterMs: null };
}
