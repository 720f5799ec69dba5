import type { Refusal, TaskId, ThreadId } from '@retinue/protocol';
import {
  commandSchemas,
  localWorkspaceId,
  questionIdSchema,
  refuse,
  taskIdSchema,
  threadIdSchema,
} from '@retinue/protocol';
import type { Retinue } from '../main.ts';
import type { Context } from './context.ts';
import { wishOf } from './context.ts';
import type { Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { findChat } from './find-chat.ts';
import { refused } from './refused.ts';
import type { Beginning, Worked } from './work-on.ts';
import { workOn } from './work-on.ts';

/*
 * Commands on what is there already. Each finds the chat that it concerns, watches it, acts, and then follows the work
 * that comes of it.
 */
export function answer(
  context: Context,
  { question, text }: { question: string; text: string },
): Promise<Worked | Failure> {
  return workOn(context, async (retinue) => {
    const id = questionIdSchema.safeParse(question);
    const row = id.success ? await retinue.log.findQuestion(localWorkspaceId, id.data) : null;
    if (!row) return refused(refuse('no-such-question', question));
    const command = commandSchemas.answerQuestion.safeParse({ questionId: row.questionId, answer: text });
    if (!command.success) return wrongUsage(command.error.issues[0]?.message ?? 'The answer can not be used.');
    return follow(row.rootId, () => retinue.commands.answerQuestion(wishOf(retinue), command.data));
  });
}

export function send(context: Context, { chat, text }: { chat: string; text: string }): Promise<Worked | Failure> {
  return workOn(context, async (retinue) => {
    const threadId = await findThread(retinue, chat);
    if (typeof threadId !== 'string') return threadId;
    const command = commandSchemas.sendMessage.safeParse({ threadId, text });
    if (!command.success) return wrongUsage(command.error.issues[0]?.message ?? 'The message can not be used.');
    const act = () => retinue.commands.sendMessage(wishOf(retinue), command.data);
    return follow(await rootOf(retinue, threadId), act);
  });
}

export function retry(
  context: Context,
  { task, instruction }: { task: string; instruction: string | null },
): Promise<Worked | Failure> {
  return workOn(context, async (retinue) => {
    const found = await findTask(retinue, task);
    if (!found) return refused(refuse('no-such-task', task));
    const command = commandSchemas.retryTask.safeParse({ taskId: found.taskId, instruction });
    if (!command.success) return wrongUsage(command.error.issues[0]?.message ?? 'The instruction can not be used.');
    return follow(found.rootId, () => retinue.commands.retryTask(wishOf(retinue), command.data));
  });
}

/** Ends well when what was to be stopped has stopped, whatever the chat makes of it. */
export async function cancel(context: Context, { target }: { target: string }): Promise<Worked | Failure> {
  const worked = await workOn(context, (retinue) =>
    target.startsWith('task_') ? cancelTask(retinue, target) : cancelThread(retinue, target),
  );
  return 'ending' in worked && worked.ending.reason === 'settled' ? { ...worked, code: exitCodes.ok } : worked;
}

async function cancelTask(retinue: Retinue, target: string): Promise<Beginning | Failure> {
  const found = await findTask(retinue, target);
  if (!found) return refused(refuse('no-such-task', target));
  return follow(found.rootId, () => retinue.commands.cancelTask(wishOf(retinue), { taskId: found.taskId }));
}

async function cancelThread(retinue: Retinue, target: string): Promise<Beginning | Failure> {
  const threadId = await findThread(retinue, target);
  if (typeof threadId !== 'string') return threadId;
  return follow(await rootOf(retinue, threadId), () => retinue.commands.cancelThread(wishOf(retinue), { threadId }));
}

function follow(rootId: ThreadId, command: () => Promise<{ refusal: Refusal | null }>): Beginning {
  const act = async () => {
    const { refusal } = await command();
    return refusal && refused(refusal);
  };
  return { rootIds: [rootId], act, isOwn: true };
}

async function findTask({ log }: Retinue, task: string): Promise<{ taskId: TaskId; rootId: ThreadId } | null> {
  const id = taskIdSchema.safeParse(task);
  return id.success ? log.findTask(localWorkspaceId, id.data) : null;
}

/** Any thread by its whole id; a chat also by the beginning of it, or as `last`. */
async function findThread({ log }: Retinue, meant: string): Promise<ThreadId | Failure> {
  const id = threadIdSchema.safeParse(meant);
  const thread = id.success ? await log.thread(localWorkspaceId, id.data) : null;
  return thread ? thread.threadId : findChat(log, meant);
}

async function rootOf({ log }: Retinue, threadId: ThreadId): Promise<ThreadId> {
  return (await log.thread(localWorkspaceId, threadId))?.rootId ?? threadId;
}
