import { z } from 'zod';

/*
 * Every id carries its prefix and a brand, so that one kind cannot stand for another. Only this file makes ids.
 *
 * Related ids share one suffix: call_X opens task_X, whose child is thr_X and whose question is qst_X.
 * A start that is repeated after a crash therefore names the same rows and cannot make a duplicate.
 */
declare const brand: unique symbol;
type Id<Prefix extends string> = string & { readonly [brand]: Prefix };

export type WorkspaceId = Id<'ws'>;
export type AgentId = Id<'agt'>;
export type ThreadId = Id<'thr'>;
export type MessageId = Id<'msg'>;
export type CallId = Id<'call'>;
export type TaskId = Id<'task'>;
export type QuestionId = Id<'qst'>;
export type CommandId = Id<'cmd'>;
export type ProviderId = Id<'prv'>;
export type SkillId = Id<'skl'>;
export type WebhookId = Id<'whk'>;
export type DeliveryId = Id<'dlv'>;

function idSchema<Prefix extends string>(prefix: Prefix): z.ZodType<Id<Prefix>, string> {
  const pattern = new RegExp(`^${prefix}_[0-9A-Za-z_-]{1,80}$`);
  const schema: z.ZodType<string, string> = z.string().regex(pattern, `must be an id that begins with "${prefix}_"`);
  return schema as z.ZodType<Id<Prefix>, string>;
}

export const workspaceIdSchema = idSchema('ws');
export const agentIdSchema = idSchema('agt');
export const threadIdSchema = idSchema('thr');
export const messageIdSchema = idSchema('msg');
export const callIdSchema = idSchema('call');
export const taskIdSchema = idSchema('task');
export const questionIdSchema = idSchema('qst');
export const commandIdSchema = idSchema('cmd');
export const providerIdSchema = idSchema('prv');
export const skillIdSchema = idSchema('skl');
export const webhookIdSchema = idSchema('whk');
export const deliveryIdSchema = idSchema('dlv');

/** Random numbers in [0, 1): `Math.random` in tests with a seed, a cryptographic one in the product. */
export type Random = () => number;

export interface IdMaker {
  thread(): ThreadId;
  message(): MessageId;
  call(): CallId;
  command(): CommandId;
  webhook(): WebhookId;
}

/** Time first, so that new rows land at the end of their index; then 60 random bits. */
export function createIdMaker(now: () => number, random: Random): IdMaker {
  const suffix = () => `${now().toString(36).padStart(9, '0')}${randomText(random, 12)}`;
  return {
    thread: () => `thr_${suffix()}` as ThreadId,
    message: () => `msg_${suffix()}` as MessageId,
    call: () => `call_${suffix()}` as CallId,
    command: () => `cmd_${suffix()}` as CommandId,
    webhook: () => `whk_${suffix()}` as WebhookId,
  };
}

/** The id of a call's task; the second and later attempts at it are retries. */
export function taskIdOf(callId: CallId, attempt: number): TaskId {
  const suffix = callId.slice('call_'.length);
  return (attempt === 1 ? `task_${suffix}` : `task_${suffix}_${attempt}`) as TaskId;
}

export function childThreadIdOf(taskId: TaskId): ThreadId {
  return `thr_${taskId.slice('task_'.length)}` as ThreadId;
}

/** The task that a child's thread was opened for. */
export function taskIdOfChild(threadId: ThreadId): TaskId {
  return `task_${threadId.slice('thr_'.length)}` as TaskId;
}

/** The id of one event for one webhook, the same however often it is sent. */
export function deliveryIdOf(webhookId: WebhookId, position: number): DeliveryId {
  return `dlv_${webhookId.slice('whk_'.length)}_${position}` as DeliveryId;
}

export function questionIdOf(callId: CallId): QuestionId {
  return `qst_${callId.slice('call_'.length)}` as QuestionId;
}

export function agentIdOf(name: string): AgentId {
  return agentIdSchema.parse(name.startsWith('agt_') ? name : `agt_${name}`);
}

export function skillIdOf(name: string): SkillId {
  return skillIdSchema.parse(`skl_${name}`);
}

export function providerIdOf(slug: string): ProviderId {
  return providerIdSchema.parse(`prv_${slug}`);
}

/** The SHA-256 of a large result. */
export const blobHashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'hash');

/** Ids from our own store; they were checked when they came in. */
export const storedId = {
  workspace: (text: unknown) => text as WorkspaceId,
  agent: (text: unknown) => text as AgentId,
  thread: (text: unknown) => text as ThreadId,
  call: (text: unknown) => text as CallId,
  task: (text: unknown) => text as TaskId,
  question: (text: unknown) => text as QuestionId,
};

export const localWorkspaceId = 'ws_local' as WorkspaceId;
/** The record id of the whole server's settings. */
export const instanceWorkspaceId = 'ws_instance' as WorkspaceId;

const alphabet = '0123456789abcdefghijklmnopqrstuv';

function randomText(random: Random, length: number): string {
  let text = '';
  for (let index = 0; index < length; index += 1) text += alphabet[Math.floor(random() * alphabet.length)];
  return text;
}
