import type { StatusTone } from './status.tsx';

/** Nouns for content that could fail to draw. */
export const contentCopy = {
  agent: 'agent',
  call: 'call',
  chart: 'chart',
  chat: 'chat',
  message: 'message',
  pane: 'pane',
  question: 'question',
  screen: 'screen',
  search: 'search',
  shortcuts: 'list of keyboard shortcuts',
  task: 'task',
  text: 'text',
} as const;

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
  cannotDisplay: (noun: string) => `This ${noun} can't be displayed.`,
  showText: 'Show as text',
  hideText: 'Hide text',
  unreadable: "The content can't be read.",
  loadFailed: 'This part of the app could not be loaded.',
  invisibleCharacter: 'Invisible character',
  tooComplex: 'Too complex to format. Shown as text.',
  checked: 'Checked',
  unchecked: 'Not checked',
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
