import type { FinishReason } from '@retinue/protocol';
import type { UiFinishReason } from './ui-message.ts';

/** A model's reason to stop, in the AI SDK's terms. */
export function finishReasonOf(reason: FinishReason): UiFinishReason {
  return reason === 'calls' ? 'tool-calls' : reason;
}
