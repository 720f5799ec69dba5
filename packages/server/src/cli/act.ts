import type { QuestionId, TaskId, ThreadId } from '@retinue/protocol';
import { localWorkspaceId, questionIdSchema, refuse, routes, taskIdSchema, threadIdSchema } from '@retinue/protocol';
import type { Context } from './context.ts';
import type { Failure } from './exit.ts';
import { exitCodes, wrongUsage } from './exit.ts';
import { findChat } from './find-chat.ts';
import { readBudget } from './read-budget.ts';
import { refused } from './refused.ts';
import { isAgain, verdictIn, verdictWords } from './verdict.ts';
import type { Beginning, Worked } from './work-on.ts';
import { workOn } from './work-on.ts';
import type { Workplace } from './workplace.ts';

type Log = Workplace['log'];

/*
 * Commands on what is there already. Each finds the chat that it concerns, watches it, acts, and then follows the work
 * that comes of it.
 */
export function answer(
  context: Context,
  { question, text }: { question: string; text: string },
): Promise<Worked | Failure> {
  return workOn(context, async ({ log, wishes }) => {
    const id = questionIdSchema.safeParse(question);
    const row = id.success ? await log.readModels.findQuestion(localWorkspaceId, id.data) : null;
    if (!row) return refused(refuse('no-such-question', question));
    if (row.kind === 'approval') return decide(row, text, wishes);
    const command = routes.answerQuestion.body.safeParse({ answer: text });
    if (!command.success) return wrongUsage(command.error.issues[0]?.message ?? 'The answer can not be used.');
    return follow(row.rootId, () => wishes.answerQuestion(row.rootId, { ...command.data, questionId: row.questionId }));
  });
}

function decide(
  { questionId, rootId }: { questionId: QuestionId; rootId: ThreadId },
  text: string,
  wishes: Workplace['wishes'],
): Beginning | Failure {
  if (isAgain(text)) return follow(rootId, () => wishes.renewApproval(rootId, { questionId }));
  const decided = verdictIn(text);
  if (!decided) return wrongUsage(`Question ${questionId} asks for an approval. ${verdictWords}`);
  const command = routes.answerApproval.body.safeParse(decided);
  if (!command.success) return wrongUsage(command.error.issues[0]?.message ?? 'The reason can not be used.');
  return follow(rootId, () => wishes.answerApproval(rootId, { ...command.data, questionId }));
}

export async function send(
  context: Context,
  { chat, text, budget: bounds }: { chat: string; text: string; budget: string | null },
): Promise<Worked | Failure> {
  const budget = bounds === null ? undefined : readBudget(bounds);
  if (budget && 'words' in budget) return budget;
  return workOn(context, async ({ log, wishes }) => {
    const threadId = await findThread(log, chat);
    if (typeof threadId !== 'string') return threadId;
    const command = routes.sendMessage.body.safeParse({ text, budget });
    if (!command.success) return wrongUsage(command.error.issues[0]?.message ?? 'The message can not be used.');
    const rootId = await rootOf(log, threadId);
    return follow(rootId, () => wishes.sendMessage(rootId, { ...command.data, threadId }));
  });
}

export function retry(
  context: Context,
  { task, instruction }: { task: string; instruction: string | null },
): Promise<Worked | Failure> {
  return workOn(context, async ({ log, wishes }) => {
    const found = await findTask(log, task);
    if (!found) return refused(refuse('no-such-task', task));
    const command = routes.retryTask.body.safeParse({ instruction });
    if (!command.success) return wrongUsage(command.error.issues[0]?.message ?? 'The instruction can not be used.');
    return follow(found.rootId, () => wishes.retryTask(found.rootId, { ...command.data, taskId: found.taskId }));
  });
}

export function background(context: Context, { task }: { task: string }): Promise<Worked | Failure> {
  return workOn(context, async ({ log, wishes }) => {
    const found = await findTask(log, task);
    if (!found) return refused(refuse('no-such-task', task));
    return follow(found.rootId, () => wishes.backgroundTask(found.rootId, { taskId: found.taskId }));
  });
}

/** Ends well when what was to be stopped has stopped, whatever the chat makes of it. */
export async function cancel(context: Context, { target }: { target: string }): Promise<Worked | Failure> {
  const worked = await workOn(context, (workplace) =>
    target.startsWith('task_') ? cancelTask(workplace, target) : cancelThread(workplace, target),
  );
  return 'ending' in worked && worked.ending.reason === 'settled' ? { ...worked, code: exitCodes.ok } : worked;
}

async function cancelTask({ log, wishes }: Workplace, target: string): Promise<Beginning | Failure> {
  const found = await findTask(log, target);
  if (!found) return refused(refuse('no-such-task', target));
  return follow(found.rootId, () => wishes.cancelTask(found.rootId, { taskId: found.taskId }));
}

async function cancelThread({ log, wishes }: Workplace, target: string): Promise<Beginning | Failure> {
  const threadId = await findThread(log, target);
  if (typeof threadId !== 'string') return threadId;
  const rootId = await rootOf(log, threadId);
  return follow(rootId, () => wishes.cancelThread(rootId, { threadId }));
}

function follow(rootId: ThreadId, act: () => Promise<Failure | null>): Beginning {
  return { rootIds: [rootId], act, isOwn: true };
}

async function findTask(log: Log, task: string): Promise<{ taskId: TaskId; rootId: ThreadId } | null> {
  const id = taskIdSchema.safeParse(task);
  return id.success ? log.readModels.findTask(localWorkspaceId, id.data) : null;
}

/** Any thread by its whole id; a chat also by the beginning of it, or as `last`. */
async function findThread(log: Log, meant: string): Promise<ThreadId | Failure> {
  const id = threadIdSchema.safeParse(meant);
  const thread = id.success ? await log.thread(localWorkspaceId, id.data) : null;
  return thread ? thread.threadId : findChat(log, meant);
}

async function rootOf(log: Log, threadId: ThreadId): Promise<ThreadId> {
  return (await log.thread(localWorkspaceId, threadId))?.rootId ?? threadId;
}
