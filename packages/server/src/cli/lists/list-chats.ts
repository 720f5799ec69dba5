import type { Chat } from '@retinue/protocol';
import { count } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import { withConnection } from '../connection/connect.ts';
import { allChats } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import { statusLabels } from '../output/copy.ts';
import { padded } from '../output/width.ts';
import { ago } from './ago.ts';

export function listAllChats(context: Context): Promise<void> {
  return withConnection(context, { isReadOnly: true }, async (client) => {
    let isEmpty = true;
    for await (const chat of allChats(client)) {
      isEmpty = false;
      const { chatId: threadId, ...row } = chat;
      print(context, { threadId, ...row }, chatLine(context, chat));
    }
    if (isEmpty) context.terminal.err(noChats(context));
  });
}

export function noChats({ invocation }: Context): string {
  return `There are no chats yet. Start one with: ${invocation('run "<prompt>"')}\n`;
}

function chatLine({ terminal: { paint } }: Context, chat: Chat): string {
  const { chatId, status, tasks, openQuestions, updatedAt, title, isPinned, unread, damage } = chat;
  const questions = openQuestions > 0 ? `, ${count(openQuestions, 'open question')}` : '';
  const marks = `${damage ? 'damaged, ' : ''}${isPinned ? 'pinned, ' : ''}${unread > 0 ? `${unread} unread, ` : ''}`;
  const figures = `${marks}${count(tasks, 'task')}${questions}, ${ago(Date.now() - updatedAt)}`;
  const label = statusLabels[status];
  const gap = padded(label, statusWidth).slice(label.length);
  return `${paint.dim(chatId)}  ${paint.status(status)}${gap}  ${oneLine(title)}  ${paint.dim(`(${figures})`)}`;
}

const statusWidth = Math.max(...Object.values(statusLabels).map((label) => label.length));
