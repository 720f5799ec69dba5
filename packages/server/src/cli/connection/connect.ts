import type { Client, Fetch, Route, Routes, ThreadId } from '@retinue/protocol';
import { createClient, localWorkspaceId, problemsIn, routes } from '@retinue/protocol';
import type { Context } from '../context.ts';
import { CommandError, usageError } from '../exit.ts';
import { findServer } from './find-server.ts';
import type { StreamMessage } from './read-stream.ts';
import { readStream } from './read-stream.ts';

/** The HTTP API of a store, through its running server or the app in this process. */
export interface ApiConnection {
  client: Client<Routes>;
  /** Events of these chats after a position, and text as it is written, until the signal or the end of the connection. */
  stream(place: { chats: readonly ThreadId[]; after: number }, signal: AbortSignal): AsyncGenerator<StreamMessage[]>;
  /** Whether a server runs, which continues open work by itself. */
  isServer: boolean;
  /** Continues open work in this process, unless a server does. */
  start(): void;
  close(graceMs: number): Promise<void>;
}

interface ConnectOptions {
  /** Opens the store without changing it, also while another process writes to it. */
  isReadOnly?: boolean;
  /** Gets errors that belong to no request. Otherwise their messages are printed. */
  onProblem?: (problem: unknown) => void;
}

export async function connect({ config, terminal }: Context, options: ConnectOptions = {}): Promise<ApiConnection> {
  const warn = (problem: unknown) => terminal.err(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  const { isReadOnly = false, onProblem = warn } = options;
  const server = await findServer(config);
  if (server) return { ...connectionOf(server.fetch), isServer: true, start: () => {}, close: async () => {} };
  const { openLocalRetinue } = await import('../../serve.ts');
  const { fetch, start, stop } = await openLocalRetinue(config, { isReadOnly, onProblem });
  return { ...connectionOf(fetch), isServer: false, start, close: stop };
}

/** One connection for the time of `use`. */
export async function withConnection<Result>(
  context: Context,
  options: ConnectOptions,
  use: (client: Client<Routes>) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(context, options);
  try {
    return await use(connection.client);
  } finally {
    await connection.close(0);
  }
}

/** The client of the running server, for commands that only a server can carry out. */
export async function connectToServer({ config, invocation }: Context): Promise<Client<Routes>> {
  const server = await findServer(config);
  if (!server) throw new CommandError(`No server runs on this store. Start one with: ${invocation('start')}`);
  return connectionOf(server.fetch).client;
}

function connectionOf(fetch: Fetch): Pick<ApiConnection, 'client' | 'stream'> {
  const client = createClient(routes, { baseUrl: '', fetch, check: checkBody });
  return {
    client,
    async *stream({ chats, after }, signal) {
      const query = { chats: chats.join(','), after: String(after) };
      const { body } = await client.openStream({ params: { workspaceId: localWorkspaceId }, query }, { signal });
      if (body) yield* readStream(body);
    },
  };
}

/** Refuses wrong input before it is sent. */
export function checkBody({ body, isStreamed }: Route, value: unknown): void {
  const error = isStreamed ? undefined : body?.safeParse(value).error;
  if (error) throw usageError(problemsIn(error));
}
