import { createInterface } from 'node:readline/promises';
import { hasLapsed, messageTextSchema, problemsIn } from '@retinue/protocol';
import { oneLine, withoutControls } from '../../views/plain-text.ts';
import { exactJson } from '../output/exact-json.ts';
import type { Terminal } from '../output/terminal.ts';
import type { AskedQuestion } from './progress.ts';
import { problemWithVerdict, verdictHints } from './verdict.ts';

/** Asks the person at the terminal. Null when they leave the question open (Ctrl-D), or when it has closed meanwhile. */
export async function ask(
  terminal: Terminal,
  open: AskedQuestion,
  { signal, onInterrupt }: { signal: AbortSignal; onInterrupt: () => void },
): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  lines.on('close', () => left.abort());
  lines.on('SIGINT', onInterrupt);
  const either = AbortSignal.any([signal, left.signal]);
  try {
    terminal.out(questionText(terminal, open));
    while (true) {
      const answer = pick(await lines.question('> ', { signal: either }), open.question.options);
      const problem = problemWith(open, answer);
      if (problem === null) return answer;
      terminal.out(`${problem}\n`);
    }
  } catch (error) {
    if (either.aborted) return null;
    throw error;
  } finally {
    lines.close();
  }
}

function problemWith({ question }: AskedQuestion, answer: string): string | null {
  if (question.kind === 'approval') {
    const problem = problemWithVerdict(question, answer, Date.now());
    return problem && verdictHints[problem];
  }
  const { error } = messageTextSchema.safeParse(answer);
  return error ? problemsIn(error) : null;
}

function questionText({ paint }: Pick<Terminal, 'paint'>, { question, call, asker }: AskedQuestion): string {
  const head = `${paint.badge(asker.agent)} asks${asker.parent ? ` (${oneLine(asker.title)})` : ''}:`;
  const options = question.options.map((option, index) => `  ${index + 1}  ${oneLine(option)}`);
  const isApproval = question.kind === 'approval';
  const verdict = hasLapsed(question, Date.now())
    ? verdictHints.lapsed
    : `Type a number. ${verdictHints['no-verdict']}`;
  const hint = paint.dim(isApproval ? verdict : 'Type a number, or your own answer.');
  const args = isApproval ? [`${oneLine(call.name)} ${exactJson(call.args)}`] : [];
  const lines = ['', head, paint.bold(withoutControls(question.text)), ...args, ...options];
  return [...lines, ...(options.length > 0 ? [hint] : []), ''].join('\n');
}

/** The text or the number of an option picks it. Everything else is the answer itself. */
export function pick(typed: string, options: readonly string[]): string {
  if (options.includes(typed.trim())) return typed.trim();
  const number = /^\s*(\d+)\s*$/.exec(typed)?.[1];
  return (number && options[Number(number) - 1]) || typed;
}
