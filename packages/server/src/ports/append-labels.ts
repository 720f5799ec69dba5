/** Every place in the product that appends has a label of its own: logs speak of it, and a failpoint can name it. */
export const appendLabels = [
  'open-chat',
  'receive-message',
  'answer-question',
  'answer-approval',
  'renew-approval',
  'ask-parent',
  'consult-parent',
  'cancel',
  'retry-task',
  'background-task',
  'mark-read',
  'rename-chat',
  'pin-chat',
  'delete-chat',
  'restore-chat',
  'rewind-chat',
  'stop-work',
  'resume-chat',
  'start-step',
  'end-step',
  'cut-step',
  'start-calls',
  'end-call',
  'record-late',
  'recover',
  'end-thread',
] as const;
/** Those of an import, which is no part of a chat's life here. */
export const importLabels = ['stage-import', 'show-import'] as const;
/** A change of a record appends nothing, so no failpoint names it. */
export type AppendLabel = (typeof appendLabels)[number] | (typeof importLabels)[number] | 'change-record';
