import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Served } from '../serve.ts';
import { createLogger, serveRetinue } from '../serve.ts';
import { connect } from './connect.ts';
import type { Context } from './context.ts';
import type { ExitCode, Failure } from './exit.ts';
import { exitCodes } from './exit.ts';
import { Stops } from './stops.ts';

/** Serves until it is stopped. In an empty store the demo model, which costs nothing, shows a first delegation. */
export async function start(context: Context): Promise<{ code: ExitCode } | Failure> {
  const { config, terminal } = context;
  using stops = new Stops();
  const logger = createLogger(config.server.logLevel, process.stderr);
  // What nobody expected ends the process in good order: the store bears it, and the next start goes on.
  process.once('uncaughtException', (error) => {
    logger.error({ error }, 'The server ends: something went wrong that it did not expect.');
    stops.report(error);
  });
  const served = await serve(context, logger);
  if ('words' in served) return served;
  const { retinue, setUpUrl, stop } = served;
  terminal.out(`Retinue is at work. Open this link in a browser; it works once:\n\n  ${setUpUrl}\n\n`);
  if (config.isDemoLoaded && config.model.provider === 'demo') await showDemo(context, retinue.log);
  const { reason } = await stops.first;
  await stop(reason === 'interrupted' ? interruptedGraceMs : terminatedGraceMs);
  return { code: reason === 'problem' ? exitCodes.failed : exitCodes.ok };
}

async function serve(
  { config, invocation }: Context,
  logger: ReturnType<typeof createLogger>,
): Promise<Served | Failure> {
  const running = await connect(config);
  if (running) {
    const words = `A server runs on this store already, at ${running.url}. For a link to it: ${invocation('link')}`;
    return { code: exitCodes.failed, words };
  }
  try {
    return await serveRetinue(config, { logger });
  } catch (error) {
    const words = addressWords(error, config.server);
    if (words === null) throw error;
    return { code: exitCodes.failed, words };
  }
}

/** What the operating system has against an address, and which setting to change. */
function addressWords(error: unknown, { host, port }: Context['config']['server']): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null;
  if (error.syscall === 'getaddrinfo') return `There is no address "${host}". Change RETINUE_HOST.`;
  if (error.syscall !== 'listen') return null;
  if (error.code === 'EADDRINUSE')
    return `Another program uses port ${port} of ${host}. Stop it, or choose another port with RETINUE_PORT.`;
  if (error.code === 'EADDRNOTAVAIL') return `This machine does not have the address ${host}. Change RETINUE_HOST.`;
  if (error.code === 'EACCES') return `Port ${port} may not be used here. Choose one above 1023 with RETINUE_PORT.`;
  return `Port ${port} of ${host} can't be opened (${error.code}). Change RETINUE_PORT or RETINUE_HOST.`;
}

async function showDemo({ config }: Context, log: Served['retinue']['log']): Promise<void> {
  const [known] = await log.readModels.chats(localWorkspaceId, { limit: 1 });
  if (known) return;
  const body = { agentId: agentIdOf('orchestrator'), text: demoQuestion };
  const server = await connect(config);
  await server?.client.openChat({ params: { workspaceId: localWorkspaceId }, body });
}

const demoQuestion =
  'Prepare a report on electric cars in Norway and Germany since 2019. How did the rents in Oslo, Berlin and Lisbon change since 2019?';
const interruptedGraceMs = 2000;
const terminatedGraceMs = 10_000;
