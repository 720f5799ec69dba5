import type { CallId, Part, ThreadState } from '@retinue/protocol';
import { isCompaction, noUsage, remainderOf } from '@retinue/protocol';
import type { Model, ModelPiece, ModelRequest } from '../../ports/model.ts';
import { ModelError } from '../../ports/model.ts';
import type { Engine } from '../engine.ts';
import { keptForAnswer, workBudgetMessage } from '../limits/check-budget.ts';
import { describeDuration } from '../limits/describe-duration.ts';
import { costOfStep } from '../limits/price-step.ts';
import { workLimitMessage } from '../limits/reached-limit.ts';
import { charactersPerToken } from '../prompt/build-request.ts';
import type { AwakeTime } from './awake-time.ts';
import type { Cut, ModelReply, SpokenCall, StepUnderWay } from './step.ts';
import { untilAborted } from './until-aborted.ts';

/** Streams the model, passing every piece on as a delta, and says what was said, whole or cut. Never throws for the model's sake. */
export async function streamModel(
  engine: Engine,
  step: StepUnderWay,
  request: ModelRequest,
  bounds: Bounds,
): Promise<ModelReply> {
  const model = await engine.models.find(step.thread.workspaceId, request.model);
  const notes = new StepRecorder(engine, step, bounds.time);
  if ('problem' in model) return notes.cutBy(problem(model.problem));
  try {
    await readStream(step, model, request, bounds, notes);
    return notes.whole();
  } catch (error) {
    return notes.cutBy(cutOf(error));
  }
}

interface Bounds {
  signal: AbortSignal;
  /** Counts from the start of the step. */
  time: AwakeTime;
}

async function readStream(
  step: StepUnderWay,
  model: Model,
  request: ModelRequest,
  { signal, time }: Bounds,
  notes: StepRecorder,
): Promise<void> {
  using watch = watchTime(time, step);
  const bounded = AbortSignal.any([signal, watch.signal]);
  try {
    for await (const piece of untilAborted(model.stream(request, bounded), bounded)) {
      watch.touch();
      notes.take(piece);
      if (notes.ended) return;
    }
  } catch (error) {
    throw bounded.aborted ? bounded.reason : error;
  }
}

class StepRecorder {
  readonly #engine: Engine;
  readonly #step: StepUnderWay;
  readonly #time: AwakeTime;
  readonly #parts: Part[] = [];
  readonly #calls: SpokenCall[] = [];
  /** Calls that are being written. Our id is minted at the first sign of each: providers use their keys again. */
  readonly #open: { key: string; callId: CallId; name: string }[] = [];
  #offset = 0;
  #end: Extract<ModelPiece, { type: 'end' }> | null = null;
  #isOverBound = false;

  constructor(engine: Engine, step: StepUnderWay, time: AwakeTime) {
    this.#engine = engine;
    this.#step = step;
    this.#time = time;
  }

  get ended(): boolean {
    return this.#end !== null;
  }

  take(piece: ModelPiece): void {
    if (piece.type === 'end') this.#end = piece;
    else if (piece.type === 'call-begin') this.#begin(piece.key, piece.name);
    else if (piece.type === 'call-args') this.#writeArgs(piece.key, piece.text);
    else if (piece.type === 'call-end') this.#finishCall(piece.key, piece.name, piece.args);
    else this.#write(piece);
    this.#boundOutput();
  }

  /** A provider that takes no notice of the bound is not listened to any further. */
  #boundOutput(): void {
    const { outputBound, reservation, price } = this.#step;
    if (outputBound === null || this.#end || this.#offset <= outputBound * maxCharactersPerToken) return;
    const output = Math.ceil(this.#offset / charactersPerToken);
    const estimatedTokens = reservation.tokens + output;
    const costMicros = (reservation.costMicros ?? 0) + costOfStep(price, 0, output);
    const usage = { ...noUsage, estimatedTokens, ...(costMicros > 0 ? { costMicros } : {}) };
    this.#isOverBound = true;
    this.#end = { type: 'end', finishReason: 'length', usage };
  }

  whole(): ModelReply {
    if (!this.#end) return this.cutBy(cutOf(new ModelError('The model stopped in mid-stream.', { retryable: true })));
    const { finishReason, usage } = this.#end;
    const over = this.#isOverBound ? { isOverBound: true } : {};
    return {
      parts: this.#parts,
      calls: this.#calls,
      usage,
      finishReason,
      workedMs: this.#workedMs(),
      cut: null,
      ...over,
    };
  }

  /** What the provider will charge for a cut attempt is not known; if it had begun to answer, it read the prompt. */
  cutBy(cut: Cut): ModelReply {
    const isRefused = cut.reason === 'provider-error' || cut.reason === 'too-long';
    const { tokens, ...cost } = this.#step.reservation;
    const guess = this.#offset > 0 || !isRefused ? { ...noUsage, estimatedTokens: tokens, ...cost } : noUsage;
    const parts = this.#parts.filter((part) => part.type !== 'call');
    const usage = this.#end?.usage ?? guess;
    return { parts, calls: [], usage, finishReason: 'error', workedMs: this.#workedMs(), cut };
  }

  #workedMs(): number {
    return Math.round(this.#time.elapsedMs);
  }

  #write({ type, text, ...rest }: Extract<ModelPiece, { type: 'text' | 'reasoning' }>): void {
    const last = this.#parts.at(-1);
    if (last?.type === type) this.#parts[this.#parts.length - 1] = { ...last, ...rest, text: last.text + text };
    else this.#parts.push({ type, text, ...rest });
    this.#publish({ type, text });
  }

  #begin(key: string, name: string): void {
    const callId = this.#engine.ids.call();
    this.#open.push({ key, callId, name });
    this.#boundCalls();
    this.#publish({ type: 'call', callId, name, text: '' });
  }

  #writeArgs(key: string, text: string): void {
    const call = this.#open.findLast((begun) => begun.key === key);
    if (call) this.#publish({ type: 'call', callId: call.callId, name: call.name, text });
  }

  #finishCall(key: string, name: string, argsText: string): void {
    const index = this.#open.findIndex((call) => call.key === key && call.name === name);
    const begun = index < 0 ? undefined : this.#open.splice(index, 1)[0];
    const callId = begun?.callId ?? this.#engine.ids.call();
    if (!begun) this.#publish({ type: 'call', callId, name, text: argsText });
    this.#calls.push({ callId, name, argsText });
    this.#parts.push({ type: 'call', callId });
    this.#boundCalls();
  }

  /** Calls may be without a single character, so the bound on what is written does not hold them. */
  #boundCalls(): void {
    if (this.#open.length + this.#calls.length <= maxCallsOfStep) return;
    throw new LimitReached(`It asked for more than ${maxCallsOfStep} calls in one step.`);
  }

  #publish(
    piece: { type: 'text' | 'reasoning'; text: string } | { type: 'call'; callId: CallId; name: string; text: string },
  ): void {
    const { thread, step, attempt } = this.#step;
    const place = { threadId: thread.threadId, rootId: thread.rootId, step, attempt, offset: this.#offset };
    if (!isCompaction(this.#step)) this.#engine.live.publish({ ...place, ...piece }); // a summary is nobody's answer
    this.#offset += piece.text.length;
    if (this.#offset > thread.limits.maxOutputChars) {
      throw new LimitReached(`It wrote more than ${thread.limits.maxOutputChars} characters in one step.`);
    }
  }
}

class LimitReached extends Error {
  readonly isTimeUp: boolean;

  constructor(message: string, isTimeUp = false) {
    super(message);
    this.isTimeUp = isTimeUp;
  }
}

const maxCallsOfStep = 512;
/** No text has more, so what is longer is surely beyond its bound. */
const maxCharactersPerToken = 8;

/** Aborts when the model sends nothing for too long, or when the thread's working time is used up. */
function watchTime(time: AwakeTime, step: StepUnderWay): Disposable & { signal: AbortSignal; touch(): void } {
  const { idleMs } = step.thread.limits;
  const controller = new AbortController();
  let lastPieceMs = time.elapsedMs;
  const checkIdle = () => {
    const silentMs = time.elapsedMs - lastPieceMs;
    if (silentMs < idleMs) idle = time.after(idleMs - silentMs, checkIdle);
    else controller.abort(new LimitReached(`Nothing came from the model for ${describeDuration(idleMs)}.`));
  };
  let idle = time.after(idleMs, checkIdle);
  const { leftMs, words } = timeFor(step);
  const work = time.after(leftMs, () => controller.abort(new LimitReached(words, true)));
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

/** By the tree's limit or by the thread's budget, whichever is nearer; for the last words of a thread a short while. */
function timeFor({ thread, salvages }: StepUnderWay): { leftMs: number; words: string } {
  if (salvages !== null) return { leftMs: salvageMs, words: salvages.words };
  const { limits, turnStats, grant } = thread;
  const leftMs = Math.max(0, limits.maxWorkMs - turnStats.workedMs);
  const budgetMs = workLeftOf(thread);
  if (budgetMs !== null && budgetMs < leftMs) return { leftMs: budgetMs, words: workBudgetMessage(grant) };
  return { leftMs, words: workLimitMessage(limits.maxWorkMs) };
}

/** Without what is kept for the last answer. */
function workLeftOf(thread: ThreadState): number | null {
  const left = remainderOf(thread)?.workMs ?? null;
  return thread.grant && left !== null ? Math.max(0, left - keptForAnswer(thread.grant, null).workMs) : null;
}

const salvageMs = 60_000;

function cutOf(error: unknown): Cut {
  if (error === 'stopped' || error === 'drain') {
    return { reason: error, message: 'Stopped.', retryable: error === 'drain', retryAfterMs: null };
  }
  if (error instanceof LimitReached)
    return {
      reason: 'limit',
      message: error.message,
      retryable: false,
      retryAfterMs: null,
      isTimeUp: error.isTimeUp,
    };
  if (error instanceof ModelError) {
    return {
      reason: error.isTooLong ? 'too-long' : 'provider-error',
      message: error.message,
      retryable: error.retryable || error.isTooLong,
      retryAfterMs: error.retryAfterMs,
      isOutage: error.isOutage,
    };
  }
  return problem(`The model failed: ${error instanceof Error ? error.message : String(error)}`);
}

function problem(message: string): Cut {
  return { reason: 'provider-error', message, retryable: false, retryAfterMs: null };
}
