import { z } from 'zod';
import { agentIdSchema, questionIdSchema, taskIdSchema, threadIdSchema } from './ids.ts';

/** What people may wish for. Each is answered with facts in the log or with a refusal. */
export const maxMessageBytes = 256 * 1024;

const messageText = z
  .string()
  .refine((text) => text.trim().length > 0, 'The message is empty. Write what you want done.')
  .refine(
    (text) => byteLength(text) <= maxMessageBytes,
    `The message is longer than ${maxMessageBytes / 1024} KB. Shorten it.`,
  );

export const commandSchemas = {
  /** With an id of the caller's choice the same chat can't be opened twice. */
  openChat: z.strictObject({ agentId: agentIdSchema, text: messageText, threadId: threadIdSchema.optional() }),
  sendMessage: z.strictObject({ threadId: threadIdSchema, text: messageText }),
  answerQuestion: z.strictObject({ questionId: questionIdSchema, answer: messageText }),
  /** The thread and everything below it: a chat, or the subtree of a task. */
  cancelThread: z.strictObject({ threadId: threadIdSchema }),
  cancelTask: z.strictObject({ taskId: taskIdSchema }),
  retryTask: z.strictObject({ taskId: taskIdSchema, instruction: messageText.nullable() }),
} as const;

export type Commands = { [Name in keyof typeof commandSchemas]: z.infer<(typeof commandSchemas)[Name]> };

/** An expected no. The code is stable; the words say what is wrong, which one, and what to do now. */
export type Refusal = { [Code in RefusalCode]: { code: Code; about: string } }[RefusalCode];
export type RefusalCode = keyof typeof refusalWords;

export function refuse(code: RefusalCode, about: string): Refusal {
  return { code, about };
}

export function wordsOf(refusal: Refusal): string {
  return refusalWords[refusal.code](refusal.about);
}

const refusalWords = {
  'invalid-command': (about: string) => about,
  'no-such-agent': (about: string) => `There is no agent ${about}.`,
  'no-such-thread': (about: string) => `There is no thread ${about}. List the chats to see which there are.`,
  'no-such-task': (about: string) => `There is no task ${about}. Show the chat's tree to see which there are.`,
  'no-such-question': (about: string) => `There is no question ${about}. Show the chat's tree to see what is open.`,
  'question-closed': (about: string) => `Question ${about} is closed already; nothing was changed.`,
  'task-retried': (about: string) => `Task ${about} has been tried again already. Retry its last attempt.`,
  'thread-ended': (about: string) => `Thread ${about} has ended its task. Write to its chat, or retry the task.`,
  'task-succeeded': (about: string) => `Task ${about} succeeded. Send a message to ask for more.`,
  'parent-ended': (about: string) =>
    `The thread that asked for ${about} has ended, so nothing waits for its result. Retry the task of that thread instead.`,
  'nothing-to-cancel': (about: string) => `${about} is not at work; there is nothing to stop.`,
  'thread-exists': (about: string) => `Thread ${about} exists already.`,
  'tree-exists': (about: string) =>
    `The store holds ${about} already. Import it as a copy, which gets ids of its own (--copy).`,
  'stale-epoch': (about: string) => `Thread ${about} has passed to another worker.`,
  'call-closed': (about: string) => `Call ${about} has ended already.`,
  'key-reused': (about: string) => `The key ${about} was used for another request. Use a new key.`,
} satisfies Record<string, (about: string) => string>;

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
