import { fileURLToPath } from 'node:url';
import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import { readToken } from '../../packages/server/src/here/token-file.ts';
import { createModels } from '../../packages/server/src/models/models.ts';
import type { Script } from '../../packages/server/src/models/script.ts';
import { byAgent } from '../../packages/server/src/models/script.ts';
import { call, fail, hang, say } from '../../packages/server/src/models/script-lines.ts';
import { createScriptedModel } from '../../packages/server/src/models/scripted.ts';
import { serveRetinue } from '../../packages/server/src/serve.ts';
import { createTools } from '../../packages/server/src/tools/tools.ts';
import type { Child } from '../crash/child.ts';
import { startChild } from '../crash/child.ts';
import { agent, agentsOf, configFor } from './house.ts';
import { witnessTools } from './witness-tools.ts';

/** Somebody for every state that a chat can be in when a person does something with it. */
export const cast: Script = byAgent({
  talker: [say('Yes.')],
  asker: ({ place: { step } }) => (step === 1 ? [call('askUser', { question: 'Which?' })] : [say('That one.')]),
  hanger: [say('Well'), hang()],
  boss: ({ place: { step } }) => (step === 1 ? [call('newTask', { task: 'Try', subAgentId: 'agt_failer' })] : [hang()]),
  leader: ({ place: { step } }) =>
    step === 1 ? [call('newTask', { task: 'Go', subAgentId: 'agt_hanger' })] : [say('So.')],
  failer: [fail({ retryable: false })],
  mailer: ({ place: { step } }) => (step === 1 ? [call('mail', { to: 'them' })] : [say('So be it.')]),
});
export const castTools = witnessTools().tools;
export const castAgents = [
  agent('talker'),
  agent('asker'),
  agent('hanger'),
  agent('boss', { subAgents: ['failer'] }),
  agent('leader', { subAgents: ['hanger'] }),
  agent('failer'),
  agent('mailer', { tools: ['mail'] }),
];

export interface ServedProcess {
  child: Child;
  client: Client<Routes>;
}

/** The product as a process of its own, which dies at the failpoint. */
export async function startServed(directory: string, failpoint: string | null): Promise<ServedProcess> {
  const child = startChild([fileURLToPath(import.meta.url), directory, failpoint ?? ''], {});
  const url = await new Promise<string>((resolve, reject) => {
    child.process.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.ended.then(() => reject(new Error(child.complaints())), reject);
  });
  const token = (await readToken(directory)) ?? '';
  const client = createClient(routes, {
    baseUrl: url,
    fetch: (address, init) =>
      fetch(address, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${token}` } }),
  });
  return { child, client };
}

if (import.meta.main) {
  const [, , directory = '', failpoint = ''] = process.argv;
  const { url } = await serveRetinue(
    { ...configFor(directory), failpoint: failpoint || null },
    {
      models: createModels({ providers: { scripted: createScriptedModel(cast) } }),
      tools: createTools(castTools),
      agents: agentsOf(castAgents),
    },
  );
  process.stdout.write(`${url}\n`);
}
