import type { Actor, CommandId, Commands, IdMaker, Limits, Refusal, TaskId, ThreadId, WorkspaceId } from '@retinue/protocol';
import type { Agents } from '../ports/agents.ts';
import type { AppendLabel, EventLog, Header } from '../ports/event-log.ts';
import type { Live } from '../ports/live.ts';
import { answerQuestion } from './answer-question.ts';
import { cancelTask, cancelThread } from './cancel.ts';
import { openChat } from './open-chat.ts';
import { retryTask } from './retry-task.ts';
import { sendMessage } from './send-message.ts';

/** What the commands work with. */
export interface Office {
  log: EventLog;
  live: Live;
  agents: Agents;
  ids: IdMaker;
  limits: Limits;
}

/** Who wishes it, where, and under which key; the same key twice has one effect. */
export interface Wish {
  workspaceId: WorkspaceId;
  actor: Actor;
  commandId: CommandId;
  once?: { key: string; request: string };
}

export type Reply<Done> = { refusal: null; done: Done } | { refusal: Refusal };

export interface CommandRoom {
  openChat(wish: Wish, command: Commands['openChat']): Promise<Reply<{ threadId: ThreadId }>>;
  sendMessage(wish: Wish, command: Commands['sendMessage']): Promise<Reply<{ threadId: ThreadId }>>;
  answerQuestion(wish: Wish, command: Commands['answerQuestion']): Promise<Reply<{ threadId: ThreadId }>>;
  cancelThread(wish: Wish, command: Commands['cancelThread']): Promise<Reply<{ cancelled: number }>>;
  cancelTask(wish: Wish, command: Commands['cancelTask']): Promise<Reply<{ cancelled: number }>>;
  retryTask(wish: Wish, command: Commands['retryTask']): Promise<Reply<{ taskId: TaskId }>>;
}

/** The commands of the house. Each decides on the threads as they are, appends, and so wakes whoever owes work then. */
export function createCommands(office: Office): CommandRoom {
  return {
    openChat: (wish, command) => openChat(office, wish, command),
    sendMessage: (wish, command) => sendMessage(office, wish, command),
    answerQuestion: (wish, command) => answerQuestion(office, wish, command),
    cancelThread: (wish, command) => cancelThread(office, wish, command),
    cancelTask: (wish, command) => cancelTask(office, wish, command),
    retryTask: (wish, command) => retryTask(office, wish, command),
  };
}

export function headerOf({ workspaceId, actor, commandId, once }: Wish, label: AppendLabel, reply: object): Header {
  const header = { label, workspaceId, actor, commandId };
  return once ? { ...header, once: { ...once, reply: JSON.stringify(reply) } } : header;
}
