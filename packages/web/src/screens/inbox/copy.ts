import { formatCount } from '../../store/usage/figures.ts';

export const inboxCopy = {
  title: 'Inbox',
  waiting: 'Waiting for you',
  nothingWaiting: 'Nothing is waiting for you. Questions from all agents appear here.',
  moreQuestions: (shown: number) => `Showing the first ${shown} questions. More appear as you answer.`,
  running: 'Running',
  nothingRunning: 'Nothing is running.',
  done: 'Done',
  nothingDone: 'Nothing is done yet.',
  openChat: 'Open chat',
  tasks: (tasks: number, open: number) =>
    open > 0 ? `${tasks - open} of ${formatCount(tasks, 'task')} done` : formatCount(tasks, 'task'),
} as const;
