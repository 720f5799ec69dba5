import assert from 'node:assert/strict';
import type { ThreadId } from '@retinue/protocol';
import { agentIdOf, localWorkspaceId } from '@retinue/protocol';
import { threadIdOfChat } from '../../../packages/server/src/http/ai-sdk/chat-request.ts';
import type { Server } from '../../../packages/server/src/http/server.ts';
import { openServer } from '../../../packages/server/src/http/server.ts';
import { generous } from '../apps/served-app.ts';
import type { TestApp } from '../apps/test-app.ts';
import { configFor } from '../apps/test-app.ts';

/** The real server of a test app, for clients of the AI SDK. */
export class AiSdkServer implements AsyncDisposable {
  readonly api: string;
  readonly headers = { authorization: `Bearer ${token}` };
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
    this.api = `${server.url}/api/chat`;
  }

  async reload(chatId: string): Promise<unknown> {
    const response = await fetch(`${this.api}?threadId=${chatId}`, { headers: this.headers });
    return response.json();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server.close();
  }
}

const token = 'token-of-these-tests';

export async function openAiSdkServer(app: TestApp): Promise<AiSdkServer> {
  const { retinue, problems, directory } = app;
  await retinue.workspaces.change({ workspaceId: localWorkspaceId }, { defaultAgentId: agentIdOf('boss') });
  const settings = { ...configFor(directory).server, ...generous, token: () => token };
  const behind = {
    ...retinue,
    verify: unused,
    backUp: unused,
    importChat: unused,
    listJobs: unused,
    canWrite: async () => true,
  };
  const logger = { info: () => {}, warn: () => {}, error: (about: object) => void problems.push(about) };
  return new AiSdkServer(await openServer(behind, { host: '127.0.0.1', port: 0 }, settings, logger));
}

export function threadOf(chatId: string): ThreadId {
  return threadIdOfChat(localWorkspaceId, chatId);
}

function unused(): never {
  assert.fail('these tests do not ask for it');
}
