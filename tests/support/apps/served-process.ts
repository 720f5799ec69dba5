import { fileURLToPath } from 'node:url';
import type { Client, Routes } from '@retinue/protocol';
import { createClient, routes } from '@retinue/protocol';
import { readToken } from '../../../packages/server/src/local-server/token-file.ts';
import { createModels } from '../../../packages/server/src/models/models.ts';
import { serveRetinue } from '../../../packages/server/src/serve.ts';
import { createTools } from '../../../packages/server/src/tools/tools.ts';
import type { Child } from '../processes/child-process.ts';
import { startChild } from '../processes/child-process.ts';
import type { Script } from '../scripted/script.ts';
import { byAgent } from '../scripted/script.ts';
import { call, fail, hang, say } from '../scripted/script-lines.ts';
import { createScriptedModel } from '../scripted/scripted-model.ts';
import { witnessTools } from '../tools/witness-tools.ts';
import { agent, agentsOf, configFor } from './test-app.ts';

/** An agent for every state of a chat when a person acts on it. */
export const cast: Script = byAgent({
  talker: [say('Yes.')],
  asker: ({ place: { step } }) => (step === 1 ? [call('askUser', { question: 'Which?' })] : [say('That one.')]),
  hanger: [say('Well'), hang()],
  boss: ({ place: { step } }) => (step === 1 ? [call('newTask', { task: 'Try', subAgentId: 'agt_failer' })] : [hang()]),
  leader: ({ place: { step } }) =>
    step === 1 ? [call('newTask', { task: 'Go', subAgentId: 'agt_hanger' })] : [say('So.')],
  failer: [fail({ retryable: false })],
  mailer: ({ place: { step } }) => (step === 1 ? [call('mail', { to: 'them' })] : [say('So be it.')]),
  teller: ({ place: { step } }) =>
    step === 1 ? [call('newTask', { task: 'Ask', subAgentId: 'agt_asker', background: true })] : [say('Later.')],
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
  agent('teller', { subAgents: ['asker'] }),
];

export interface ServedProcess {
  child: Child;
  client: Client<Routes>;
}

/** The product as a separate process, which dies at the failpoint. */
export async function startServed(
  directory: string,
  failpoint: string | null,
  allowedHosts: readonly string[] = [],
): Promise<ServedProcess> {
  const child = startChild([fileURLToPath(import.meta.url), directory, failpoint ?? '', ...allowedHosts], {});
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
  const [, , directory = '', failpoint = '', ...allowedHosts] = process.argv;
  const { url } = await serveRetinue(
    { ...configFor(directory, { allowedHosts }), failpoint: failpoint || null },
    {
      models: createModels({ providers: { scripted: createScriptedModel(cast) } }),
      tools: createTools(castTools),
      agents: agentsOf(castAgents),
    },
  );
  process.stdout.write(`${url}\n`);
}
