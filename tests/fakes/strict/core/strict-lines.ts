import type { FinishReason, Usage } from '@retinue/protocol';
import type { ModelRequest } from '../../../../packages/server/src/ports/engine/model.ts';
import { boundLines } from '../../../support/scripted/bound-lines.ts';
import type { CallLine, Line } from '../../../support/scripted/script-lines.ts';

/*
 * Lines for things that only a provider does, besides those of tests/support/scripted, which play on every strict fake; each fake says them in its own protocol.
 */
export type StrictLine =
  | Line
  /** Reasoning that the provider keeps to itself: sealed, without text. */
  | { type: 'redact' }
  /** The provider's own web search, and the text that cites its results. */
  | { type: 'search'; query: string; results: readonly SearchResult[]; deltas: readonly string[] }
  /** A refusal by the provider's policy. */
  | { type: 'refuse'; deltas: readonly string[] };

export interface SearchResult {
  title: string;
  url: string;
}

export type StrictScript = readonly StrictLine[] | ((request: ModelRequest) => StrictScript);

export const redact = (): StrictLine => ({ type: 'redact' });
export const refuse = (...deltas: string[]): StrictLine => ({ type: 'refuse', deltas });
export const search = (query: string, results: readonly SearchResult[], ...deltas: string[]): StrictLine => ({
  type: 'search',
  query,
  results,
  deltas,
});

interface PlayedCall {
  id: string;
  name: string;
  deltas: readonly string[];
}

export type PlayedLine =
  | Exclude<StrictLine, { type: 'call' | 'together' | 'finish' | 'usage' | 'bug' | 'endless' }>
  | { type: 'calls'; calls: readonly PlayedCall[] };

/** One step of a script, ready to be written in a protocol. */
export interface PlayedStep {
  lines: readonly PlayedLine[];
  finishReason: FinishReason;
  /** Overrides of the counts. */
  usage: Partial<Usage>;
}

/** `idOf` gives a call its id, by its number in the step; a key that the script names is used as it is. */
export function playedStep(
  script: StrictScript,
  request: ModelRequest,
  idOf: (index: number, before: readonly StrictLine[]) => string,
): PlayedStep {
  const lines = linesOf(script, request);
  const finish = lines.findLast((line) => line.type === 'finish');
  const known = lines.findLast((line) => line.type === 'usage');
  let count = 0;
  const withId = ({ key, name, deltas }: CallLine, at: number): PlayedCall => {
    count += 1;
    return { id: key ?? idOf(count - 1, lines.slice(0, at)), name, deltas };
  };
  const played = lines.flatMap((line, at): PlayedLine[] => {
    switch (line.type) {
      case 'call':
        return [{ type: 'calls', calls: [withId(line, at)] }];
      case 'together':
        return [{ type: 'calls', calls: line.calls.map((one) => withId(one, at)) }];
      case 'finish':
      case 'usage':
        return []; // they speak of the end
      case 'bug':
      case 'endless':
        throw new Error(`A strict fake can't play ${line.type}.`);
      default:
        return [line];
    }
  });
  const reason = finish?.reason ?? reasonOf(played);
  return { lines: played, finishReason: reason, usage: known?.usage ?? {} };
}

function linesOf(script: StrictScript, request: ModelRequest): readonly StrictLine[] {
  if (typeof script === 'function') return linesOf(script(request), request);
  // It passes lines through that it does not know.
  return boundLines(script as readonly Line[], request.maxOutputTokens);
}

function reasonOf(lines: readonly PlayedLine[]): FinishReason {
  if (lines.some((line) => line.type === 'refuse')) return 'content-filter';
  return lines.some((line) => line.type === 'calls') ? 'calls' : 'stop';
}

/** Chooses by the number of the step, from 1: as `bySteps`, for scripts with a provider's own lines. */
export function inSteps(...steps: StrictScript[]): StrictScript {
  return ({ place }) => {
    const step = steps[place.step - 1];
    if (step === undefined) throw new Error(`The script has no step ${place.step}.`);
    return step;
  };
}
