import type { TreeState } from '@retinue/protocol';
import { ApiError } from '@retinue/protocol';
import { DamagedThreadError, ExtensionError, SecretError, StoreError } from '../main.ts';
import { oneLine, withoutControls } from '../projections/text.ts';
import type { Context } from './context.ts';
import { drawnFor } from './drawn.ts';
import type { ExitCode } from './exit.ts';
import { exitCodes } from './exit.ts';
import type { Ending } from './follow.ts';
import { shortArgs, whoAsks } from './plain-lines.ts';
import { plotChart } from './plot.ts';
import { progressOf, questionsIn } from './progress.ts';
import { ServerGone } from './server-gone.ts';
import { answerFor } from './verdict.ts';

/** The last words on what became of the chats: answers on stdout, everything else on stderr; and the exit code. */
export function report(context: Context, trees: readonly TreeState[], ending: Ending, restWords: string): ExitCode {
  const { terminal } = context;
  switch (ending.reason) {
    case 'settled':
      return Math.max(0, ...trees.map((tree) => reportOutcome(context, tree, trees.length > 1))) === 0
        ? exitCodes.ok
        : exitCodes.failed;
    case 'asking':
      for (const tree of trees) reportOutcome(context, tree, trees.length > 1);
      terminal.err(openQuestionWords(context, trees));
      return exitCodes.needsAnswer;
    case 'stuck':
      terminal.err(
        `This chat rests on nothing that could move it. Look for the reason with: ${context.invocation('verify')}\n`,
      );
      return exitCodes.failed;
    case 'interrupted':
      terminal.err(trees.every((tree) => progressOf(tree) === 'settled') ? 'Stopped.\n' : `${restWords}\n`);
      return exitCodes.interrupted;
    case 'terminated':
      terminal.err(`${restWords}\n`);
      return exitCodes.terminated;
    case 'problem':
      terminal.err(`${problemWords(ending.problem)}\n`);
      return exitCodes.failed;
    default:
      return ending satisfies never;
  }
}

/** A problem from outside has its own words; a bug keeps its trace, which is all there is to find it by. */
export function problemWords(problem: unknown): string {
  if (isFromOutside(problem)) return problem.message;
  if (isFileProblem(problem))
    return `${problem.path} can't be used: ${problem.message}. Check the path and its permissions.`;
  if (problem instanceof DamagedThreadError)
    return `${problem.message} Other chats are not affected. Use \`export\` to keep what is stored, then \`delete\`.`;
  const trace = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return `Retinue ran into an error of its own. What was acknowledged is kept. Please report it with these lines:\n${trace}`;
}

function isFromOutside(problem: unknown): problem is Error {
  return [StoreError, ServerGone, ApiError, SecretError, ExtensionError].some((kind) => problem instanceof kind);
}

/** What the operating system has against a path. */
function isFileProblem(problem: unknown): problem is Error & { path: string } {
  return problem instanceof Error && 'syscall' in problem && 'path' in problem && typeof problem.path === 'string';
}

function reportOutcome({ terminal, isJson }: Context, tree: TreeState, isOneOfMany: boolean): ExitCode {
  const root = tree.threads[tree.rootId];
  const outcome = root?.outcome;
  if (!outcome) return exitCodes.ok;
  const title = isOneOfMany ? `${oneLine(root.title)}\n` : '';
  const { charts, questions } = drawnFor(root);
  if (!isJson && outcome.result.trim() !== '') {
    const plots = charts.map((chart) => plotChart(chart, terminal.columns() - 1, terminal.paint).join('\n'));
    const next = questions.length > 0 ? [questions.map((question) => `→ ${oneLine(question)}`).join('\n')] : [];
    const parts = [...plots.filter(Boolean), withoutControls(outcome.result), ...next];
    terminal.out(`\n${title}${parts.join('\n\n')}\n`);
  }
  if (outcome.status === 'completed') return exitCodes.ok;
  const what = outcome.status === 'failed' ? 'The turn failed' : 'The turn was stopped';
  terminal.err(`${what}: ${oneLine(outcome.reason ?? 'no reason was given.')}\n`);
  return exitCodes.failed;
}

function openQuestionWords(context: Context, trees: readonly TreeState[]): string {
  return trees
    .flatMap(questionsIn)
    .map(({ question, call, asker }) => {
      const isApproval = question.kind === 'approval';
      const args = isApproval ? ` ${shortArgs(call.args)}` : '';
      const options = question.options.length > 0 ? ` [${oneLine(question.options.join(' | '))}]` : '';
      const answer = context.invocation(`answer ${question.questionId} ${answerFor(question, Date.now())}`);
      return `${whoAsks(asker)} asks: ${oneLine(question.text)}${args}${options}\nAnswer with: ${answer}\n`;
    })
    .join('');
}
