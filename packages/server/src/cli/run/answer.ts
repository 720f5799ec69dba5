import type { Client, Question, Routes } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import type { CommandInput } from '../arguments.ts';
import { allPages, chatOf } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { usageError } from '../exit.ts';
import type { Followed } from '../follow/follow-chats.ts';
import { followChats } from '../follow/follow-chats.ts';
import { sendAnswer } from '../follow/send-answer.ts';

/** Answers a question, or approves or refuses a call, and follows the chat. */
export function answer(context: Context, { given }: CommandInput): Promise<Followed> {
  const { question: named = '', text = '' } = given;
  return followChats(context, async (client) => {
    const question = await findQuestion(client, named);
    if (!question) throw usageError(`There is no question "${named}". \`inbox\` shows the open questions.`);
    return { chatIds: [question.chatId], isOwn: true, act: () => sendAnswer(client, question, text) };
  });
}

async function findQuestion(client: Client<Routes>, questionId: string): Promise<Question | null> {
  const chatId = questionId.startsWith('qst_') ? await chatOf(client, questionId) : null;
  if (!chatId) return null;
  const params = { workspaceId: localWorkspaceId, chatId };
  const questions = allPages((cursor) => client.listQuestions({ params, query: cursor ? { cursor } : {} }));
  for await (const question of questions) if (question.questionId === questionId) return question;
  return null;
}
