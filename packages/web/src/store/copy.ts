/** Text that the store produces: toasts, browser notifications, and what a thread is doing. */
export const toastCopy = {
  unreachable: 'The server is not responding. Check that it is running, then retry.',
  alreadyClosed: 'This request was already closed. Your answer was not sent.',
  deleted: (title: string) => `Deleted ${title}`,
  undo: 'Undo',
};

export const alertCopy = {
  untitledChat: 'Chat',
  waiting: (title: string) => `Waiting for you: ${title}`,
  failed: (title: string) => `Failed: ${title}`,
  failedText: 'Open the chat to see why, or to retry.',
  done: (title: string) => `Done: ${title}`,
  doneText: 'The answer is ready.',
};

export const workCopy = {
  summarizing: 'Summarizing earlier messages',
  usingTool: 'Using a tool',
  waitingFor: (agents: number) => (agents === 1 ? 'Waiting for 1 sub-agent' : `Waiting for ${agents} sub-agents`),
  waitingForYou: 'Waiting for you',
  askingParent: 'Asking its parent',
  starting: 'Starting',
  thinking: 'Thinking',
  writing: 'Writing',
  delegating: 'Preparing to delegate',
  reporting: 'Reporting',
};

export const actorCopy = {
  you: 'you',
  owner: 'the owner',
  commandLine: (name: string) => `${name} on the command line`,
  imported: 'a person before the import',
  person: 'a person',
};

export const budgetTextCopy = {
  notPositive: 'Enter a number greater than 0.',
  left: (left: string, bound: string) => `${left} of ${bound} left`,
  calls: (calls: number) => (calls === 1 ? '1 call' : `${calls} calls`),
  tasks: (tasks: number) => (tasks === 1 ? '1 task' : `${tasks} tasks`),
};

export const figureCopy = {
  seconds: (seconds: number) => `${seconds} s`,
  minutes: (minutes: number, seconds: string) => `${minutes} min ${seconds} s`,
  hours: (hours: number, minutes: string) => `${hours} h ${minutes} min`,
  minutesAgo: (minutes: number) => `${minutes} min`,
  hoursAgo: (hours: number) => `${hours} h`,
  tokens: (amount: string) => `${amount} tok`,
  unknown: 'Unknown',
  priceUnknown: 'price unknown',
  priceUnknownAlone: 'Price unknown',
  atLeast: (money: string) => `at least ${money}`,
  atLeastAlone: (money: string) => `At least ${money}`,
  none: '–',
  now: 'now',
  lapsed: 'This request is too old to approve.',
  lapses: (time: string, left: string) => `Can be approved until ${time}, ${left} left.`,
};
