import type { Question } from '@retinue/protocol';
import { localWorkspaceId } from '@retinue/protocol';
import { duration } from '../projections/figures.ts';
import { describeQuestions } from '../projections/questions.ts';
import { oneLine } from '../projections/text.ts';
import type { Context } from './context.ts';
import { exactJson } from './exact-json.ts';
import { exitCodes } from './exit.ts';
import type { Looked } from './look.ts';
import { look } from './look.ts';
import { answerFor } from './verdict.ts';

/** Everything that waits for a person, from any depth of any chat, with what is needed to decide on it. */
export function inbox(context: Context): Promise<Looked> {
  return look(context, async (log) => {
    const { terminal, isJson } = context;
    const rows = await log.readModels.openQuestions(localWorkspaceId);
    const questions = await describeQuestions(rows, (threadId) => log.thread(localWorkspaceId, threadId));
    for (const question of questions) {
      terminal.out(isJson ? `${JSON.stringify(question)}\n` : questionLines(context, question));
    }
    if (questions.length === 0 && !isJson) terminal.err('Nobody waits for you.\n');
    return { code: exitCodes.ok };
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
    ...(lapsesAt === null ? [] : [`  ${lapseWords(lapsesAt - now)}`]),
    `  ${invocation(`answer ${questionId} ${answerFor(question, now)}`)}`,
    '',
  ]
    .map((one) => `${one}\n`)
    .join('');
}

function lapseWords(leftMs: number): string {
  return leftMs > 0 ? `can be approved for another ${duration(leftMs)}` : 'was asked too long ago to be approved';
}
