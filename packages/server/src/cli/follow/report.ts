import type { Chart, StepItem, ThreadState, TreeState } from '@retinue/protocol';
import { chartOf, isCompaction, reasonText } from '@retinue/protocol';
import { z } from 'zod';
import { oneLine, withoutControls } from '../../views/plain-text.ts';
import { drawChart } from '../chart/draw-chart.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { exitCodes } from '../exit.ts';
import { statusLabels } from '../output/copy.ts';
import { explainError } from '../output/explain-error.ts';
import type { Ending } from './follow.ts';
import { askerName, shortArgs } from './plain-line.ts';
import { progressOf, questionsIn } from './progress.ts';
import { answerFor } from './verdict.ts';

/** Prints how the chats ended: answers on stdout, everything else on stderr. Returns the exit code. */
export function report(context: Context, trees: readonly TreeState[], ending: Ending, isServer: boolean): ExitCode {
  const { terminal } = context;
  const rest = isServer
    ? 'No longer following. The server continues open work.'
    : 'Stopped. Open work continues at the next start.';
  const codes = (): ExitCode[] => trees.map((tree) => reportOutcome(context, tree, trees.length > 1));
  switch (ending.reason) {
    case 'settled':
      return codes().every((code) => code === exitCodes.ok) ? exitCodes.ok : exitCodes.failed;
    case 'asking':
      codes();
      terminal.err(openQuestions(context, trees));
      return exitCodes.needsAnswer;
    case 'stuck':
      terminal.err(`This chat is stuck. Find the reason with: ${context.invocation('verify')}\n`);
      return exitCodes.failed;
    case 'interrupted':
      terminal.err(trees.every((tree) => progressOf(tree) === 'settled') ? 'Canceled.\n' : `${rest}\n`);
      return exitCodes.interrupted;
    case 'terminated':
      terminal.err(`${rest}\n`);
      return exitCodes.terminated;
    case 'problem': {
      const { message, exitCode } = explainError(ending.problem, context);
      terminal.err(`${message}\n`);
      return exitCode;
    }
    default:
      return ending satisfies never;
  }
}

function reportOutcome({ terminal, isJson }: Context, tree: TreeState, isOneOfMany: boolean): ExitCode {
  const root = tree.threads[tree.rootId];
  const outcome = root?.outcome;
  if (!outcome) return exitCodes.ok;
  if (!isJson && outcome.result.trim() !== '') {
    const { charts, questions } = lastAnswerOf(root);
    const title = isOneOfMany ? `${oneLine(root.title)}\n` : '';
    const drawn = charts.map((chart) => drawChart(chart, terminal.columns() - 1, terminal.paint).join('\n'));
    const next = questions.map((question) => `→ ${oneLine(question)}`).join('\n');
    const parts = [...drawn, withoutControls(outcome.result), next].filter((part) => part !== '');
    terminal.out(`\n${title}${parts.join('\n\n')}\n`);
  }
  if (outcome.status === 'completed') return exitCodes.ok;
  const reason = outcome.reason === null ? 'no reason was given.' : oneLine(reasonText(outcome.reason));
  terminal.err(
    `${outcome.status === 'failed' || outcome.reason === null ? `${statusLabels[outcome.status]}: ` : ''}${reason}\n`,
  );
  return exitCodes.failed;
}

/** The charts that an agent drew for its last answer, and the questions that it suggests next. */
function lastAnswerOf({ items }: ThreadState): { charts: Chart[]; questions: string[] } {
  const steps = items.filter((item): item is StepItem => item.type === 'step' && !isCompaction(item));
  // A step that ended without calls is an answer. Charts of an earlier answer are not shown again.
  const before = steps.slice(0, -1).findLastIndex(({ calls, status }) => calls.length === 0 && status === 'ended');
  const calls = steps.slice(before + 1).flatMap((step) => step.calls);
  return {
    charts: calls.flatMap((call) => chartOf(call) ?? []),
    questions: calls.flatMap(({ name, output }) =>
      name === 'suggestFollowUps' ? (suggestionSchema.safeParse(output?.value).data?.questions ?? []) : [],
    ),
  };
}

const suggestionSchema = z.object({ questions: z.array(z.string()) });

function openQuestions({ invocation }: Context, trees: readonly TreeState[]): string {
  const lines = trees.flatMap(questionsIn).map(({ question, call, asker }) => {
    const args = question.kind === 'approval' ? ` ${shortArgs(call.args)}` : '';
    const options = question.options.length > 0 ? ` [${oneLine(question.options.join(' | '))}]` : '';
    const answer = invocation(`answer ${question.questionId} ${answerFor(question, Date.now())}`);
    return `${askerName(asker)} asks: ${oneLine(question.text)}${args}${options}\nAnswer with: ${answer}\n`;
  });
  return lines.join('');
}
