import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ThreadId } from '@retinue/protocol';
import { agentIdOf, chatRequestSchema, localWorkspaceId, wordsOf } from '@retinue/protocol';
import { threadIdOfChat, wishOf } from '../../packages/server/src/http/ai-sdk/chat-request.ts';
import { streamChat, uiMessageStreamHeaders } from '../../packages/server/src/http/ai-sdk/stream-chat.ts';
import { isUnderWay, toUiMessages } from '../../packages/server/src/http/ai-sdk/to-ui-messages.ts';
import type { House } from './house.ts';

/** The AI SDK's door over real HTTP, without what a product puts around it. */
export class Door implements AsyncDisposable {
  readonly api: string;
  readonly #server: ReturnType<typeof createServer>;

  constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat`;
  }

  async reload(chatId: string): Promise<unknown> {
    const response = await fetch(`${this.api}?threadId=${chatId}`);
    return response.json();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export async function openDoor(house: House): Promise<Door> {
  const server = createServer((request, response) => {
    answer(house, request, response).catch((error: unknown) => {
      house.problems.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new Door(server);
}

export function threadOf(chatId: string): ThreadId {
  return threadIdOfChat(localWorkspaceId, chatId);
}

async function answer(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://door');
  if (request.method === 'POST') return send(house, request, response);
  const chatId = url.searchParams.get('threadId') ?? decodeURIComponent(url.pathname.split('/').at(-2) ?? '');
  const rootId = threadOf(chatId);
  const tree = await house.log.tree(localWorkspaceId, rootId);
  if (!tree) return void response.writeHead(url.pathname.endsWith('/stream') ? 204 : 404).end();
  if (url.pathname.endsWith('/stream')) {
    if (!isUnderWay(tree)) return void response.writeHead(204).end();
    return stream(house, response, rootId, true);
  }
  const messages = toUiMessages(tree, (threadId) => house.retinue.live.draft(threadId));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(messages));
}

async function send(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parsed = chatRequestSchema.safeParse(JSON.parse(await text(request)));
  if (!parsed.success) return void response.writeHead(400).end(parsed.error.issues[0]?.message);
  const wish = wishOf(parsed.data);
  const threadId = threadOf(wish.chatId);
  const from = { ...house.wish(), ...(wish.once ? { once: wish.once } : {}) };
  const opened =
    wish.kind === 'open'
      ? await house.commands.openChat(from, {
          agentId: wish.agentId ?? agentIdOf('boss'),
          text: wish.text,
          threadId,
        })
      : await house.commands.sendMessage(from, { threadId, text: wish.text });
  if (opened.refusal) return void response.writeHead(409).end(wordsOf(opened.refusal));
  stream(house, response, threadId, false);
}

function stream(house: House, response: ServerResponse, rootId: ThreadId, isResume: boolean): void {
  const { log, live, clock } = house.retinue;
  const { signal } = new AbortController();
  response.writeHead(200, uiMessageStreamHeaders);
  response.flushHeaders();
  const body = streamChat({ log, live, clock, workspaceId: localWorkspaceId, rootId, signal, isResume });
  const readable = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  response.on('close', () => readable.destroy());
  readable.on('error', () => response.destroy()).pipe(response);
}
