import { enableCompileCache } from 'node:module';
import type { Arguments } from './arguments.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';

enableCompileCache();
process.exitCode = await main(process.argv.slice(2), process.env);

/** The command line: reads the words, does what they ask, and says in the exit code how it went. */
async function main(words: readonly string[], environment: Record<string, string | undefined>): Promise<ExitCode> {
  const { readArguments } = await import('./arguments.ts');
  const request = readArguments(words);
  // A reader that goes away (`| head`) is no error of ours.
  process.stdout.on('error', () => {});
  if ('help' in request) {
    const { helpFor } = await import('./help.ts');
    process.stdout.write(helpFor(request.help, (command) => `${programName(environment)} ${command}`));
    return 0;
  }
  const outcome = 'words' in request ? request : await perform(request, environment);
  if ('words' in outcome) process.stderr.write(`${outcome.words}\n`);
  return outcome.code;
}

/** What a command can't do for a reason outside the product is told in words, like any other failure. */
async function perform(
  request: Arguments,
  environment: Record<string, string | undefined>,
): Promise<{ code: ExitCode } | Failure> {
  try {
    const context = await openContext(request, environment);
    return 'words' in context ? context : await dispatch(request, context);
  } catch (error) {
    const { problemWords } = await import('./report.ts');
    return { code: 1, words: problemWords(error) };
  }
}

async function openContext(
  request: Arguments,
  environment: Record<string, string | undefined>,
): Promise<Context | Failure> {
  const { readConfig } = await import('../config.ts');
  const { openTerminal } = await import('./terminal.ts');
  const { data, isJson } = request;
  const config = readConfig(data === null ? environment : { ...environment, RETINUE_DATA: data, DATABASE_URL: '' });
  if ('problems' in config) return { code: 2, words: config.problems.join('\n') };
  const suffix = data === null ? '' : ` --data ${quoted(data)}`;
  const invocation = (command: string) => `${programName(environment)} ${command}${suffix}`;
  return { config, terminal: openTerminal(environment), isJson, invocation };
}

/** Only what a command needs is loaded, so that a short one is short. */
async function dispatch(request: Arguments, context: Context): Promise<{ code: ExitCode } | Failure> {
  const { command, given, agent, instruction } = request;
  const { prompt = '', chat = '', text = '', question = '', target = '', task = '', thread = '', file = '' } = given;
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

function programName({ npm_lifecycle_event }: Record<string, string | undefined>): string {
  return npm_lifecycle_event === undefined ? 'retinue' : 'npm run retinue --';
}

function quoted(word: string): string {
  return /^[\w./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
