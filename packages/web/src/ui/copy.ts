import type { StatusTone } from './status/status.tsx';

/** Text of the ui components. */
export const uiCopy = {
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Retry',
  copy: 'Copy',
  copied: 'Copied',
  copyCode: 'Copy code',
  copyOf: (name: string) => `Copy ${name}`,
  plainCode: 'text',
  cannotDisplay: (what: string) => `This ${what} can’t be displayed.`,
  showText: 'Show as text',
  hideText: 'Hide text',
  unreadable: 'The content can’t be read.',
  loadFailed: 'This part of the app could not be loaded.',
  invisibleCharacter: 'Invisible character',
  tooComplex: 'Shown as text: too complex to format.',
  checked: 'Done',
  unchecked: 'Not done',
  image: (description: string) => `[image: ${description}]`,
  imageNotShown: 'not shown',
  budget: (left: string) => `Budget: ${left}`,
  showChart: 'Show chart',
  showNumbers: 'Show numbers',
};

export const statusCopy: Record<StatusTone, string> = {
  pending: 'Queued',
  running: 'Running',
  waiting: 'Waiting for you',
  success: 'Done',
  failed: 'Failed',
  cancelled: 'Canceled',
  interrupted: 'Interrupted',
};
