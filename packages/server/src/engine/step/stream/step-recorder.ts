import type { CallId, Part, Reason } from '@retinue/protocol';
import { isCompaction, noUsage } from '@retinue/protocol';
import type { Json, ModelPiece, ModelRequest } from '../../../ports/engine/model.ts';
import { boundUsage } from '../../../ports/engine/model-bounds.ts';
import type { Engine } from '../../engine.ts';
import { costOfStep, promptTokens } from '../../limits/price-step.ts';
import { charactersPerToken } from '../../prompt/build-request.ts';
import type { AwakeTime } from '../awake-time.ts';
import type { Cut, ModelReply, SpokenCall, StepUnderWay } from '../step.ts';
import { checkPiece } from './check-piece.ts';

/** Thrown when a model writes or requests more than one step may. */
export class OutputLimitError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}

/** Collects the pieces of one attempt at a step, and publishes them as deltas. */
export class StepRecorder {
  readonly #engine: Engine;
  readonly #step: StepUnderWay;
  readonly #request: ModelRequest;
  readonly #time: AwakeTime;
  readonly #parts: Part[] = [];
  /** Places of blocks in the parts, by kind and id. */
  readonly #blocks = new Map<string, number>();
  readonly #calls: SpokenCall[] = [];
  /** Unfinished calls. Each gets our id at its first piece: providers reuse their keys. */
  readonly #open: { key: string; callId: CallId; name: string }[] = [];
  #offset = 0;
  #end: Extract<ModelPiece, { type: 'end' }> | null = null;
  #isOverBound = false;

  constructor(engine: Engine, step: StepUnderWay, request: ModelRequest, time: AwakeTime) {
    this.#engine = engine;
    this.#step = step;
    this.#request = request;
    this.#time = time;
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** Throws at a piece of a wrong shape: models of extensions may yield anything. */
  take(given: unknown): void {
    const piece = checkPiece(given);
    if (piece.type === 'end')
      this.#end = { ...piece, usage: boundUsage(piece.usage, () => promptTokens(this.#request) + this.#writtenTokens) };
    else if (piece.type === 'call-begin') this.#begin(piece.key, piece.name);
    else if (piece.type === 'call-args') this.#writeArgs(piece.key, piece.text);
    else if (piece.type === 'call-end') this.#finishCall(piece);
    else this.#write(piece);
    this.#boundOutput();
  }

  /** Stops reading from a provider that ignores the bound. */
  #boundOutput(): void {
    const { outputBound, reservation, price } = this.#step;
    if (outputBound === null || this.#end || this.#offset <= outputBound * maxCharactersPerToken) return;
    const output = this.#writtenTokens;
    const estimatedTokens = reservation.tokens + output;
    const costMicros = (reservation.costMicros ?? 0) + costOfStep(price, 0, output);
    const usage = { ...noUsage, estimatedTokens, ...(price ? { costMicros } : {}) };
    this.#isOverBound = true;
    this.#end = { type: 'end', finishReason: 'length', usage };
  }

  /** The whole reply; null if the stream broke off before its end. */
  whole(): ModelReply | null {
    if (!this.#end) return null;
    const { finishReason, usage } = this.#end;
    const spoken = {
      parts: this.#parts,
      calls: this.#calls,
      usage,
      finishReason,
      workedMs: this.#workedMs(),
      cut: null,
    };
    return this.#isOverBound ? { ...spoken, isOverBound: true } : spoken;
  }

  /** The price of a cut attempt is unknown. A provider that had started to answer has read the prompt. */
  cutBy(cut: Cut): ModelReply {
    const isRefused = cut.reason === 'provider-error' || cut.reason === 'too-long';
    const { tokens, ...cost } = this.#step.reservation;
    const guess = this.#offset > 0 || !isRefused ? { ...noUsage, estimatedTokens: tokens, ...cost } : noUsage;
    const parts = this.#parts.filter((part) => part.type !== 'call');
    const usage = this.#end?.usage ?? guess;
    return { parts, calls: [], usage, finishReason: 'error', workedMs: this.#workedMs(), cut };
  }

  get #writtenTokens(): number {
    return Math.ceil(this.#offset / charactersPerToken);
  }

  #workedMs(): number {
    return Math.round(this.#time.elapsedMs);
  }

  #write(piece: WrittenPiece): void {
    const { type, text, provider } = piece;
    const place = this.#placeOf(piece);
    const begun = this.#parts[place];
    const written = begun?.type === type ? begun.text + text : text;
    const kept = joinMetadata(begun?.provider, provider);
    this.#parts[place] = kept === undefined ? { type, text: written } : { type, text: written, provider: kept };
    this.#publish({ type, text });
  }

  /** A block that is not the last one can still get metadata, and no text: readers see text where it arrives. */
  #placeOf({ type, text, block }: WrittenPiece): number {
    const last = this.#parts.length - 1;
    if (block === undefined) return this.#parts[last]?.type === type ? last : last + 1;
    const key = `${type} ${block}`;
    const known = this.#blocks.get(key);
    if (known !== undefined && (known === last || text === '')) return known;
    this.#blocks.set(key, last + 1);
    return last + 1;
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

  #finishCall({ key, name, args: argsText, provider }: Extract<ModelPiece, { type: 'call-end' }>): void {
    const index = this.#open.findIndex((call) => call.key === key && call.name === name);
    const begun = index < 0 ? undefined : this.#open.splice(index, 1)[0];
    const callId = begun?.callId ?? this.#engine.ids.call();
    if (!begun) this.#publish({ type: 'call', callId, name, text: argsText });
    this.#calls.push({ callId, name, argsText });
    this.#parts.push(provider === undefined ? { type: 'call', callId } : { type: 'call', callId, provider });
    this.#boundCalls();
  }

  /** Calls may have no character at all, so the bound on characters does not cover them. */
  #boundCalls(): void {
    if (this.#open.length + this.#calls.length <= maxCallsOfStep) return;
    throw new OutputLimitError({ code: 'too-many-calls', maxCalls: maxCallsOfStep });
  }

  #publish(
    piece: { type: 'text' | 'reasoning'; text: string } | { type: 'call'; callId: CallId; name: string; text: string },
  ): void {
    const { thread, step, attempt } = this.#step;
    const place = { threadId: thread.threadId, rootId: thread.rootId, step, attempt, offset: this.#offset };
    if (!isCompaction(this.#step)) this.#engine.live.publish({ ...place, ...piece });
    this.#offset += piece.text.length;
    const { maxOutputChars: maxChars } = thread.limits;
    if (this.#offset > maxChars) throw new OutputLimitError({ code: 'output-limit', maxChars });
  }
}

type WrittenPiece = Extract<ModelPiece, { type: 'text' | 'reasoning' }>;

/** A block's metadata may come in several pieces, by the provider's name. */
function joinMetadata(before: Json | undefined, now: Json | undefined): Json | undefined {
  if (now === undefined || !isRecord(before) || !isRecord(now)) return now ?? before;
  const names = Object.entries(now).map(([name, value]) => {
    const known = before[name];
    return [name, isRecord(known) && isRecord(value) ? { ...known, ...value } : value];
  });
  return { ...before, ...Object.fromEntries(names) };
}

function isRecord(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const maxCallsOfStep = 512;
/** More than any text has, so a longer one is surely beyond its bound. */
const maxCharactersPerToken = 8;
