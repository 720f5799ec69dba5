import type { Reason } from '../../../events/reason.ts';
import { providerTexts, type ReasonTexts, reasonTexts } from './copy.ts';

/** A reason as people read it. */
export function reasonText(reason: Reason): string {
  return renderReason(reasonTexts, reason);
}

/** A reason in these texts, with what its provider says and how long it was retried. */
export function renderReason(texts: ReasonTexts, reason: Reason): string {
  const render = texts[reason.code] as (reason: Reason) => string;
  const { quote, retriedMs, askedMs, maxWaitMs } = { ...noMore, ...reason };
  const parts = [render(reason)];
  if (quote !== undefined) parts.push(providerTexts.quote(quote));
  if (askedMs !== undefined && maxWaitMs !== undefined) parts.push(providerTexts.waitTooLong(askedMs, maxWaitMs));
  if (retriedMs !== undefined) parts.push(providerTexts.retried(retriedMs));
  return parts.join(' ');
}

const noMore: { quote?: string; retriedMs?: number; askedMs?: number; maxWaitMs?: number } = {};
