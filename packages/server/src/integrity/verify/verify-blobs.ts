import type { CallId } from '@retinue/protocol';
import type { Finding } from '../../ports/finding.ts';

export function missingBlob(callId: CallId, hash: string): Finding {
  return { rule: 'blob', about: callId, words: `The result of call ${callId} is in blob ${hash}, which is not there.` };
}

export function changedBlob(callId: CallId, hash: string): Finding {
  return {
    rule: 'blob',
    about: callId,
    words: `The result of call ${callId} is in blob ${hash}, which has other content.`,
  };
}
