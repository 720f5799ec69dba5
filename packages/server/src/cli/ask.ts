import { createInterface } from 'node:readline/promises';
import { hasLapsed, messageTextSchema } from '@retinue/protocol';
import { oneLine, withoutControls } from '../projections/text.ts';
import { exactJson } from './exact-json.ts';
import type { OpenQuestion } from './progress.ts';
import type { Terminal } from './terminal.ts';
import { lapsedWords, problemWithVerdict, verdictWords } from './verdict.ts';

/** Asks the person at the terminal. Null when they leave the question open (Ctrl-D), or when it has closed meanwhile. */
export async function ask(
  terminal: Terminal,
  open: OpenQuestion,
  { signal, onInterrupt, now }: { signal: AbortSignal; onInterrupt: () => void; now: () => number },
): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  lines.on('close', () => left.abort());
  lines.on('SIGINT', onInterrupt);
  const either = AbortSignal.any([signal, left.signal]);
  try {
    terminal.out(questionText(terminal, open, now()));
    while (true) {
      const answer = pick(await lines.question('> ', { signal: either }), open.question.options);
      const problem = problemWith(open, answer, now());
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

function problemWith({ question }: OpenQuestion, answer: string, now: number): string | null {
  if (question.kind === 'approval') return problemWithVerdict(question, answer, now);
  const parsed = messageTextSchema.safeParse(answer);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'The answer can not be used.');
}

function questionText({ paint }: Pick<Terminal, 'paint'>, open: OpenQuestion, now: number): string {
  const { question, call, asker } = open;
  const head = `${paint.badge(asker.agent)} asks${asker.parent ? ` (${oneLine(asker.title)})` : ''}:`;
  const options = question.options.map((option, index) => `  ${index + 1}  ${oneLine(option)}`);
  const isApproval = question.kind === 'approval';
  const verdict = hasLapsed(question, now) ? lapsedWords : `A number, or: ${verdictWords}`;
  const words = isApproval ? verdict : 'A number, or your own words.';
  const hint = options.length > 0 ? [paint.dim(words)] : [];
  const args = isApproval ? [`${oneLine(call.name)} ${exactJson(call.args)}`] : [];
  return ['', head, paint.bold(withoutControls(question.text)), ...args, ...options, ...hint, ''].join('\n');
}

/** An option's own words and its number pick it; everything else is the answer itself. */
export function pick(typed: string, options: readonly string[]): string {
  if (options.includes(typed.trim())) return typed.trim();
  const number = /^\s*(\d+)\s*$/.exec(typed)?.[1];
  return (number && options[Number(number) - 1]) || typed;
}
