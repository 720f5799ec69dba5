import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import { readToken } from '../../../packages/server/src/local-server/token-file.ts';
import type { Launched } from './cli.ts';
import { launchRetinue } from './cli.ts';

/** `retinue start` as a separate process, on a free port, with the demo model. */
export interface Serving extends AsyncDisposable {
  process: Launched;
  url: string;
  /** The content of the printed link. */
  setUp: string;
  owner: Client<Routes>;
}

export async function startServing(data: string, environment: Record<string, string> = {}): Promise<Serving> {
  const settings = { RETINUE_PORT: '0', RETINUE_LOG_LEVEL: 'warn', RETINUE_DATA: data, ...environment };
  const process = launchRetinue(['start'], { environment: settings, longestMs: 600_000 });
  const [, url = '', setUp = ''] = await process.shows(/^ {2}(http:\S+)\/#set-up=(\S+)\n/m);
  const headers = { authorization: `Bearer ${await readToken(data)}` };
  const owner = createClient(routes, {
    baseUrl: url,
    fetch: (path, init) =>
      fetch(path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
  });
  return {
    process,
    url,
    setUp,
    owner,
    async [Symbol.asyncDispose]() {
      process.signal('SIGKILL');
      await process.ended;
    },
  };
}
