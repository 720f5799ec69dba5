import type { Usage } from '@retinue/protocol';
import { type Clock, systemClock } from '../../ports/clock.ts';
import type { Model, ModelPiece, ModelRequest } from '../../ports/model.ts';
import { abortable } from '../abortable.ts';
import { decideStep } from './decide-step.ts';
import type { DemoStep } from './demo-step.ts';

export interface DemoPace {
  /** How long it waits before each piece, so that a person can watch it write. */
  paceMs: number;
  clock: Clock;
}

/**
 * A model that follows rules and needs no key. A step is a pure function of the request: nothing is remembered between
 * two of them, so any process can go on where another one stopped.
 */
export function createDemoModel({ paceMs = 0, clock = systemClock }: Partial<DemoPace> = {}): Model {
  return {
    async *stream(request, signal) {
      signal.throwIfAborted();
      const step = decideStep(request);
      for (const piece of piecesOf(step, request)) {
        if (paceMs > 0) await abortable(signal, (done) => clock.after(paceMs, done));
        yield piece;
        signal.throwIfAborted();
      }
      yield {
        type: 'end',
        finishReason: step.calls.length > 0 ? 'calls' : 'stop',
        usage: estimateUsage(request, step),
      };
    },
  };
}

function piecesOf(step: DemoStep, request: ModelRequest): ModelPiece[] {
  const words = inPieces(step.text.match(/\s*\S+\s*$|\s*\S+/g) ?? [], mostTextPieces);
  const calls = step.calls.flatMap(({ name, args }, index): ModelPiece[] => {
    const key = `demo-${request.place.step}-${index + 1}`;
    const text = JSON.stringify(args);
    const deltas = inPieces(text.match(/[\s\S]{1,24}/g) ?? [], mostArgsPieces);
    return [
      { type: 'call-begin', key, name },
      ...deltas.map((delta): ModelPiece => ({ type: 'call-args', key, text: delta })),
      { type: 'call-end', key, name, args: text },
    ];
  });
  return [...words.map((text): ModelPiece => ({ type: 'text', text })), ...calls];
}

/** Small enough to watch it write, and few enough that a long answer does not take longer to watch than to read. */
function inPieces(smallest: string[], most: number): string[] {
  const size = Math.ceil(smallest.length / most);
  return smallest.flatMap((_, index) => (index % size === 0 ? [smallest.slice(index, index + size).join('')] : []));
}

const mostTextPieces = 80;
const mostArgsPieces = 12;

/** Four characters a token, which is what English comes to. */
function estimateUsage({ system, messages, tools }: ModelRequest, step: DemoStep): Usage {
  const tokens = (text: string) => Math.ceil(text.length / 4);
  return {
    inputTokens: tokens(system) + tokens(JSON.stringify(messages)) + tokens(JSON.stringify(tools)),
    outputTokens: tokens(step.text) + step.calls.reduce((sum, made) => sum + tokens(JSON.stringify(made)), 0),
    reasoningTokens: 0,
    cachedTokens: 0,
    estimatedTokens: 0,
  };
}
