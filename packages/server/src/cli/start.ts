import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import { createLogger, serveRetinue } from '../serve.ts';
import type { Context } from './context.ts';
import { wishOf } from './context.ts';
import type { ExitCode } from './exit.ts';
import { exitCodes } from './exit.ts';
import { Stops } from './stops.ts';

/** Serves until it is stopped. In an empty store the demo model, which costs nothing, shows a first delegation. */
export async function start({ config, terminal }: Context): Promise<{ code: ExitCode }> {
  using stops = new Stops();
  const logger = createLogger(config.server.logLevel, process.stderr);
  // What nobody expected ends the process in good order: the store bears it, and the next start goes on.
  process.once('uncaughtException', (error) => {
    logger.error({ error }, 'The server ends: something went wrong that it did not expect.');
    stops.report(error);
  });
  const { retinue, setUpUrl, stop } = await serveRetinue(config, { logger });
  terminal.out(`Retinue is at work. Open this link in a browser; it works once:\n\n  ${setUpUrl}\n\n`);
  if (config.model.provider === 'demo') await showDemo(retinue);
  const { reason } = await stops.first;
  await stop(reason === 'interrupted' ? interruptedGraceMs : terminatedGraceMs);
  return { code: reason === 'problem' ? exitCodes.failed : exitCodes.ok };
}

async function showDemo(retinue: Retinue): Promise<void> {
  const [known] = await retinue.log.chats(localWorkspaceId, { limit: 1 });
  if (known) return;
  await retinue.commands.openChat(wishOf(retinue), { agentId: agentIdOf('orchestrator'), text: demoQuestion });
}

const demoQuestion =
  'Prepare a report on electric cars in Norway and Germany since 2019. How did the rents in Oslo, Berlin and Lisbon change since 2019?';
const interruptedGraceMs = 2000;
const terminatedGraceMs = 10_000;
