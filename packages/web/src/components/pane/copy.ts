export const paneCopy = {
  openingThread: 'Opening the thread …',
  missingTitle: 'No such task in this chat',
  missing: 'An edited message may have removed it.',
  thread: (agent: string) => `Thread of ${agent}`,
  tabs: { messages: 'Messages', context: 'Context', usage: 'Usage', events: 'Raw events' },
  tabList: 'Views of this task',
  messages: 'Messages of the sub-agent',
  steer: (agent: string) => `Message ${agent}. It reads this at its next step.`,
  reactivate: (agent: string) => `Ask ${agent} to continue`,

  breadcrumb: 'Path to this task',
  chat: 'Chat',
  previousTask: 'Previous task',
  nextTask: 'Next task',
  position: (at: number, of: number) => `${at} of ${of}`,
  close: 'Close side pane',
} as const;
