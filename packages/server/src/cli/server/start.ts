import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Served } from '../../serve.ts';
import { createLogger, serveRetinue } from '../../serve.ts';
import { connect } from '../connection/connect.ts';
import { findServer } from '../connection/find-server.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { CommandError, exitCodes } from '../exit.ts';
import { StopSignals } from '../follow/stop-signals.ts';
import { collectAtRest } from './collect-at-rest.ts';

/** Serves until it is stopped. In an empty store the demo model, which costs nothing, shows a first delegation. */
export async function start(context: Context): Promise<{ code: ExitCode }> {
  const { config, terminal } = context;
  using signals = new StopSignals();
  const logger = createLogger(config.server.logLevel, process.stderr);
  // An unexpected error ends the process in order. The store survives it, and the next start continues.
  process.once('uncaughtException', (error) => {
    logger.error({ error }, 'The server stops after an unexpected error.');
    signals.report(error);
  });
  const { setUpUrl, stop, retinue } = await serve(context, logger);
  using _memory = collectAtRest(retinue.log, retinue.clock);
  terminal.out(`Retinue is running. Open this link in a browser. It works once.\n\n  ${setUpUrl}\n\n`);
  if (config.isDemoLoaded && config.model.provider === 'demo') await showDemo(context);
  const { reason } = await signals.first;
  await stop(reason === 'interrupted' ? interruptedGraceMs : terminatedGraceMs);
  return { code: reason === 'problem' ? exitCodes.failed : exitCodes.ok };
}

async function serve({ config, invocation }: Context, logger: ReturnType<typeof createLogger>): Promise<Served> {
  const running = await findServer(config);
  if (running)
    throw new CommandError(
      `A server already runs on this store, at ${running.url}. For a link to it: ${invocation('link')}`,
    );
  return serveRetinue(config, { logger }).catch((error) => {
    const message = addressMessage(error, config.server);
    throw message === null ? error : new CommandError(message);
  });
}

/** Explains why the operating system refuses an address, and which setting to change. */
function addressMessage(error: unknown, { host, port }: Context['config']['server']): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null;
  if (error.syscall === 'getaddrinfo') return `There is no address "${host}". Change RETINUE_HOST.`;
  if (error.syscall !== 'listen') return null;
  if (error.code === 'EADDRINUSE')
    return `Another program uses port ${port} of ${host}. Stop it, or choose another port with RETINUE_PORT.`;
  if (error.code === 'EADDRNOTAVAIL') return `This machine does not have the address ${host}. Change RETINUE_HOST.`;
  if (error.code === 'EACCES') return `You may not use port ${port}. Choose one above 1023 with RETINUE_PORT.`;
  return `Port ${port} of ${host} can't be opened (${error.code}). Change RETINUE_PORT or RETINUE_HOST.`;
}

async function showDemo(context: Context): Promise<void> {
  const { client } = await connect(context);
  const params = { workspaceId: localWorkspaceId };
  const { results } = await client.listChats({ params, query: { limit: '1' } });
  if (results.length > 0) return;
  await client.openChat({ params, body: { agentId: agentIdOf('orchestrator'), text: demoQuestion } });
}

const demoQuestion =
  'Prepare a report on electric cars in Norway and Germany since 2019. How did the rents in Oslo, Berlin and Lisbon change since 2019?';
const interruptedGraceMs = 2000;
const terminatedGraceMs = 10_000;
