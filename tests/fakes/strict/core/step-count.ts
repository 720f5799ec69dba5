import type { Usage } from '@retinue/protocol';
import type { InputCount } from './prefix-cache.ts';
import type { PlayedLine, PlayedStep } from './strict-lines.ts';
import { tokensIn } from './tokens.ts';

/** All counts of a step, from which each provider reports its own. */
export interface StepCount {
  /** Includes the tokens read from the cache and written to it. */
  input: number;
  read: number;
  written: number;
  /** Includes the reasoning. */
  output: number;
  reasoning: number;
  searches: number;
}

export function countStep({ lines, usage }: PlayedStep, { total, read, written }: InputCount): StepCount {
  const reasoning = usage.reasoningTokens ?? sum(lines, reasoningIn);
  const input = usage.inputTokens ?? total;
  const cached = Math.min(input, usage.cachedTokens ?? read);
  return {
    input,
    read: cached,
    written: Math.min(input - cached, written),
    output: usage.outputTokens ?? sum(lines, outputIn) + reasoning,
    reasoning,
    searches: lines.filter(({ type }) => type === 'search').length,
  };
}

export function toUsage({ input, read, output, reasoning }: StepCount): Usage {
  return {
    inputTokens: input,
    outputTokens: output,
    reasoningTokens: reasoning,
    cachedTokens: read,
    estimatedTokens: 0,
  };
}

function reasoningIn(line: PlayedLine): number {
  if (line.type === 'redact') return redactedTokens;
  return line.type === 'think' ? tokensIn(line.deltas.join('')) : 0;
}

function outputIn(line: PlayedLine): number {
  if (line.type === 'calls') return tokensIn(line.calls.map(({ name, deltas }) => name + deltas.join('')).join(''));
  return line.type === 'say' || line.type === 'search' || line.type === 'refuse' ? tokensIn(line.deltas.join('')) : 0;
}

function sum(lines: readonly PlayedLine[], count: (line: PlayedLine) => number): number {
  return lines.reduce((total, line) => total + count(line), 0);
}

const redactedTokens = 20;
