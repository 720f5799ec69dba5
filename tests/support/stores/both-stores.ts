import { rm } from 'node:fs/promises';
import { after, before } from 'node:test';
import type { StorePlace } from '../../../packages/server/src/ports/log/event-log.ts';
import { borrowPostgres } from '../../postgres/server.ts';
import { temporaryDirectory } from '../apps/test-app.ts';

/** Fresh stores of each kind, for the tests of a file, and the servers that they need while it runs. */
export function bothStores(): {
  stores: Record<StorePlace['kind'], () => Promise<StorePlace>>;
  newDirectory(): Promise<string>;
} {
  let postgres: Awaited<ReturnType<typeof borrowPostgres>>;
  const directories: string[] = [];
  before(async () => {
    postgres = await borrowPostgres();
  });
  after(async () => {
    await postgres[Symbol.asyncDispose]();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });
  async function newDirectory(): Promise<string> {
    const directory = await temporaryDirectory();
    directories.push(directory);
    return directory;
  }
  return {
    newDirectory,
    stores: {
      sqlite: async () => ({ kind: 'sqlite', directory: await newDirectory() }),
      postgres: async () => ({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  };
}
