import type { Usage } from '../../events/event-parts.ts';
import type { FactFields } from '../../events/events.ts';
import type { AgentSnapshot } from '../../records/agents.ts';
import { addSaturating } from '../../schemas/numbers.ts';
import type { ThreadState } from '../thread-state.ts';
import { addUsage, costOf, noUsage, totalTokens, withoutNegatives } from '../usage.ts';
import { findStep } from './fold-items.ts';
import { recordTakenBack } from './fold-rewind.ts';

export function spend(thread: ThreadState, usage: Usage, unpriced = unpricedTokensOf(thread, usage)): void {
  thread.usage = addUsage(thread.usage, usage);
  thread.unpricedTokens = Math.max(0, addSaturating(thread.unpricedTokens, unpriced));
  thread.turnStats.usage = withoutNegatives(addUsage(thread.turnStats.usage, usage));
  // A late count may be less than the estimate of an earlier turn.
  thread.turnStats.tokens = Math.max(0, addSaturating(thread.turnStats.tokens, totalTokens(usage)));
  thread.turnStats.costMicros = Math.max(0, addSaturating(thread.turnStats.costMicros, costOf(usage)));
}

/** A provider's late count replaces the estimate of that attempt. */
export function recordUsage(thread: ThreadState, data: FactFields<'usage.recorded'>): void {
  const { step, attempt, usage } = data;
  const found = findStep(thread, step);
  const isLast = found?.item.attempt === attempt;
  const earlier = found && isLast ? found.item.usage : recordTakenBack(thread, data);
  const guess = earlier && earlier.estimatedTokens > 0 ? earlier : null;
  if (found && isLast && guess) thread.items[found.index] = { ...found.item, usage };
  replaceGuess(thread, guess, usage);
}

export function replaceGuess(thread: ThreadState, guess: Usage | null, usage: Usage): void {
  const guessed = guess ? { ...guess, ...noCounts } : noUsage;
  const change = {
    ...usage,
    estimatedTokens: usage.estimatedTokens - guessed.estimatedTokens,
    costMicros: costOf(usage) - costOf(guessed),
  };
  spend(thread, change, unpricedTokensOf(thread, usage) - unpricedTokensOf(thread, guessed));
}

/** Tokens without a known price. Their cost is absent; earlier releases left it out for the free demo model too. */
export function unpricedTokensOf({ agent }: { agent: Pick<AgentSnapshot, 'model'> }, usage: Usage): number {
  return usage.costMicros === undefined && agent.model.provider !== 'demo' ? totalTokens(usage) : 0;
}

const noCounts = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 };
