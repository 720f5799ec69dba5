import type { CommandInput } from './arguments.ts';
import type { Context } from './context.ts';
import type { VerbCopy } from './copy.ts';
import { verbCopy } from './copy.ts';
import type { ExitCode } from './exit.ts';
import { routeVerbs } from './route-verbs.ts';

/** A command of the command line. */
export interface Verb {
  /** Names of its arguments. */
  takes: readonly string[];
  takesMore?: true;
  /** Options of earlier releases. They are accepted, and have no effect. */
  ignores?: readonly string[];
  help: VerbCopy;
  load(): Promise<RunVerb>;
}

/** Resolves with an exit code, or with nothing for success. */
type RunVerb = (context: Context, input: CommandInput) => Promise<{ code: ExitCode }> | Promise<void>;

type OwnVerb = Omit<Verb, 'help'>;
export type OwnVerbName = keyof typeof ownVerbs;

/** Commands that need more than a call of one route. Each loads only the code that it needs. */
const ownVerbs = {
  start: { takes: [], load: async () => (await import('./server/start.ts')).start },
  resume: { takes: [], load: async () => (await import('./run/resume.ts')).resume },
  link: { takes: [], load: async () => (await import('./server/link.ts')).link },
  token: { takes: ['action'], load: async () => (await import('./server/token.ts')).token },
  run: { takes: ['prompt'], load: async () => (await import('./run/run.ts')).run },
  send: { takes: ['chat', 'text'], load: async () => (await import('./run/send-text.ts')).sendText },
  answer: { takes: ['question', 'text'], load: async () => (await import('./run/answer.ts')).answer },
  cancel: { takes: ['target'], load: async () => (await import('./run/cancel.ts')).cancel },
  stop: { takes: ['target'], load: async () => (await import('./run/stop.ts')).stop },
  tree: { takes: ['chat'], load: async () => (await import('./tree/show-tree.ts')).showTree },
  list: { takes: [], load: async () => (await import('./lists/list-chats.ts')).listAllChats },
  inbox: { takes: [], load: async () => (await import('./lists/inbox.ts')).inbox },
  verify: { takes: [], load: async () => (await import('./store/verify-local-store.ts')).verifyLocalStore },
  search: {
    takes: ['query'],
    takesMore: true,
    load: async () => (await import('./lists/search-chats.ts')).searchChats,
  },
  webhooks: { takes: ['action'], takesMore: true, load: async () => (await import('./settings/webhooks.ts')).webhooks },
  show: { takes: ['thread'], load: async () => (await import('./tree/show-tree.ts')).showThread },
  stats: { takes: [], load: async () => (await import('./lists/stats.ts')).stats },
  limits: { takes: [], load: async () => (await import('./settings/limits.ts')).limits },
  prices: { takes: [], load: async () => (await import('./settings/prices.ts')).prices },
  export: { takes: ['chat'], load: async () => (await import('./store/export-file.ts')).exportFile },
  import: { takes: ['file'], ignores: ['copy'], load: async () => (await import('./store/import-file.ts')).importFile },
  backup: { takes: ['file'], load: async () => (await import('./store/backup.ts')).backup },
  restore: { takes: ['file'], load: async () => (await import('./store/restore.ts')).restoreFile },
} satisfies Record<string, OwnVerb>;

/** All commands by their names: these, and those that the contracts of routes describe. */
export const verbs: ReadonlyMap<string, Verb> = new Map([
  ...Object.entries(ownVerbs).map(([name, verb]): [string, Verb] => [
    name,
    { ...verb, help: verbCopy[name as OwnVerbName] },
  ]),
  ...routeVerbs(),
]);
