import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import { readToken } from '../../../packages/server/src/local-server/token-file.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { serveRetinue } from '../../../packages/server/src/serve.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import type { Child } from '../processes/child-process.ts';
import { startChild } from '../processes/child-process.ts';
import { createScriptedModel } from '../scripted/scripted-model.ts';
import { generous } from './served-app.ts';
import { cast, castAgents, castTools } from './served-process.ts';
import { agentsOf, configFor, temporaryDirectory } from './test-app.ts';

/**
 * A server in a separate process with an agent for every state of a chat. It can be killed, started again, and made to
 * purge.
 */
export interface RestartingServer extends AsyncDisposable {
  url: string;
  owner: Client<Routes>;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  /** Removes every deleted chat for good, without the wait. */
  purge(): void;
}

/** `publicUrl` is the address for the page. */
export async function startRestarting(publicUrl: string): Promise<RestartingServer> {
  const directory = await temporaryDirectory();
  let { child, port } = await start(directory, 0, publicUrl);
  const url = `http://127.0.0.1:${port}`;
  const authorization = `Bearer ${await readToken(directory)}`;
  const owner = createClient(routes, {
    baseUrl: url,
    fetch: (address, init) => fetch(address, { ...init, headers: { ...(init.headers as object), authorization } }),
  });
  const kill = async () => {
    child.kill();
    await child.ended;
  };
  return {
    url,
    owner,
    kill,
    async startAgain() {
      ({ child } = await start(directory, port, publicUrl));
    },
    purge: () => void child.process.stdin.write('purge\n'),
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function start(directory: string, port: number, publicUrl: string): Promise<{ child: Child; port: number }> {
  const child = startChild([fileURLToPath(import.meta.url), directory, String(port), publicUrl], {});
  const listening = await new Promise<string>((resolve, reject) => {
    child.process.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.ended.then(() => reject(new Error(child.complaints())), reject);
  });
  return { child, port: Number(listening) };
}

if (import.meta.main) {
  const [, , directory = '', port = '0', publicUrl = ''] = process.argv;
  const config = configFor(directory);
  const served = await serveRetinue(
    { ...config, server: { ...config.server, ...generous, port: Number(port), publicUrl } },
    {
      models: createModels({ providers: { scripted: createScriptedModel(cast) } }),
      tools: createTools(castTools),
      agents: agentsOf(castAgents),
    },
  );
  process.stdin.on('data', () => void served.retinue.log.purge(0));
  process.stdout.write(`${served.port}\n`);
}
