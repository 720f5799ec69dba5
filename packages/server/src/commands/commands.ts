import type { Commands, TaskId, ThreadId } from '@retinue/protocol';
import { answerQuestion } from './answer-question.ts';
import { cancelTask, cancelThread } from './cancel.ts';
import type { Office, Reply, Wish } from './office.ts';
import { openChat } from './open-chat.ts';
import { retryTask } from './retry-task.ts';
import { sendMessage } from './send-message.ts';

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
