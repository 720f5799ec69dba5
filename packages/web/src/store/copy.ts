/** Text that the store produces: toasts, browser notifications, and what a thread is doing. */
export const toastCopy = {
  unreachable: 'The server does not respond. Check that it is running, then try again.',
  alreadyClosed: 'This request was already closed. Your answer was not sent.',
  deleted: (title: string) => `Deleted “${title}”`,
  undo: 'Undo',
};

export const alertCopy = {
  untitledChat: 'a chat',
  waiting: (title: string) => `Waiting for you: ${title}`,
  failed: (title: string) => `Failed: ${title}`,
  failedText: 'Open the chat to see why, or to retry.',
  done: (title: string) => `Done: ${title}`,
  doneText: 'The answer is ready.',
};

export const workCopy = {
  summarizing: 'summarizing earlier messages',
  usingTool: 'using a tool',
  waitingFor: (agents: number) => (agents === 1 ? 'waiting for 1 agent' : `waiting for ${agents} agents`),
  waitingForYou: 'waiting for you',
  askingParent: 'asking its parent',
  starting: 'starting',
  thinking: 'thinking',
  writing: 'writing',
  delegating: 'preparing to delegate',
  reporting: 'reporting',
};

export const actorCopy = {
  you: 'you',
  owner: 'the owner',
  commandLine: (name: string) => `${name} at the command line`,
  imported: 'a person before the import',
  person: 'a person',
};

export const figureCopy = {
  unknown: 'Unknown',
  atLeast: (money: string) => `at least ${money}`,
  atLeastAlone: (money: string) => `At least ${money}`,
  none: '–',
  now: 'now',
  lapsed: 'This request is too old to approve.',
  lapses: (time: string, left: string) => `Can be approved until ${time}, ${left} left.`,
};
