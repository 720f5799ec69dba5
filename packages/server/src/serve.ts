import { type Fetch, isRefusal } from '@retinue/protocol';
import type { Config } from './config.ts';
import { createImport } from './create-import.ts';
import { isListedByOthers, makePrivateDirectory } from './files/private-files.ts';
import { createWriteProbe } from './files/write-probe.ts';
import type { SignIns } from './http/auth/sign-ins.ts';
import { openInProcess } from './http/in-process.ts';
import { openServer } from './http/server.ts';
import { StoreJobs } from './integrity/jobs/store-jobs.ts';
import { removeAddress, writeAddress } from './local-server/address-file.ts';
import { storePrint } from './local-server/store-print.ts';
import { ensureToken, followToken } from './local-server/token-file.ts';
import { fileError, withStoreErrors } from './log/sqlite/problems.ts';
import { createLogger } from './logging/logger.ts';
import { buildRetinue, type Replacements, type Retinue } from './main.ts';
import type { AppServices } from './ports/operations/app-services.ts';
import type { Logger } from './ports/runtime/logger.ts';
import { clampRightsTo } from './rights/rights.ts';

export { createLogger } from './logging/logger.ts';

/** The running product, with its listener. */
export interface Served {
  retinue: Retinue;
  signIns: SignIns;
  url: string;
  port: number;
  /** Signs one browser in, once. */
  setUpUrl: string;
  /**
   * Starts no new work; running work may end within the grace; then the store is closed. Nothing is lost either way.
   */
  stop(graceMs: number): Promise<void>;
}

export async function serveRetinue(
  config: Config,
  { logger = createLogger(config.server.logLevel, process.stderr), progressMs, ...replacements }: ServeOptions = {},
): Promise<Served> {
  const report = (error: unknown) => logger.error({ error }, 'Something went wrong.');
  withStoreErrors(config.directory, () => makePrivateDirectory(config.directory));
  if (isListedByOthers(config.directory)) logger.warn({}, listedMessage(config.directory));
  const jobs = new StoreJobs(config.store, progressMs);
  const retinue = await buildRetinue(config, { onProblem: report, ...replacements });
  try {
    await ensureToken(config.directory).catch((error) => {
      throw fileError(config.directory, error);
    });
    const token = followToken(config.directory);
    const services = servicesOf(retinue, jobs, logger);
    const server = await openServer(services, config.server, { ...config.server, token }, logger);
    await writeAddress(config.directory, { url: server.nearUrl, store: storePrint(config.directory, config.store) });
    retinue.start();
    const setUp = await server.signIns.makeSetUp();
    return {
      retinue,
      signIns: server.signIns,
      url: server.url,
      port: server.port,
      setUpUrl: isRefusal(setUp) ? server.url : `${server.url}/#set-up=${setUp.token}`,
      async stop(graceMs) {
        await removeAddress(config.directory);
        await Promise.all([server.close(), jobs[Symbol.asyncDispose](), retinue.stop(graceMs)]);
      },
    };
  } catch (error) {
    await retinue.stop(0);
    throw error;
  }
}

export interface ServeOptions extends Replacements {
  logger?: Logger;
  /** Time between two lines about the progress of a backup or a check. */
  progressMs?: number;
}

/** The product in this process, for commands of its owner, without a listener. */
export interface LocalRetinue extends Pick<Retinue, 'start' | 'stop'> {
  fetch: Fetch;
}

export async function openLocalRetinue(
  config: Config,
  replacements: Pick<Replacements, 'isReadOnly'> & { onProblem: (problem: unknown) => void },
): Promise<LocalRetinue> {
  const retinue = await buildRetinue(config, replacements);
  const jobs = new StoreJobs(config.store);
  const services = servicesOf(retinue, jobs, { info: () => {}, warn: () => {}, error: () => {} });
  const local = await openInProcess(services, { ...config.server, ...localLimits }, replacements.onProblem);
  return {
    fetch: local.fetch,
    start: retinue.start,
    async stop(graceMs) {
      local[Symbol.dispose]();
      await Promise.all([jobs[Symbol.asyncDispose](), retinue.stop(graceMs)]);
    },
  };
}

/** Limits of clients do not apply to the owner of the process. */
const localLimits = { requestsPerMinute: 10_000_000, startsPerMinute: 10_000_000, largeBodyBytes: 256 * 1024 * 1024 };

function servicesOf(retinue: Retinue, jobs: StoreJobs, logger: Logger): AppServices {
  return {
    ...retinue,
    verify: (signal) =>
      jobs.verify({
        isBuiltIn: (...place) => retinue.agents.isBuiltIn(...place),
        onProgress: (done, total) => logger.info({ done, total }, 'Verifying chats.'),
        signal,
      }),
    canWrite: createWriteProbe(
      () => retinue.log.canWrite(),
      () => retinue.clock.monotonicMs(),
    ),
    backUp: () => jobs.backUp(retinue.clock.now(), (done, total) => logger.info({ done, total }, 'Backing up rows.')),
    listJobs: () => jobs.list(),
    importChat: createImport(retinue, (role) => clampRightsTo(role, retinue.tools.list())),
  };
}

function listedMessage(directory: string): string {
  return `Others can list the files in ${directory}, though they can't read those of Retinue. To hide them too, give Retinue a directory of its own with RETINUE_DATA.`;
}
