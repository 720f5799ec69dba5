import type { Commands, MessageId, Stop, StopScope, TaskId, ThreadId } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import { answerApproval } from './answer-approval.ts';
import { answerQuestion } from './answer-question.ts';
import { createApprovalTimes } from './approval-times.ts';
import { backgroundTask } from './background-task.ts';
import { cancelTask, cancelThread } from './cancel.ts';
import { deleteChat, markRead, pinChat, renameChat, restoreChat } from './change-chat.ts';
import type { Office, Reply, Wish } from './office.ts';
import { openChat } from './open-chat.ts';
import { renewApproval } from './renew-approval.ts';
import { retryTask } from './retry-task.ts';
import { editMessage, regenerate } from './rewind-chat.ts';
import { sendMessage } from './send-message.ts';
import { resumeAll, resumeChat, settleStops, stopAll, stopChat } from './stop-work.ts';

export interface CommandRoom {
  openChat(wish: Wish, command: Commands['openChat']): Promise<Reply<{ threadId: ThreadId }>>;
  sendMessage(wish: Wish, command: Commands['sendMessage']): Promise<Reply<{ threadId: ThreadId }>>;
  answerQuestion(wish: Wish, command: Commands['answerQuestion']): Promise<Reply<{ threadId: ThreadId }>>;
  answerApproval(wish: Wish, command: Commands['answerApproval']): Promise<Reply<{ threadId: ThreadId }>>;
  renewApproval(wish: Wish, command: Commands['renewApproval']): Promise<Reply<{ threadId: ThreadId }>>;
  cancelThread(wish: Wish, command: Commands['cancelThread']): Promise<Reply<{ cancelled: number }>>;
  cancelTask(wish: Wish, command: Commands['cancelTask']): Promise<Reply<{ cancelled: number }>>;
  retryTask(wish: Wish, command: Commands['retryTask']): Promise<Reply<{ taskId: TaskId }>>;
  backgroundTask(wish: Wish, command: Commands['backgroundTask']): Promise<Reply<{ taskId: TaskId }>>;
  markRead(wish: Wish, command: Commands['markRead']): Promise<Reply<{ threadId: ThreadId }>>;
  renameChat(wish: Wish, command: Commands['renameChat']): Promise<Reply<{ threadId: ThreadId }>>;
  pinChat(wish: Wish, command: Commands['pinChat']): Promise<Reply<{ threadId: ThreadId }>>;
  deleteChat(wish: Wish, command: Commands['deleteChat']): Promise<Reply<{ threadId: ThreadId }>>;
  restoreChat(wish: Wish, command: Commands['restoreChat']): Promise<Reply<{ threadId: ThreadId }>>;
  editMessage(
    wish: Wish,
    command: Commands['editMessage'],
  ): Promise<Reply<{ threadId: ThreadId; messageId: MessageId }>>;
  regenerate(wish: Wish, command: Commands['regenerate']): Promise<Reply<{ threadId: ThreadId }>>;
  stopChat(wish: Wish, command: Commands['stopChat']): Promise<Reply<{ threadId: ThreadId }>>;
  resumeChat(wish: Wish, command: Commands['resumeChat']): Promise<Reply<{ threadId: ThreadId }>>;
  /** Of a workspace or of the whole server. */
  stopAll(wish: Pick<Wish, 'actor'>, scope: StopScope): Promise<{ stop: Stop; canceled: number }>;
  resumeAll(scope: StopScope): Promise<void>;
  /** Goes on with stops that a process did not get to the end of. */
  settleStops(): Promise<void>;
}

/** The commands of the house. Each decides on the threads as they are, appends, and so wakes whoever owes work then. */
export function createCommands({ clock, ...parts }: CommandParts): CommandRoom {
  const approvalTimes = createApprovalTimes(parts.log, clock);
  const office: Office = { ...parts, approvalTimes, now: () => clock.now() };
  return {
    openChat: (wish, command) => openChat(office, wish, command),
    sendMessage: (wish, command) => sendMessage(office, wish, command),
    answerQuestion: (wish, command) => answerQuestion(office, wish, command),
    answerApproval: (wish, command) => answerApproval(office, wish, command),
    renewApproval: (wish, command) => renewApproval(office, wish, command),
    cancelThread: (wish, command) => cancelThread(office, wish, command),
    cancelTask: (wish, command) => cancelTask(office, wish, command),
    retryTask: (wish, command) => retryTask(office, wish, command),
    backgroundTask: (wish, command) => backgroundTask(office, wish, command),
    markRead: (wish, command) => markRead(office, wish, command),
    renameChat: (wish, command) => renameChat(office, wish, command),
    pinChat: (wish, command) => pinChat(office, wish, command),
    deleteChat: (wish, command) => deleteChat(office, wish, command),
    restoreChat: (wish, command) => restoreChat(office, wish, command),
    editMessage: (wish, command) => editMessage(office, wish, command),
    regenerate: (wish, command) => regenerate(office, wish, command),
    stopChat: (wish, command) => stopChat(office, wish, command),
    resumeChat: (wish, command) => resumeChat(office, wish, command),
    stopAll: (wish, scope) => stopAll(office, wish, scope),
    resumeAll: (scope) => resumeAll(office, scope),
    settleStops: () => settleStops(office),
  };
}

type CommandParts = Omit<Office, 'now' | 'approvalTimes'> & { clock: Clock };
