import type { FinishReason } from '@retinue/protocol';
import type { UiFinishReason } from './ui-message.ts';

/** Why a model stopped, in the AI SDK's words. */
export function finishReasonOf(reason: FinishReason): UiFinishReason {
  return reason === 'calls' ? 'tool-calls' : reason;
}
