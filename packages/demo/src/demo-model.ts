import { setTimeout as delay } from 'node:timers/promises';
import type { Model, ModelPiece, ModelRequest } from '@retinue/server/extension';
import { decideStep } from './decide-step.ts';
import type { DemoStep } from './step.ts';

/**
 * A model that follows rules and needs no key. A step is a pure function of the request: nothing is remembered between
 * two of them, so any process can continue where another one stopped.
 */
export function createDemoModel({ pieceDelayMs = 0 }: { pieceDelayMs?: number } = {}): Model {
  return {
    async *stream(request, signal) {
      signal.throwIfAborted();
      const { step, isCut } = boundStep(decideStep(request), request.maxOutputTokens);
      for (const piece of piecesOf(step, request)) {
        if (pieceDelayMs > 0) await delay(pieceDelayMs, null, { signal }).catch(() => signal.throwIfAborted());
        yield piece;
        signal.throwIfAborted();
      }
      yield {
        type: 'end',
        finishReason: isCut ? 'length' : step.calls.length > 0 ? 'calls' : 'stop',
        usage: estimateUsage(request, step),
      };
    },
  };
}

function piecesOf(step: DemoStep, request: ModelRequest): ModelPiece[] {
  const words = inPieces(step.text.match(/\s*\S+\s*$|\s*\S+/g) ?? [], maxTextPieces);
  const calls = step.calls.flatMap(({ name, args }, index): ModelPiece[] => {
    const key = `demo-${request.place.step}-${index + 1}`;
    const text = JSON.stringify(args);
    const deltas = inPieces(text.match(/[\s\S]{1,24}/g) ?? [], maxArgsPieces);
    return [
      { type: 'call-begin', key, name },
      ...deltas.map((delta): ModelPiece => ({ type: 'call-args', key, text: delta })),
      { type: 'call-end', key, name, args: text },
    ];
  });
  return [...words.map((text): ModelPiece => ({ type: 'text', text })), ...calls];
}

/** Small enough to watch it write, and few enough that a long answer does not take longer to watch than to read. */
function inPieces(smallest: string[], maxPieces: number): string[] {
  const size = Math.ceil(smallest.length / maxPieces);
  return smallest.flatMap((_, index) => (index % size === 0 ? [smallest.slice(index, index + size).join('')] : []));
}

const maxTextPieces = 80;
const maxArgsPieces = 12;

/** Cuts the text at the bound, and drops calls that do not fit. */
function boundStep(step: DemoStep, maxOutputTokens = Number.POSITIVE_INFINITY): { step: DemoStep; isCut: boolean } {
  const text = step.text.slice(0, maxOutputTokens * charactersPerToken).toWellFormed();
  let left = maxOutputTokens - tokensOf(text);
  const calls = step.calls.filter((made) => {
    left -= tokensOf(JSON.stringify(made));
    return left >= 0;
  });
  return { step: { text, calls }, isCut: text.length < step.text.length || calls.length < step.calls.length };
}

/** The average of English. */
const charactersPerToken = 4;

function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

type EndOfStream = Extract<ModelPiece, { type: 'end' }>;

function estimateUsage({ system, messages, tools }: ModelRequest, step: DemoStep): EndOfStream['usage'] {
  return {
    inputTokens: tokensOf(system) + tokensOf(JSON.stringify(messages)) + tokensOf(JSON.stringify(tools)),
    outputTokens: tokensOf(step.text) + step.calls.reduce((sum, made) => sum + tokensOf(JSON.stringify(made)), 0),
    reasoningTokens: 0,
    cachedTokens: 0,
    estimatedTokens: 0,
  };
}
