import {
  type Model,
  ModelError,
  type ModelPiece,
  type ModelRequest,
} from '../../../packages/server/src/ports/engine/model.ts';
import { type Clock, systemClock } from '../../../packages/server/src/ports/runtime/clock.ts';
import { abortable } from './abortable.ts';
import { type Barriers, createBarriers } from './barriers.ts';
import { linesOf, type Script } from './script.ts';
import { endOf } from './script-end.ts';
import { type KeyedCall, type PlayedLine, withKeys } from './script-lines.ts';

export interface ScriptedModel extends Model {
  /** Every request so far, in the order of their arrival. */
  readonly requests: readonly ModelRequest[];
  readonly barriers: Barriers;
}

/** A model for tests that plays exact lines: `createScriptedModel(bySteps([call('add', { a: 1 })], [say('Done.')]))`. */
export function createScriptedModel(script: Script, stage: Partial<Stage> = {}): ScriptedModel {
  const { barriers = createBarriers(), clock = systemClock } = stage;
  const requests: ModelRequest[] = [];
  return {
    requests,
    barriers,
    async *stream(request, signal) {
      requests.push(request);
      signal.throwIfAborted();
      const lines = withKeys(linesOf(script, request));
      for (const line of lines) {
        for await (const piece of play(line, signal, { barriers, clock })) {
          yield piece;
          signal.throwIfAborted();
        }
      }
      yield endOf(request, lines);
    },
  };
}

interface Stage {
  barriers: Barriers;
  clock: Clock;
}

async function* play(line: PlayedLine, signal: AbortSignal, { barriers, clock }: Stage): AsyncGenerator<ModelPiece> {
  switch (line.type) {
    case 'say':
      return yield* line.deltas.map((text) => ({ type: 'text', text }) as const);
    case 'think':
      return yield* line.deltas.map((text) => ({ type: 'reasoning', text }) as const);
    case 'calls':
      return yield* [...line.calls.flatMap(written), ...line.calls.map(ended)];
    case 'pause':
      return await abortable(signal, (done) => clock.after(line.milliseconds, done));
    case 'barrier':
      return await barriers.pass(line.name, signal);
    case 'hang':
      return await abortable(signal, () => nothing);
    case 'endless':
      return yield* repeat(line, signal, clock);
    case 'fail':
      throw new ModelError(line.message, line);
    case 'bug':
      throw new Error(line.message);
    case 'finish':
    case 'usage':
      return; // these end the step
    default:
      return line satisfies never;
  }
}

function written({ key, name, deltas }: KeyedCall): ModelPiece[] {
  return [{ type: 'call-begin', key, name }, ...deltas.map((text) => ({ type: 'call-args', key, text }) as const)];
}

function ended({ key, name, deltas }: KeyedCall): ModelPiece {
  return { type: 'call-end', key, name, args: deltas.join('') };
}

async function* repeat(
  { text, everyMs }: Extract<PlayedLine, { type: 'endless' }>,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<ModelPiece> {
  while (true) {
    yield { type: 'text', text };
    // Without a pace it must still yield, even in a test that stops its clock.
    await abortable(signal, (done) => (everyMs > 0 ? clock.after(everyMs, done) : soon(done)));
  }
}

function soon(done: () => void): Disposable {
  const immediate = setImmediate(done);
  return { [Symbol.dispose]: () => clearImmediate(immediate) };
}

const nothing: Disposable = { [Symbol.dispose]: () => undefined };
