import type { Arguments } from './arguments.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';

/** Only what a command needs is loaded, so that a short one is short. */
export async function dispatch(request: Arguments, context: Context): Promise<{ code: ExitCode } | Failure> {
  const { command, given, agent, instruction } = request;
  const {
    prompt = '',
    chat = '',
    title = '',
    text = '',
    question = '',
    target = '',
    task = '',
    thread = '',
    file = '',
  } = given;
  switch (command) {
    case 'start':
      return (await import('./start.ts')).start(context);
    case 'run':
      return (await import('./run.ts')).run(context, { prompt, agent: agent ?? 'orchestrator' });
    case 'send':
      return (await import('./act.ts')).send(context, { chat, text });
    case 'answer':
      return (await import('./act.ts')).answer(context, { question, text });
    case 'cancel':
      return (await import('./act.ts')).cancel(context, { target });
    case 'retry':
      return (await import('./act.ts')).retry(context, { task, instruction });
    case 'rename':
      return (await import('./change.ts')).rename(context, { chat, title });
    case 'delete':
      return (await import('./change.ts')).deleteChat(context, { chat });
    case 'tree':
      return (await import('./look.ts')).showTree(context, { chat });
    case 'list':
      return (await import('./look.ts')).listChats(context);
    case 'verify':
      return (await import('./look.ts')).verify(context);
    case 'show':
      return (await import('./show.ts')).show(context, { thread, isFull: request.isFull });
    case 'stats':
      return (await import('./stats.ts')).stats(context);
    case 'export':
      return (await import('./export.ts')).exportChat(context, { ...request, chat });
    case 'import':
      return (await import('./import.ts')).importChat(context, { file, isCopy: request.isCopy });
    case 'backup':
      return (await import('./backup.ts')).backup(context, { file });
    case 'restore':
      return (await import('./backup.ts')).restore(context, { file, isForced: request.isForced });
    default:
      return command satisfies never;
  }
}
