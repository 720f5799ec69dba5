export const tasksCopy = {
  attempt: (attempt: number) => `Attempt ${attempt}`,
  reactivated: 'Reactivated',
  reactivatedAgain: 'Reactivated, retried',
  background: 'Background',
  queuePlace: (place: number) => `, position ${place}`,

  more: (title: string) => `More actions for ${title}`,
  ofTask: (action: string, title: string) => `${action}: ${title}`,
  open: 'Open in side pane',
  retry: 'Retry',
  editAndRetry: 'Edit and retry',
  instruction: 'Instruction',
  instructionMissing: 'Enter an instruction.',
  retryHelp: 'Runs the task again with these instructions. The previous attempt stays visible.',
  cancel: 'Cancel',
  sending: 'Sending…',
} as const;
