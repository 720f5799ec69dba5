import type { Usage } from '@retinue/protocol';
import type { ModelPiece, ModelRequest } from '../../../packages/server/src/ports/engine/model.ts';
import type { PlayedLine } from './script-lines.ts';

/** The last piece of a step whose lines have all been played. */
export function endOf(request: ModelRequest, lines: readonly PlayedLine[]): ModelPiece {
  const finish = lines.findLast((line) => line.type === 'finish');
  const known = lines.findLast((line) => line.type === 'usage');
  const hasCalls = lines.some((line) => line.type === 'calls');
  return {
    type: 'end',
    finishReason: finish?.reason ?? (hasCalls ? 'calls' : 'stop'),
    usage: { ...countUsage(request, lines), ...known?.usage },
  };
}

/** Four characters to a token: no provider counts so, but the same step always costs the same. */
function countUsage(request: ModelRequest, lines: readonly PlayedLine[]): Usage {
  const reasoningTokens = tokensIn(lines.flatMap((line) => (line.type === 'think' ? line.deltas : [])));
  return {
    inputTokens: tokensIn([request.system, JSON.stringify(request.messages)]),
    outputTokens: tokensIn(lines.flatMap(wordsOf)) + reasoningTokens,
    reasoningTokens,
    cachedTokens: 0,
    estimatedTokens: 0,
  };
}

function wordsOf(line: PlayedLine): readonly string[] {
  if (line.type === 'calls') return line.calls.flatMap(({ name, deltas }) => [name, ...deltas]);
  return line.type === 'say' ? line.deltas : [];
}

function tokensIn(texts: readonly string[]): number {
  return Math.ceil(texts.join('').length / 4);
}
