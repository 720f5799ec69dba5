import type { Arguments, CommandName } from './arguments.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';

export function dispatch(request: Arguments, context: Context): Promise<{ code: ExitCode } | Failure> {
  return commands[request.command](context, request);
}

type Command = (context: Context, request: Arguments) => Promise<{ code: ExitCode } | Failure>;

/** Only what a command needs is loaded, so that a short one is short. */
const commands: Record<CommandName, Command> = {
  start: async (context) => (await import('./start.ts')).start(context),
  link: async (context) => (await import('./link.ts')).link(context),
  token: async (context, { given: { action = '' } }) => (await import('./token.ts')).token(context, { action }),
  resume: async (context) => (await import('./resume.ts')).resume(context),
  run: async (context, { given: { prompt = '' }, agent, budget }) =>
    (await import('./run.ts')).run(context, { prompt, agent: agent ?? 'orchestrator', budget }),
  send: async (context, { given: { chat = '', text = '' }, budget }) =>
    (await import('./act.ts')).send(context, { chat, text, budget }),
  answer: async (context, { given: { question = '', text = '' } }) =>
    (await import('./act.ts')).answer(context, { question, text }),
  cancel: async (context, { given: { target = '' } }) => (await import('./act.ts')).cancel(context, { target }),
  stop: async (context, { given: { target = '' }, isResumed }) =>
    (await import('./stop.ts')).stop(context, { target, isResumed }),
  retry: async (context, { given: { task = '' }, instruction }) =>
    (await import('./act.ts')).retry(context, { task, instruction }),
  background: async (context, { given: { task = '' } }) => (await import('./act.ts')).background(context, { task }),
  rename: async (context, { given: { chat = '', title = '' } }) =>
    (await import('./change.ts')).rename(context, { chat, title }),
  delete: async (context, { given: { chat = '' } }) => (await import('./change.ts')).deleteChat(context, { chat }),
  tree: async (context, { given: { chat = '' } }) => (await import('./look.ts')).showTree(context, { chat }),
  list: async (context) => (await import('./look.ts')).listChats(context),
  inbox: async (context) => (await import('./inbox.ts')).inbox(context),
  search: async (context, { given: { words = '' }, more }) =>
    (await import('./search.ts')).search(context, { words: [words, ...more].join(' ') }),
  webhooks: async (context, { given: { action = '' }, more, triggers, secret }) =>
    (await import('./webhooks.ts')).webhooks(context, { action, more, triggers, secret }),
  verify: async (context) => (await import('./look.ts')).verify(context),
  show: async (context, { given: { thread = '' }, isFull }) =>
    (await import('./show.ts')).show(context, { thread, isFull }),
  stats: async (context, request) => (await import('./stats.ts')).stats(context, request),
  limits: async (context, { set, budget }) => (await import('./limits.ts')).limits(context, { set, budget }),
  prices: async (context, { set, remove }) => (await import('./prices.ts')).prices(context, { set, remove }),
  export: async (context, request) =>
    (await import('./export.ts')).exportChat(context, { ...request, chat: request.given.chat ?? '' }),
  import: async (context, { given: { file = '' } }) => (await import('./import.ts')).importChat(context, { file }),
  backup: async (context, { given: { file = '' } }) => (await import('./backup.ts')).backup(context, { file }),
  restore: async (context, { given: { file = '' }, isForced }) =>
    (await import('./backup.ts')).restore(context, { file, isForced }),
};
