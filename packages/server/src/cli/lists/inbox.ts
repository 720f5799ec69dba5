import type { Question } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { duration } from '../../views/figures.ts';
import { oneLine } from '../../views/plain-text.ts';
import { withConnection } from '../connection/connect.ts';
import { allPages } from '../connection/find-id.ts';
import type { Context } from '../context.ts';
import { print } from '../context.ts';
import { answerFor } from '../follow/verdict.ts';
import { exactJson } from '../output/exact-json.ts';

/** Lists every open question and approval, with what is needed to decide on it. */
export function inbox(context: Context): Promise<void> {
  const params = { workspaceId: localWorkspaceId };
  return withConnection(context, { isReadOnly: true }, async (client) => {
    let isEmpty = true;
    const pages = allPages((cursor) => client.listOpenQuestions({ params, query: cursor ? { cursor } : {} }));
    for await (const question of pages) {
      isEmpty = false;
      print(context, question, questionLines(context, question));
    }
    if (isEmpty && !context.isJson) context.terminal.err('No open questions.\n');
  });
}

function questionLines({ terminal: { paint }, invocation }: Context, question: Question): string {
  const { kind, text, options, path, approval, questionId, lapsesAt } = question;
  const line = path.map(({ agentName, title }) => `${oneLine(agentName)} (${oneLine(title)})`).join(' › ');
  const choices = options.length > 0 ? ` [${oneLine(options.join(' | '))}]` : '';
  const now = Date.now();
  return [
    `${paint.bold(kind === 'approval' ? 'Approval' : 'Question')}  ${oneLine(text)}${choices}`,
    `  ${paint.dim(line)}`,
    ...(approval ? [`  ${oneLine(approval.toolName)} ${exactJson(approval.args)}`] : []),
    ...(lapsesAt === null ? [] : [`  ${lapseNote(lapsesAt - now)}`]),
    `  ${invocation(`answer ${questionId} ${answerFor(question, now)}`)}`,
    '',
  ].join('\n');
}

function lapseNote(leftMs: number): string {
  return leftMs > 0 ? `can be approved for another ${duration(leftMs)}` : 'has lapsed and can no longer be approved';
}
