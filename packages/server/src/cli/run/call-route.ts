import type { Client, RequestOptions, RouteName, Routes } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { oneLine } from '../../views/plain-text.ts';
import { withConnection } from '../connection/connect.ts';
import { findChat, findNamedTask } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { followChats } from '../follow/follow-chats.ts';

interface RouteCall {
  name: RouteName;
  place: 'chat' | 'task';
  /** The chat or task as a person named it. */
  named: string;
  body: Record<string, unknown>;
}

/** Calls a route on a chat or a task, and follows the chat. */
export function callAndFollow(context: Context, call: RouteCall): Promise<{ code: ExitCode }> {
  return followChats(context, async (client) => {
    const params = await findPlace(client, call);
    return { chatIds: [params.chatId], isOwn: true, act: () => send(client, call, params) };
  });
}

/** Calls a route on a chat or a task, and prints a text with fields of the chat, the input and the reply in braces. */
export function callAndPrint(context: Context, call: RouteCall, text: string): Promise<void> {
  return withConnection(context, {}, async (client) => {
    const params = await findPlace(client, call);
    const chat = await client.getChat({ params });
    const fields = new Map(Object.entries({ ...chat, ...call.body, ...Object(await send(client, call, params)) }));
    const filled = text.replace(/\{(\w+)\}/g, (_, field: string) => oneLine(String(fields.get(field))));
    print(context, { threadId: params.chatId }, filled);
  });
}

async function findPlace(client: Client<Routes>, { place, named }: RouteCall) {
  const found = place === 'task' ? await findNamedTask(client, named) : { chatId: await findChat(client, named) };
  return { workspaceId: localWorkspaceId, ...found };
}

function send(client: Client<Routes>, { name, body }: RouteCall, params: object): Promise<unknown> {
  const call = client[name] as (input: object, options?: RequestOptions) => Promise<unknown>;
  return call({ params, body });
}
