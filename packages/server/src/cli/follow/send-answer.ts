import type { Client, Question, Routes } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { usageError } from '../exit.ts';
import { isAgain, verdictHints, verdictIn } from './verdict.ts';

/** Sends the text that a person typed: an answer, a verdict, or a request to be asked again. */
export async function sendAnswer(
  client: Client<Routes>,
  { kind, questionId, chatId }: Pick<Question, 'kind' | 'questionId' | 'chatId'>,
  text: string,
): Promise<unknown> {
  const params = { workspaceId: localWorkspaceId, chatId, questionId };
  if (kind === 'answer') return client.answerQuestion({ params, body: { answer: text } });
  if (isAgain(text)) return client.renewApproval({ params });
  const verdict = verdictIn(text);
  if (!verdict) throw usageError(`Question ${questionId} asks for an approval. ${verdictHints['no-verdict']}`);
  return client.answerApproval({ params, body: verdict });
}
