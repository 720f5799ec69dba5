import type { Client, Routes } from '@retinue/protocol';
import type { Config } from './config.ts';
import { isListedByOthers, makePrivateDirectory } from './files/private-files.ts';
import { createWriteProbe } from './files/write-probe.ts';
import { removeAddress, writeAddress } from './here/address-file.ts';
import { storePrint } from './here/store-print.ts';
import { ensureToken, followToken } from './here/token-file.ts';
import type { SignIns } from './http/auth/sign-ins.ts';
import { openInProcess } from './http/in-process.ts';
import { openServer } from './http/server.ts';
import { StoreJobs } from './integrity/jobs/store-jobs.ts';
import { inWords, toStoreError } from './log/sqlite/open.ts';
import { createLogger } from './logging/logger.ts';
import type { Replacements, Retinue } from './main.ts';
import { buildRetinue } from './main.ts';
import { createImport } from './open-import.ts';
import type { AppServices } from './ports/app-services.ts';
import type { Logger } from './ports/logger.ts';
import { narrowedTo } from './rights/rights.ts';

export { createLogger } from './logging/logger.ts';

/** The product, listening and at work. */
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
  inWords(config.directory, () => makePrivateDirectory(config.directory));
  if (isListedByOthers(config.directory)) logger.warn({}, listedMessage(config.directory));
  const jobs = new StoreJobs(config.store);
  const retinue = await buildRetinue(config, { onProblem: report, ...replacements });
  try {
    await ensureToken(config.directory).catch((error) => {
      throw toStoreError(config.directory, error);
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
      setUpUrl: `${server.url}/#set-up=${setUp?.token}`,
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

/** The product in this process, for commands of its owner; nothing listens. */
export interface LocalRetinue {
  retinue: Retinue;
  client: Client<Routes>;
  stop(graceMs: number): Promise<void>;
}

export async function openLocalRetinue(config: Config, onProblem: (problem: unknown) => void): Promise<LocalRetinue> {
  const retinue = await buildRetinue(config, { onProblem });
  const jobs = new StoreJobs(config.store);
  const logger = { info: () => {}, warn: () => {}, error: ({ error }: { error?: unknown }) => onProblem(error) };
  const local = await openInProcess(servicesOf(retinue, jobs, logger), config.server, logger);
  return {
    retinue,
    client: local.client,
    async stop(graceMs) {
      local[Symbol.dispose]();
      await Promise.all([jobs[Symbol.asyncDispose](), retinue.stop(graceMs)]);
    },
  };
}

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
    backUp: () => jobs.backUp(retinue.clock.now()),
    importChat: createImport(retinue, (role) => narrowedTo(role, retinue.tools.list())),
  };
}

function listedMessage(directory: string): string {
  return `Others can list the files in ${directory}, though they can't read those of Retinue. To hide them too, give Retinue a directory of its own with RETINUE_DATA.`;
}
