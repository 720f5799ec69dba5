import type { Role } from '@retinue/protocol';
import type { Config } from './config.ts';
import { narrowedTo } from './facts/rights.ts';
import { removeAddress, writeAddress } from './here/address-file.ts';
import { storePrint } from './here/store-print.ts';
import { ensureToken } from './here/token-file.ts';
import { openServer } from './http/server.ts';
import type { SignIns } from './http/sign-ins.ts';
import { backupStore } from './log/backup.ts';
import { verifyStore } from './log/verify.ts';
import { verifyForeign } from './log/verify-foreign.ts';
import { createLogger } from './logging/logger.ts';
import type { Replacements, Retinue } from './main.ts';
import { buildRetinue } from './main.ts';
import type { Logger } from './ports/logger.ts';

export { createLogger } from './logging/logger.ts';

/** The product behind its door, at work. */
export interface Served {
  retinue: Retinue;
  signIns: SignIns;
  url: string;
  port: number;
  /** Signs one browser in, once. */
  setUpUrl: string;
  /** No new work; what runs may end within the grace; then the store is closed. Nothing is lost either way. */
  stop(graceMs: number): Promise<void>;
}

export async function serveRetinue(
  config: Config,
  {
    logger = createLogger(config.server.logLevel, process.stderr),
    ...replacements
  }: Replacements & { logger?: Logger } = {},
): Promise<Served> {
  const report = (error: unknown) => logger.error({ error }, 'Something went wrong.');
  const token = await ensureToken(config.directory);
  const retinue = await buildRetinue(config, { onProblem: report, ...replacements });
  try {
    const house = {
      ...retinue,
      verify: () => verifyStore(config.store, (...place) => retinue.agents.isBuiltIn(...place)),
      backUp: () => backupStore(config.store, retinue.clock.now()),
      verifyForeign,
      narrowedTo: (role: Role) => narrowedTo(role, retinue.tools.list()),
    };
    const server = await openServer(house, config.server, { ...config.server, token }, logger);
    await writeAddress(config.directory, { url: server.nearUrl, store: storePrint(config.directory, config.store) });
    retinue.start();
    const setUp = await server.signIns.makeSetUp();
    return {
      retinue,
      signIns: server.signIns,
      url: server.url,
      port: server.port,
      setUpUrl: `${server.url}/#set-up=${setUp?.token}`,
      async stop(graceMs) {
        await removeAddress(config.directory);
        await Promise.all([server.close(), retinue.stop(graceMs)]);
      },
    };
  } catch (error) {
    await retinue.stop(0);
    throw error;
  }
}
