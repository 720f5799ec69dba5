export const threadCopy = {
  opening: 'Opening…',
  loadingMessages: 'Loading messages…',
  showEarlier: 'Show earlier messages',
  loadingEarlier: 'Loading earlier messages…',
  scrollToEnd: 'Scroll to the end',

  you: 'You',
  copyMessage: 'Copy message',
  editMessage: 'Edit message',
  yourMessage: 'Your message',
  editWarning: 'Removes everything after this message.',
  cancel: 'Cancel',
  resend: 'Send message',
  sending: 'Sending…',
  readAtStep: (step: number) => `Read at step ${step}`,
  queuedUntilResume: 'Queued until work resumes',
  queuedForNextStep: 'Queued for the next step',

  instruction: 'Instruction',
  lateResult: 'Late result',
  notice: 'Notice',
  noticeResult: 'Show result',
  context: 'Additional context',

  stepKinds: {
    'wrap-up': 'Asked to finish',
    repair: 'Asked to correct its result',
    salvage: 'Partial work after a limit',
  },
  thinking: 'Thinking…',
  reasoning: 'Reasoning',
  cutOff: 'Cut off here.',

  summarizing: 'Summarizing earlier steps…',
  summaryFailed: 'Earlier steps could not be summarized.',
  summarized: 'Earlier steps were summarized for the model',
  showSummary: 'Show',
  hideSummary: 'Hide',

  copyAnswer: 'Copy answer',
  regenerate: 'Regenerate answer',
  turnUsage: (usage: string, hasTasks: boolean) =>
    `${hasTasks ? 'This turn without sub-agents' : 'This turn'}: ${usage}`,
  followUps: 'Suggested questions',

  outcomes: {
    failed: { label: 'Failed', head: 'Failed.' },
    partial: { label: 'Budget reached', head: 'Budget reached. The answer may be incomplete.' },
    canceled: { label: 'Canceled', head: '' },
  },
  retry: 'Retry',
  stop: 'Stop',
  providerSettings: '[Provider settings]',
} as const;
