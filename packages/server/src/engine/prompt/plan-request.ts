import { defaultCompactAtTokens, type ThreadState } from '@retinue/protocol';
import type { ModelRequest } from '../../ports/engine/model.ts';
import type { Tools } from '../../ports/engine/tool.ts';
import { type PlannedStep, planStep } from '../step/plan-step.ts';
import { buildRequest, estimateTokens } from './build-request.ts';
import { placeToCompact } from './compaction-place.ts';
import { compactionRequest } from './compaction-request.ts';
import { trimPrompt } from './trim-prompt.ts';

/**
 * The next step and its prompt. A prompt that is too long makes the thread summarize it first; if there is nothing to
 * summarize, or that has failed in this turn, the oldest large results are left out instead.
 */
export function planRequest(tools: Tools, thread: ThreadState): { planned: PlannedStep; request: ModelRequest } {
  const planned = planStep(thread);
  const request = buildRequest(tools, thread, planned);
  const limitTokens = promptLimitOf(thread);
  if (estimateTokens(request) <= limitTokens) return { planned, request };
  const place = thread.turnStats.failedCompactions === 0 ? placeToCompact(thread, limitTokens) : null;
  if (!place) return { planned, request: trimPrompt(request, limitTokens) };
  const compaction = { ...planned, kind: 'compaction' } as const;
  return { planned: compaction, request: compactionRequest(thread, compaction, place, limitTokens) };
}

/** Half of a refused prompt is sure to be much less than the provider's limit. */
export function promptLimitOf({ limits, refusedTokens }: ThreadState): number {
  const limitTokens = limits.compactAtTokens ?? defaultCompactAtTokens;
  return refusedTokens === null ? limitTokens : Math.min(limitTokens, Math.floor(refusedTokens / 2));
}

/** Whether a prompt that was refused as too long can become a shorter one. */
export function canShorten(tools: Tools, thread: ThreadState, refusedTokens: number): boolean {
  const refused = planRequest(tools, thread);
  const next = planRequest(tools, { ...thread, refusedTokens });
  return estimateTokens(next.request) < estimateTokens(refused.request);
}
