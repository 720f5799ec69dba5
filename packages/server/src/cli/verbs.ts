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
  /** Resolves with an exit code, or with nothing for success. */
  run(context: Context, input: CommandInput): Promise<{ code: ExitCode }> | Promise<void>;
}

type OwnVerb = Omit<Verb, 'help'>;
export type OwnVerbName = keyof typeof ownVerbs;

/** Commands that need more than a call of one route. Each loads only the code that it needs. */
const ownVerbs = {
  start: { takes: [], run: async (context) => (await import('./server/start.ts')).start(context) },
  resume: { takes: [], run: async (context) => (await import('./run/resume.ts')).resume(context) },
  link: { takes: [], run: async (context) => (await import('./server/link.ts')).link(context) },
  token: {
    takes: ['action'],
    run: async (context, { given: { action = '' } }) => (await import('./server/token.ts')).token(context, action),
  },
  run: {
    takes: ['prompt'],
    run: async (context, { given: { prompt = '', agent = 'orchestrator', budget } }) =>
      (await import('./run/run.ts')).run(context, { prompt, agent, budget }),
  },
  send: {
    takes: ['chat', 'text'],
    run: async (context, { given: { chat = '', text = '', budget } }) =>
      (await import('./run/send-text.ts')).sendText(context, { chat, text, budget }),
  },
  answer: {
    takes: ['question', 'text'],
    run: async (context, { given: { question = '', text = '' } }) =>
      (await import('./run/answer.ts')).answer(context, { question, text }),
  },
  cancel: {
    takes: ['target'],
    run: async (context, { given: { target = '' } }) => (await import('./run/cancel.ts')).cancel(context, target),
  },
  stop: {
    takes: ['target'],
    run: async (context, { given: { target = '' }, flags }) =>
      (await import('./run/stop.ts')).stop(context, { target, isResumed: flags.has('resume') }),
  },
  tree: {
    takes: ['chat'],
    run: async (context, { given: { chat = '' } }) => (await import('./tree/show-tree.ts')).showTree(context, chat),
  },
  list: { takes: [], run: async (context) => (await import('./lists/list-chats.ts')).listAllChats(context) },
  inbox: { takes: [], run: async (context) => (await import('./lists/inbox.ts')).inbox(context) },
  verify: {
    takes: [],
    run: async (context) => (await import('./store/verify-local-store.ts')).verifyLocalStore(context),
  },
  search: {
    takes: ['query'],
    takesMore: true,
    run: async (context, { given: { query = '' }, more }) =>
      (await import('./lists/search-chats.ts')).searchChats(context, [query, ...more].join(' ')),
  },
  webhooks: {
    takes: ['action'],
    takesMore: true,
    run: async (context, { given: { action = '', triggers, secret }, more }) =>
      (await import('./settings/webhooks.ts')).webhooks(context, { action, ids: more, triggers, secret }),
  },
  show: {
    takes: ['thread'],
    run: async (context, { given: { thread = '' }, flags }) =>
      (await import('./tree/show-tree.ts')).showThread(context, thread, flags.has('full')),
  },
  stats: {
    takes: [],
    run: async (context, { given }) => (await import('./lists/stats.ts')).stats(context, given),
  },
  limits: {
    takes: [],
    run: async (context, { given }) => (await import('./settings/limits.ts')).limits(context, given),
  },
  prices: {
    takes: [],
    run: async (context, { given }) => (await import('./settings/prices.ts')).prices(context, given),
  },
  export: {
    takes: ['chat'],
    run: async (context, { given: { chat = '', format, output } }) =>
      (await import('./store/export-file.ts')).exportFile(context, { chat, format, output }),
  },
  import: {
    takes: ['file'],
    ignores: ['copy'],
    run: async (context, { given: { file = '' } }) =>
      (await import('./store/import-file.ts')).importFile(context, file),
  },
  backup: {
    takes: ['file'],
    run: async (context, { given: { file = '' } }) => (await import('./store/backup.ts')).backup(context, file),
  },
  restore: {
    takes: ['file'],
    run: async (context, { given: { file = '' }, flags }) =>
      (await import('./store/restore.ts')).restore(context, { file, isForced: flags.has('force') }),
  },
} satisfies Record<string, OwnVerb>;

/** All commands by their names: these, and those that the contracts of routes describe. */
export const verbs: ReadonlyMap<string, Verb> = new Map([
  ...Object.entries(ownVerbs).map(([name, verb]): [string, Verb] => [
    name,
    { ...verb, help: verbCopy[name as OwnVerbName] },
  ]),
  ...routeVerbs(),
]);
