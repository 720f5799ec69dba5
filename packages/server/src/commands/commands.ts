import type { Commands, MessageId, Stop, StopScope, TaskId, ThreadId } from '@retinue/protocol';
import type { Clock } from '../ports/clock.ts';
import { answerApproval } from './answer-approval.ts';
import { answerQuestion } from './answer-question.ts';
import { createApprovalTimes } from './approval-times.ts';
import { backgroundTask } from './background-task.ts';
import { cancelTask, cancelThread } from './cancel.ts';
import { deleteChat, markRead, pinChat, renameChat, restoreChat } from './change-chat.ts';
import type { CommandContext, CommandDeps, Reply } from './command-context.ts';
import { openChat } from './open-chat.ts';
import { renewApproval } from './renew-approval.ts';
import { retryTask } from './retry-task.ts';
import { editMessage, regenerate } from './rewind-chat.ts';
import { sendMessage } from './send-message.ts';
import { resumeAll, resumeChat, settleStops, stopAll, stopChat } from './stop-work.ts';

export interface CommandRoom {
  openChat(context: CommandContext, command: Commands['openChat']): Promise<Reply<{ threadId: ThreadId }>>;
  sendMessage(context: CommandContext, command: Commands['sendMessage']): Promise<Reply<{ threadId: ThreadId }>>;
  answerQuestion(context: CommandContext, command: Commands['answerQuestion']): Promise<Reply<{ threadId: ThreadId }>>;
  answerApproval(context: CommandContext, command: Commands['answerApproval']): Promise<Reply<{ threadId: ThreadId }>>;
  renewApproval(context: CommandContext, command: Commands['renewApproval']): Promise<Reply<{ threadId: ThreadId }>>;
  cancelThread(context: CommandContext, command: Commands['cancelThread']): Promise<Reply<{ cancelled: number }>>;
  cancelTask(context: CommandContext, command: Commands['cancelTask']): Promise<Reply<{ cancelled: number }>>;
  retryTask(context: CommandContext, command: Commands['retryTask']): Promise<Reply<{ taskId: TaskId }>>;
  backgroundTask(context: CommandContext, command: Commands['backgroundTask']): Promise<Reply<{ taskId: TaskId }>>;
  markRead(context: CommandContext, command: Commands['markRead']): Promise<Reply<{ threadId: ThreadId }>>;
  renameChat(context: CommandContext, command: Commands['renameChat']): Promise<Reply<{ threadId: ThreadId }>>;
  pinChat(context: CommandContext, command: Commands['pinChat']): Promise<Reply<{ threadId: ThreadId }>>;
  deleteChat(context: CommandContext, command: Commands['deleteChat']): Promise<Reply<{ threadId: ThreadId }>>;
  restoreChat(context: CommandContext, command: Commands['restoreChat']): Promise<Reply<{ threadId: ThreadId }>>;
  editMessage(
    context: CommandContext,
    command: Commands['editMessage'],
  ): Promise<Reply<{ threadId: ThreadId; messageId: MessageId }>>;
  regenerate(context: CommandContext, command: Commands['regenerate']): Promise<Reply<{ threadId: ThreadId }>>;
  stopChat(context: CommandContext, command: Commands['stopChat']): Promise<Reply<{ threadId: ThreadId }>>;
  resumeChat(context: CommandContext, command: Commands['resumeChat']): Promise<Reply<{ threadId: ThreadId }>>;
  /** Of a workspace or of the whole server. */
  stopAll(context: Pick<CommandContext, 'actor'>, scope: StopScope): Promise<{ stop: Stop; canceled: number }>;
  resumeAll(scope: StopScope): Promise<void>;
  /** Goes on with stops that a process did not get to the end of. */
  settleStops(): Promise<void>;
}

/** Each command decides on the threads as they are, appends, and so wakes whoever owes work then. */
export function createCommands({ clock, ...parts }: CommandParts): CommandRoom {
  const approvalTimes = createApprovalTimes(parts.log, clock);
  const deps: CommandDeps = { ...parts, approvalTimes, now: () => clock.now() };
  return {
    openChat: (context, command) => openChat(deps, context, command),
    sendMessage: (context, command) => sendMessage(deps, context, command),
    answerQuestion: (context, command) => answerQuestion(deps, context, command),
    answerApproval: (context, command) => answerApproval(deps, context, command),
    renewApproval: (context, command) => renewApproval(deps, context, command),
    cancelThread: (context, command) => cancelThread(deps, context, command),
    cancelTask: (context, command) => cancelTask(deps, context, command),
    retryTask: (context, command) => retryTask(deps, context, command),
    backgroundTask: (context, command) => backgroundTask(deps, context, command),
    markRead: (context, command) => markRead(deps, context, command),
    renameChat: (context, command) => renameChat(deps, context, command),
    pinChat: (context, command) => pinChat(deps, context, command),
    deleteChat: (context, command) => deleteChat(deps, context, command),
    restoreChat: (context, command) => restoreChat(deps, context, command),
    editMessage: (context, command) => editMessage(deps, context, command),
    regenerate: (context, command) => regenerate(deps, context, command),
    stopChat: (context, command) => stopChat(deps, context, command),
    resumeChat: (context, command) => resumeChat(deps, context, command),
    stopAll: (context, scope) => stopAll(deps, context, scope),
    resumeAll: (scope) => resumeAll(deps, scope),
    settleStops: () => settleStops(deps),
  };
}

type CommandParts = Omit<CommandDeps, 'now' | 'approvalTimes'> & { clock: Clock };
