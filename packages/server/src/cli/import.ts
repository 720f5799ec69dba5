import { localWorkspaceId } from '@retinue/protocol';
import type { ImportChat, ImportFailure, ImportPlace } from '../open-import.ts';
import { checkImport, createImport, openForImport } from '../open-import.ts';
import { count } from '../projections/figures.ts';
import { oneLine } from '../projections/text.ts';
import type { Server } from './connect.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { type Input, openAgain } from './read-input.ts';
import { refused } from './refused.ts';
import { askServer } from './wishes-to.ts';

/** An exported chat becomes one of this store; it is checked in full before the store is opened. */
export async function importChat(context: Context, { file }: { file: string }): Promise<{ code: ExitCode } | Failure> {
  const opened = await openAgain(file);
  if ('words' in opened) return opened;
  await using input = opened;
  const checked = await outcomeOf(file, checkImport(context.config), input);
  if ('words' in checked) return checked;
  const server = await connect(context.config);
  const imported = server ? await importThere(context, server, input) : await importHere(context, file, input);
  if ('words' in imported) return imported;
  tell(context, imported);
  return { code: exitCodes.ok };
}

type Imported = Exclude<Awaited<ReturnType<ImportChat>>, ImportFailure | { code: string }>;

async function importHere({ config }: Context, file: string, input: Input): Promise<Imported | Failure> {
  const place: ImportPlace = await openForImport(config);
  try {
    // Whoever has the store at hand is its owner.
    return await outcomeOf(
      file,
      createImport(place, () => () => ({})),
      input,
    );
  } finally {
    await place.log.close();
  }
}

async function outcomeOf(file: string, run: ImportChat, input: Input): Promise<Imported | Failure> {
  const wish = { workspaceId: localWorkspaceId, actor: 'person:owner', commandId: null } as const;
  const imported = await run(wish, { role: 'owner', maxBytes, file: input.open() });
  if ('failure' in imported) return bad(file, imported);
  return 'code' in imported ? refused(imported) : imported;
}

async function importThere(context: Context, server: Server, input: Input): Promise<Imported | Failure> {
  const address = { ...server, startCommand: context.invocation('start') };
  const given = { params: { workspaceId: localWorkspaceId }, body: { chat: null } };
  const reply = await askServer(address, (once) =>
    server.client.importChat(given, { ...once, rawBody: ReadableStream.from(input.open()) }),
  );
  return 'failure' in reply ? reply.failure : reply.done;
}

function tell({ terminal, isJson }: Context, { chatId: threadId, title, ...imported }: Imported): void {
  const { threads, events, stopped } = imported;
  if (isJson) {
    terminal.out(`${JSON.stringify({ threadId, events, threads, stoppedThreads: stopped })}\n`);
    return;
  }
  const size = `${count(threads, 'thread')}, ${count(events, 'event')}`;
  terminal.out(`Imported "${oneLine(title)}" as ${threadId} (${size}).\n`);
  if (stopped > 0) {
    terminal.out(`Work was open in ${count(stopped, 'thread')}. It was stopped; send a message to continue.\n`);
  }
}

function bad(file: string, { failure, words }: ImportFailure): Failure {
  const name = file === '-' ? 'What came in' : file;
  const more = failure === 'too-large' ? '; carry whole stores with backup and restore' : '';
  return { code: exitCodes.failed, words: `${name} can't be imported: ${words}${more}. Nothing was changed.` };
}

const maxBytes = 256 * 1024 * 1024;
