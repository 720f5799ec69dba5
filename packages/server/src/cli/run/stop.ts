import type { Client, Routes } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { count } from '../../views/figures.ts';
import type { CommandInput } from '../arguments.ts';
import { withConnection } from '../connection/connect.ts';
import { findChat } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';

/** Stops all work in a chat, the workspace or the server until it is resumed, or resumes it. */
export function stop(context: Context, { given: { target = '' }, flags }: CommandInput): Promise<void> {
  const isResumed = flags.has('resume');
  return withConnection(context, {}, async (client) => {
    const isAll = target === 'workspace' || target === 'server';
    const done = await (isAll ? stopAll(client, target, isResumed) : stopOneChat(client, target, isResumed));
    print(context, { target: done.target, isStopped: !isResumed }, done.text);
  });
}

const params = { workspaceId: localWorkspaceId };

async function stopAll(client: Client<Routes>, target: 'workspace' | 'server', isResumed: boolean) {
  const isServer = target === 'server';
  const place = isServer ? 'on this server' : 'in this workspace';
  if (isResumed) {
    await (isServer ? client.resumeServer({}) : client.resumeWorkspace({ params }));
    return { target, text: `Resumed work ${place}.` };
  }
  const { canceled } = await (isServer ? client.stopServer({}) : client.stopWorkspace({ params }));
  return { target, text: `All work ${place} is stopped. Canceled work in ${count(canceled, 'chat')}.` };
}

async function stopOneChat(client: Client<Routes>, named: string, isResumed: boolean) {
  const chatId = await findChat(client, named);
  const place = { params: { ...params, chatId } };
  await (isResumed ? client.resumeChat(place) : client.stopChat(place));
  return { target: chatId, text: isResumed ? `Resumed work in ${chatId}.` : `All work in ${chatId} is stopped.` };
}
