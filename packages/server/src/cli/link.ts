import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';

/** A new way in, for whoever may read the token file. */
export async function link({ config, terminal, isJson, invocation }: Context): Promise<{ code: ExitCode } | Failure> {
  const server = await connect(config);
  if (!server) {
    return { code: exitCodes.failed, words: `No server runs on this store. Start one with: ${invocation('start')}` };
  }
  const made = await server.client.makeSetUpLink({});
  terminal.out(
    isJson ? `${JSON.stringify(made)}\n` : `Open this link in a browser; it works once:\n\n  ${made.url}\n\n`,
  );
  return { code: exitCodes.ok };
}
