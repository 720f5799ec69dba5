import { z } from 'zod';
import type { FieldError } from './schemas/problems-in.ts';
import { budgetInputSchema } from './state/budget.ts';

/* Parts of the input of commands, and the refusals that commands and queries answer with. */
export const maxMessageBytes = 256 * 1024;

/** For how long a deleted chat can be restored; it is purged soon after. */
export const undoDeleteMs = 30_000;

export const messageTextSchema = z
  .string()
  .refine((text) => text.trim().length > 0, 'The message is empty. Write what you want done.')
  .refine(
    (text) => byteLength(text) <= maxMessageBytes,
    `The message is longer than ${maxMessageBytes / 1024} KB. Shorten it.`,
  );

/** What the turn may spend, within what its workspace and its agent allow. */
export const messageBudgetSchema = budgetInputSchema.optional();

const maxReason = 2000;
export const verdictReasonSchema = z
  .string()
  .trim()
  .max(maxReason, `The reason is longer than ${maxReason} characters. Shorten it.`)
  .default('');

const maxTitle = 200;
export const chatTitleSchema = z
  .string()
  .trim()
  .min(1, 'The title is empty. Write a short one.')
  .max(maxTitle, `The title is longer than ${maxTitle} characters. Shorten it.`)
  .refine((title) => !/[\r\n\u2028\u2029]/.test(title), 'The title has more than one line. Write it in one.');

/** An expected no. The code is stable; the words say what is wrong, which one, and what to do now. */
export interface Refusal {
  code: RefusalCode;
  about: string;
  /** The members of the request that are wrong, if the refusal is about some. */
  errors?: readonly FieldError[];
}
export type RefusalCode = keyof typeof refusalWords;

export function refuse(code: RefusalCode, about: string, errors?: readonly FieldError[]): Refusal {
  return { code, about, ...(errors ? { errors } : {}) };
}

/** Tells a refusal from a document that may stand in its place. */
export function isRefusal(value: unknown): value is Refusal {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.keys(value).some((name) => !['code', 'about', 'errors'].includes(name))) return false;
  return 'code' in value && 'about' in value && Object.hasOwn(refusalWords, String(value.code));
}

export function wordsOf(refusal: Refusal): string {
  return refusalWords[refusal.code](refusal.about);
}

const refusalWords = {
  'invalid-command': (about: string) => about,
  'changed-meanwhile': (about: string) =>
    `${about} was changed since you opened it. Your changes were not saved. Compare them with the current values and save again.`,
  'no-such-workspace': (about: string) => `There is no workspace ${about}.`,
  'no-such-agent': (about: string) => `There is no agent ${about}.`,
  'invalid-agent': (about: string) => `The agent can't be kept as it is: ${about}`,
  'agent-exists': (about: string) => `There is an agent ${about} already. Try again.`,
  'agent-is-default': (about: string) =>
    `New chats begin with agent ${about}. Choose another for that in the settings of the workspace first.`,
  'agent-built-in': (about: string) =>
    `Agent ${about} is built in and as it came, so there is nothing to remove. Edit it, or take it out of the lists of sub-agents.`,
  'sub-agent-is-self': (about: string) => `Agent ${about} cannot be its own sub-agent. Remove it from subAgentIds.`,
  'no-such-sub-agent': (about: string) => `Agent ${about}.`,
  'no-such-tool': (about: string) => `There is no tool ${about}.`,
  'no-such-skill': (about: string) => `There is no skill ${about}. List the skills to see which there are.`,
  'invalid-skill': (about: string) => `The skill can't be kept. ${about}`,
  'skill-exists': (about: string) => `There is a skill "${about}" already. Choose another name.`,
  'no-such-provider': (about: string) => `There is no provider ${about}. List the providers to see which there are.`,
  'invalid-provider': (about: string) => `The provider can't be kept as it is: ${about}`,
  'provider-exists': (about: string) => `There is a provider ${about} already. Try again.`,
  'no-such-webhook': (about: string) => `There is no webhook ${about}. List the webhooks to see which there are.`,
  'invalid-webhook': (about: string) => `The webhook can't be kept as it is: ${about}`,
  'too-many-webhooks': (about: string) => `A workspace has ${about} webhooks at most. Delete one first.`,
  'no-such-delivery': (about: string) =>
    `There is no delivery ${about} any more. The last ones are kept, as long as their chats are.`,
  'no-such-price': (about: string) =>
    `The workspace has set no price for ${about}. List the prices to see which it has.`,
  'no-such-thread': (about: string) => `There is no thread ${about}. List the chats to see which there are.`,
  'no-such-task': (about: string) => `There is no task ${about}. Show the chat's tree to see which there are.`,
  'no-such-question': (about: string) => `There is no question ${about}. Show the chat's tree to see what is open.`,
  'question-closed': (about: string) => `Question ${about} is closed already; nothing was changed.`,
  'approval-asked': (about: string) => `Question ${about} asks for an approval. Approve or refuse it.`,
  'no-approval-asked': (about: string) => `Question ${about} asks for an answer, not for an approval. Answer it.`,
  'arguments-differ': (about: string) =>
    `The call of question ${about} has other arguments than those that were approved; nothing was changed. Look at it again.`,
  'approval-lapsed': (about: string) =>
    `Question ${about} was asked too long ago to be approved; nothing was changed. Ask for it again, look at it, then decide.`,
  'owners-only': (about: string) => `Only an owner may ${about}.`,
  'task-retried': (about: string) => `Task ${about} has been tried again already. Retry its last attempt.`,
  'thread-ended': (about: string) =>
    `Thread ${about} can't go on: another attempt at its task is at work, or what asked for it was taken back. Write to the chat.`,
  'task-ended': (about: string) => `Task ${about} has ended already; it can't go on in the background.`,
  'sub-agent-busy': (about: string) => `The sub-agent of task ${about} works on another task now. Wait for its end.`,
  'task-succeeded': (about: string) => `Task ${about} succeeded. Send a message to ask for more.`,
  'parent-ended': (about: string) =>
    `The thread that asked for ${about} has ended, so nothing waits for its result. Retry the task of that thread instead.`,
  'budget-spent': (about: string) =>
    `Nothing of the budget is left for another attempt at ${about}. Retry it once its turn is over: it has a budget of its own then.`,
  'nothing-to-cancel': (about: string) => `${about} is not at work; there is nothing to stop.`,
  'not-a-chat': (about: string) => `Thread ${about} belongs to a sub-agent. Name the chat that it works for.`,
  'no-such-message': (about: string) =>
    `There is no message ${about} of a person in this chat. Only what a person wrote there can be edited.`,
  'nothing-to-regenerate': (about: string) => `Chat ${about} has no message of a person to answer. Send one.`,
  'thread-exists': (about: string) => `Thread ${about} exists already.`,
  'tree-exists': (about: string) =>
    `The store holds ${about} already. Import it as a copy, which gets ids of its own (--copy).`,
  'work-stopped': (about: string) => `All work in chat ${about} is stopped. Resume it first.`,
  'bad-cursor': () => 'That cursor is not one of this list. Begin again without it.',
  'no-such-tool-call': (about: string) => `There is no tool call ${about} here.`,
  'no-such-result': (about: string) => `No call of this chat has the result ${about}.`,
  'bad-import': (about: string) => `This can't be imported: ${about}. Nothing was changed.`,
  'bad-json': (about: string) => `This can't be imported: ${about}. Nothing was changed.`,
  'too-many-imports': (about: string) => `${about}. Nothing was changed.`,
  'too-large': (about: string) => `The body is larger than ${about} KB. Send less.`,
  'stale-epoch': (about: string) => `Thread ${about} has passed to another worker.`,
  'call-closed': (about: string) => `Call ${about} has ended already.`,
  'key-reused': (about: string) => `The key ${about} was used for another request. Use a new key.`,
} satisfies Record<string, (about: string) => string>;

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
