import { type CallStatus, type Reason, renderReason } from '@retinue/protocol';
import { failedCallTexts, reasonsForModels } from './copy.ts';

/** A reason as a model reads it. */
export function reasonForModel(reason: Reason): string {
  return renderReason(reasonsForModels, reason);
}

/** The result of a call without output. */
export function failedCall(status: CallStatus, error: Reason | null): string {
  const head = status === 'interrupted' || status === 'cancelled' ? failedCallTexts[status] : null;
  const text = [head, error && reasonForModel(error)].filter((part) => part).join(' ');
  return text === '' ? failedCallTexts.none : text;
}
