export const paneCopy = {
  openingThread: 'Opening thread…',
  missingTitle: 'Task not found',
  missing: 'An edit to an earlier message may have removed it.',
  thread: (agent: string) => `Thread of ${agent}`,
  tabs: { messages: 'Messages', context: 'Context', usage: 'Usage', events: 'Raw events' },
  tabList: 'Views of this task',
  messages: 'Sub-agent messages',
  steer: (agent: string) => `Message ${agent}. It reads this at its next step.`,
  reactivate: (agent: string) => `Ask ${agent} to continue`,

  breadcrumb: 'Path to this task',
  chat: 'Chat',
  previousTask: 'Previous task',
  nextTask: 'Next task',
  position: (at: number, of: number) => `${at} of ${of}`,
  close: 'Close side pane',
} as const;
