import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import { readToken } from '../../../packages/server/src/local-server/token-file.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { serveRetinue } from '../../../packages/server/src/serve.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import { delegating, succeed, toolFor } from '../models/scripts.ts';
import type { Child } from '../processes/child-process.ts';
import { startChild } from '../processes/child-process.ts';
import type { Script } from '../scripted/script.ts';
import { byAgent, byAttempts, bySteps } from '../scripted/script.ts';
import { call, hang, say } from '../scripted/script-lines.ts';
import { createScriptedModel } from '../scripted/scripted-model.ts';
import { generous } from './served-app.ts';
import { agent, agentsOf, configFor, temporaryDirectory } from './test-app.ts';

/** A server in a separate process, which can be killed and started again at the same port. */
export interface Killable extends AsyncDisposable {
  url: string;
  owner: Client<Routes>;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
}

export async function startKillable(): Promise<Killable> {
  const directory = await temporaryDirectory();
  let { child, url } = await start(directory, 0);
  const token = (await readToken(directory)) ?? '';
  const owner = createClient(routes, {
    baseUrl: url,
    fetch: (address, init) =>
      fetch(address, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${token}` } }),
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
      ({ child, url } = await start(directory, Number(new URL(url).port)));
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function start(directory: string, port: number): Promise<{ child: Child; url: string }> {
  const child = startChild([fileURLToPath(import.meta.url), directory, String(port)], {});
  const url = await new Promise<string>((resolve, reject) => {
    child.process.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.ended.then(() => reject(new Error(child.complaints())), reject);
  });
  return { child, url };
}

/** In its first life it does not end; in the next one it does. */
const script: Script = byAgent({
  orchestrator: delegating(['counter', 'Count to three'], ['clerk', 'Send the letter'], ['reader', 'Read the sign']),
  counter: byAttempts([say('One, two, '), hang()], [say('One, two, three.')]),
  clerk: bySteps([call('sendLetter', { to: 'the king' })], [succeed('Nobody knows whether it went out.')]),
  reader: bySteps([call('readSign', { where: 'at the gate' })], [succeed('It says welcome.')]),
});

if (import.meta.main) {
  const [, , directory = '', port = '0'] = process.argv;
  const isFirstLife = port === '0';
  const untilKilled = async () => (isFirstLife ? new Promise<string>(() => {}) : 'welcome');
  const config = configFor(directory);
  const { url } = await serveRetinue(
    { ...config, server: { ...config.server, ...generous, port: Number(port) } },
    {
      models: createModels({ providers: { scripted: createScriptedModel(script) } }),
      tools: createTools([
        toolFor('sendLetter', untilKilled, { effect: 'unsafe' }),
        toolFor('readSign', untilKilled, { effect: 'read' }),
      ]),
      agents: agentsOf([
        agent('orchestrator', { subAgents: ['counter', 'clerk', 'reader'] }),
        agent('counter'),
        agent('clerk', { tools: ['sendLetter'] }),
        agent('reader', { tools: ['readSign'] }),
      ]),
    },
  );
  process.stdout.write(`${url}\n`);
}
